import { pause } from '../time/pause.ts';
import { systemTimer, type Timer } from '../time/timer.ts';

export interface SweepsOptions {
  /** From the end of one sweep to the beginning of the next, milliseconds. */
  readonly intervalMs: number;
  /** Before the first sweep, milliseconds. Default 0. */
  readonly delayMs?: number;
  readonly timer?: Timer;
  sweep(signal: AbortSignal): Promise<void>;
  /** Called when a sweep fails, which does not prevent the next. */
  failed(error: unknown): void;
}

export interface Sweeps {
  /** Starts no further sweep, and waits for the running one. */
  stop(): Promise<void>;
}

/** Sweeps after the delay, and then at every interval until stopped. */
export function startSweeps(options: SweepsOptions): Sweeps {
  const { intervalMs, delayMs = 0, timer = systemTimer, sweep, failed } = options;
  const stopping = new AbortController();
  const running = (async () => {
    if (delayMs > 0) await pause(delayMs, stopping.signal, timer);
    while (!stopping.signal.aborted) {
      try {
        await sweep(stopping.signal);
      } catch (error) {
        failed(error);
      }
      await pause(intervalMs, stopping.signal, timer);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
