/** Time that passes, whatever any clock on the wall says: what durations are measured and waited with. */
export interface Timer {
  /** Milliseconds since some moment of the past. Never goes back, and does not jump when the wall clock is set. */
  monotonic(): number;
  /** Calls `run` once, when so many milliseconds have passed. Returns what takes the call back. */
  after(milliseconds: number, run: () => void): () => void;
  /** Somewhere in [0, 1): what spreads out those that would come back together. */
  chance(): number;
}

/** The time that passes in this process. */
export const systemTimer: Timer = {
  monotonic: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
};
