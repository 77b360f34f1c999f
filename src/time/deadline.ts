import type { Timer } from './timer.ts';

/** A time limit of one call. */
export interface Deadline {
  /** Aborted when the time is over, the call is given up, or the request that it belongs to has ended. */
  readonly signal: AbortSignal;
  /** Whether the time is over, or the call was given up. */
  readonly isOver: boolean;
  /** Gives the call up before its time is over. */
  giveUp(): void;
  /** Stops the timer. To be called when the call has ended. */
  clear(): void;
}

/** Starts a time limit, milliseconds. `request`: aborted when the request that the call belongs to ends. */
export function deadline(milliseconds: number, request: AbortSignal, timer: Timer): Deadline {
  const own = new AbortController();
  const clear = timer.after(milliseconds, () => own.abort());
  return {
    signal: AbortSignal.any([request, own.signal]),
    get isOver() {
      return own.signal.aborted;
    },
    giveUp: () => own.abort(),
    clear,
  };
}
