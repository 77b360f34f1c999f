/** The end of an embedded log, and its identity. */
export interface LogStatus {
  /** Id of the ledger: created with its file, and never changed. */
  readonly logId: string;
  /** Position of the last event ever recorded; 0 before the first. */
  readonly position: number;
  /** The running digest there; empty before the first event, and where it was removed by hand. */
  readonly digest: string;
  /** A fingerprint of each secret that the ledger depends on, by name. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/** A stream that was hidden, renamed or removed by hand. */
export interface StreamTrouble {
  /** `null`: its name is missing, too. */
  readonly stream: string | null;
  /** In words, for a message. */
  readonly problem: string;
}

/** What an engine with a file of its own stores beside the events. All methods raise what a read of the log raises. */
export interface LogIdentity {
  /** The current status, including appends of other processes. */
  status(): Promise<LogStatus>;
  /** The running digest at a position; `null`: retention has removed it with its event; empty: it should be there. */
  digestAt(position: number): Promise<string | null>;
  /**
   * One look, of some milliseconds, at the beginnings of streams: whether all are there and under their names, and none
   * but those with the prefixes hides events. `null`: nothing was seen. An audit sees more.
   */
  streamTrouble(thinnedPrefixes: readonly string[]): Promise<StreamTrouble | null>;
  /** Stores the fingerprint of a secret, unless one is stored. */
  keepFingerprint(name: string, fingerprint: string): Promise<void>;
  /**
   * Removes the fingerprint of a secret, so that another secret can be stored under its name. Events are not affected.
   */
  forgetFingerprint(name: string): Promise<void>;
  /** Raises `EventLogUnavailable` while nothing can be recorded: file missing or replaced, or disk full. */
  assertWritable(): Promise<void>;
}
