/** Exit codes, the same for every command and part of the contract with scripts. */
export const exitCodes = {
  done: 0,
  /** A rule refused the command, a named resource does not exist, or a difference was found. */
  refused: 1,
  wrongUsage: 2,
  /** The ledger or the configuration cannot be used. */
  notUsable: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An expected failure of a command. The message is one line and says what to do next. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** For programs: snake_case, stable. */
  readonly code: string;
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, code: string, message: string) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

export function refused(code: string, message: string): CliError {
  return new CliError(exitCodes.refused, code, message);
}

export function wrongUsage(message: string): CliError {
  return new CliError(exitCodes.wrongUsage, 'wrong_usage', message);
}

export function notUsable(code: string, message: string): CliError {
  return new CliError(exitCodes.notUsable, code, message);
}

/** Failures by the name of their error class: the code for programs, and what to do next. */
const failures: Readonly<Record<string, readonly [code: string, next: string]>> = {
  ConfigError: ['configuration_unusable', ''],
  AddressUnusable: ['address_unusable', ''],
  SandboxUnusable: ['sandbox_unusable', ''],
  ConsoleSessionsUnusable: ['console_sessions_unusable', ''],
  SecretFileUnusable: ['secret_unusable', ''],
  KeyPepperMissing: ['no_key_pepper', ''],
  DirectoryContradicted: ['directory_contradicted', ''],
  EventLogUnavailable: ['ledger_unavailable', ''],
  EventLogBusy: ['ledger_busy', 'try again'],
  AppendOutcomeUnknown: ['outcome_unknown', 'check the ledger before you repeat the command'],
  ReadModelsUnavailable: ['read_models_unavailable', ''],
  ProjectionStopped: ['projection_stopped', 'see `waybill projections list`, or upgrade Waybill'],
  PublisherUnavailable: ['kafka_unavailable', 'some events may have been published; try again'],
  TopicsUnusable: ['topics_unusable', ''],
  UnknownEventType: ['event_unknown', ''],
  EventDamaged: ['event_damaged', 'see `waybill ledger verify`'],
  StreamTombstoned: ['stream_tombstoned', 'put a backup back'],
  ArchiveUnavailable: ['archive_unavailable', 'try again'],
  ArchiveRefused: ['archive_refused', ''],
  ArchiveDamaged: ['archive_damaged', 'see `waybill archive verify`'],
};

const isFile = 'a file is where a directory is needed: set WAYBILL_DATA_DIR to a directory';

/** Error codes of the operating system that a command can get. */
const systemFailures: Readonly<Record<string, string>> = {
  EACCES:
    'the permissions do not allow it: run as the user that owns the data directory, or set WAYBILL_DATA_DIR to one of your own',
  EROFS: 'the file system is read-only: set WAYBILL_DATA_DIR to a directory that can be written',
  ENOTDIR: isFile,
  // Only `mkdir` raises it here: a directory that is there is taken as it is.
  EEXIST: isFile,
  ENOSPC: 'the disk is full: make room, then try again',
  EMFILE: 'this process may open too few files: raise the limit (ulimit -n), then try again',
  ENFILE: 'this machine has too many files open: end what is not needed, then try again',
};

/** An error as the command reports it; `null`: an unexpected error. */
export function explained(error: unknown): CliError | null {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return null;
  const failure = failures[error.name];
  if (failure !== undefined) {
    const [code, next] = failure;
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return notUsable(code, next === '' ? error.message : `${error.message}${cause}; ${next}`);
  }
  const system = 'code' in error && typeof error.code === 'string' ? systemFailures[error.code] : undefined;
  // Only what the operating system refused names the call.
  const next = system ?? ('syscall' in error ? 'see that it names what is there and may be used' : undefined);
  return next === undefined ? null : notUsable('system_error', `${error.message}: ${next}`);
}

/** The message of an error in one line, as a command and a start print it. Several problems are separated by semicolons. */
export function inOneLine(message: string): string {
  return message.replaceAll(/(:?)\s*\n\s*(→?)/g, (_, colon: string, arrow: string) => {
    if (colon !== '') return ': ';
    // The place of a problem, after an arrow, stays with it.
    return arrow === '' ? '; ' : ' →';
  });
}
