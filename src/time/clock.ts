/** Time, passed in so that the domain and the tests decide what "now" is. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** A clock that also says whether it can be trusted for ages. */
export interface AgeClock extends Clock {
  /** False after a start and after the clock was set, until it has run evenly for a while. */
  readonly isSettled: boolean;
}

/** The wall clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
