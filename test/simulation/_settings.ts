/** The limits of a run, milliseconds: those of a gateway, in the same relations, so small that a run reaches all of them. */
export const limits = {
  totalTimeoutMs: 20_000,
  /** A request that was sent arrives within this, or never. */
  onItsWayMsMax: 12_000,
  reserveWaitMs: 2_000,
  endingWaitMs: 1_000,
  /** Longer than any request takes. */
  ttlMs: 60_000,
  neverSeenGraceMs: 30_000,
  unknownOutcomeGraceMs: 45_000,
  sweepMs: 5_000,
  removalSweepMs: 20_000,
  clockSettleMs: 120_000,
  keyTtlMs: 86_400_000,
  responseTtlMs: 30 * 86_400_000,
  closingTimes: { events: 3, milliseconds: 60_000 },
} as const;

/** How long faults happen, and how long everything has to come to its end after that. */
export const stormMs = 240_000;
export const calmMs = 420_000;
