// Primary result codes of SQLite.
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
const PRIMARY_CODE_MASK = 0xff;
// An extended code; its lowest byte is the primary code of all I/O errors.
const SQLITE_IOERR_WRITE = 778;

/** Whether another connection holds the lock that was needed. */
export function saysBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** Whether the file is damaged or not an SQLite file. */
export function saysDamaged(error: unknown): boolean {
  const code = primaryCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Whether a write to the file failed, possibly because the disk is full: the data is not in the file. */
export function saysNotWritten(error: unknown): boolean {
  return primaryCode(error) === SQLITE_FULL || extendedCode(error) === SQLITE_IOERR_WRITE;
}

function primaryCode(error: unknown): number | null {
  const code = extendedCode(error);
  return code === null ? null : code & PRIMARY_CODE_MASK;
}

function extendedCode(error: unknown): number | null {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code : null;
}
