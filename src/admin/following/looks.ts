import { pause } from '../../time/pause.ts';
import type { AdminDeps } from '../operation.ts';

/** Least time between two looks, milliseconds: what comes meanwhile is read at once. */
const gatherMs = 250;
/** Longest time between two, milliseconds. A look without a bell finds what another process alone has seen. */
const idleMs = 5_000;

/** Yields at once, and then when there may be new events in streams whose name begins with one of these. */
export async function* looks(
  { listen }: Pick<AdminDeps, 'listen'>,
  streamPrefixes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<void, void> {
  using bell = listen(streamPrefixes);
  while (!signal.aborted) {
    yield;
    await pause(gatherMs, signal);
    await bell.next(idleMs, signal);
  }
}
