/** Where an embedded log stands, and whose it is. */
export interface LogStanding {
  /** Names the ledger: made with its file, the same for ever. */
  readonly logId: string;
  /** The place of the last event ever recorded; 0 before the first. */
  readonly position: number;
  /** The running digest there; `null`: an earlier version has recorded the event. */
  readonly digest: string | null;
  /** Of each secret that the ledger depends on, by name, what tells it from any other. */
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
