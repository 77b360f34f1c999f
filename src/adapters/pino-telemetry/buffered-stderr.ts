import { pino, type DestinationStream } from 'pino';

/** Must stay below the 16 KiB that the writer passes to the system in one call. */
const logBytesGathered = 8_192;
const logGatheredMs = 500;

/** Lines are written in groups: a system call for each line would cost a request more than its authentication. */
export function bufferedStderr(): { readonly destination: DestinationStream; close(): void } {
  const destination = pino.destination({ fd: 2, sync: false, minLength: logBytesGathered });
  const flushing = setInterval(() => destination.flush(), logGatheredMs).unref();
  const flushLast = (): void => destination.flushSync();
  flushAtExit(flushLast);
  return {
    destination,
    close: () => {
      clearInterval(flushing);
      flushNoLonger(flushLast);
      flushLast();
    },
  };
}

/** Writers to flush when the process ends, with one listener for all of them. */
const lastFlushes = new Set<() => void>();

function flushAll(): void {
  for (const flush of lastFlushes) flush();
}

function flushAtExit(flush: () => void): void {
  if (lastFlushes.size === 0) process.once('exit', flushAll);
  lastFlushes.add(flush);
}

function flushNoLonger(flush: () => void): void {
  if (lastFlushes.delete(flush) && lastFlushes.size === 0) process.off('exit', flushAll);
}
