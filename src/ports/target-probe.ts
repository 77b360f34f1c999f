/** Checks whether an upstream is available, by a request that costs nothing. */
export interface TargetProbe {
  /** `upstream`: the name used by targets, with its credential. Waits at most the configured time. Never raises. */
  isHealthy(upstream: string): Promise<boolean>;
}
