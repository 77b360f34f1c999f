/** Elapsed time, independent of the wall clock: for measuring and waiting. */
export interface Timer {
  /** Milliseconds since an arbitrary moment. Never goes back, and does not jump when the wall clock is set. */
  monotonic(): number;
  /** Calls `run` once, after `milliseconds`. Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
  /** A random number in [0, 1), for jitter. */
  chance(): number;
}

/** The timer of this process. */
export const systemTimer: Timer = {
  monotonic: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
};
