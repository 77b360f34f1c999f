// Writes the parts of a body so that each arrives as a part.
import type { ServerResponse } from 'node:http';

/**
 * Writes from part `from` on, each part as an HTTP chunk of its own, until the caller no longer keeps up or is gone.
 * Returns the first part not written: wait for `drain` before writing it.
 */
export function writeEach(response: ServerResponse, parts: readonly (string | Buffer)[], from: number): number {
  const { socket } = response;
  // Without this Node joins what is written in one turn into one HTTP chunk.
  socket?.cork();
  let next = from;
  let flowing = true;
  while (flowing && next < parts.length && !response.destroyed) {
    flowing = response.write(parts[next]);
    next += 1;
  }
  socket?.uncork();
  return next;
}
