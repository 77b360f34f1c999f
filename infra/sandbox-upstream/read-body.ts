// Reads a request body whole, up to a limit.
import type { IncomingMessage } from 'node:http';

/** 32 MiB. */
const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** What became of a body. `too_large` is told once the rest of it was thrown away. */
export type ReadBody = Buffer | 'too_large' | 'broken_off';

export function readBody(request: IncomingMessage, done: (body: ReadBody) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
    else chunks.length = 0;
  });
  request.once('end', () => {
    ended = true;
    const [first] = chunks;
    if (bytes > BODY_BYTES_MAX) done('too_large');
    else done(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  });
  request.on('error', () => {
    if (!ended) done('broken_off');
    ended = true;
  });
}
