export interface SweepsOptions {
  /** From the end of one sweep to the beginning of the next, milliseconds. */
  readonly intervalMs: number;
  /** Before the first sweep, milliseconds. Default 0. */
  readonly delayMs?: number;
  sweep(signal: AbortSignal): Promise<void>;
  /** A sweep that fails does not stop the next. */
  failed(error: unknown): void;
}

export interface Sweeps {
  /** Begins no other sweep, and waits for the running one. */
  stop(): Promise<void>;
}

/** Sweeps after the delay, and then at every interval until stopped. */
export function startSweeps({ intervalMs, delayMs = 0, sweep, failed }: SweepsOptions): Sweeps {
  const stopping = new AbortController();
  const running = (async () => {
    if (delayMs > 0) await pause(delayMs, stopping.signal);
    while (!stopping.signal.aborted) {
      try {
        await sweep(stopping.signal);
      } catch (error) {
        failed(error);
      }
      await pause(intervalMs, stopping.signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
