/** Asks an upstream whether it is there, by what costs nothing. */
export interface TargetProbe {
  /** `upstream`: as targets name it, with its credential. Waits for the configured time at most. Never raises. */
  isWell(upstream: string): Promise<boolean>;
}
