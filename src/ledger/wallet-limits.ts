/** Limits of every wallet. */
export const walletLimits = {
  /** Folded states kept in memory. */
  mailboxesMax: 20_000,
  /** Commands that may wait on one wallet. */
  commandsMax: 10_000,
  /** Commands decided together and appended as one batch. */
  groupMax: 256,
  /** Most attempts at one batch, over conflicts with other processes and unknown outcomes. */
  attemptsMax: 200,
  /** How long a command may take, milliseconds. Requests wait at most `ledger.reserve_wait_ms` for it. */
  commandMsMax: 15_000,
} as const;
