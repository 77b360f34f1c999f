/** The end of an embedded log, and its identity. */
export interface LogStanding {
  /** Id of the ledger: created with its file, and never changed. */
  readonly logId: string;
  /** Position of the last event ever recorded; 0 before the first. */
  readonly position: number;
  /** The running digest there; `null`: an earlier version recorded the event. */
  readonly digest: string | null;
  /** A fingerprint of each secret that the ledger depends on, by name. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/** What an engine that keeps a file tells and keeps beside the events. All raise what a read of the log raises. */
export interface LogIdentity {
  /** As it is now, with what other processes have appended. */
  standing(): Promise<LogStanding>;
  /** The running digest at a place; `null`: there is no event any more, or it has none. */
  digestAt(position: number): Promise<string | null>;
  /** Keeps the fingerprint of a secret, unless one is kept. */
  keepFingerprint(name: string, fingerprint: string): Promise<void>;
  /** Takes all of them away, so that those of other secrets can be kept; the events stay. */
  forgetFingerprints(): Promise<void>;
  /** Raises `EventLogUnavailable` while nothing can be recorded: a file that is gone or replaced, a full disk. */
  assertWritable(): Promise<void>;
}
