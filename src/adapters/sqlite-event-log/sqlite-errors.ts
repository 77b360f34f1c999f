// Primary result codes of SQLite.
const sqliteBusy = 5;
const sqliteReadonly = 8;
const sqliteCorrupt = 11;
const sqliteFull = 13;
const sqliteNotadb = 26;
const primaryCodeMask = 0xff;
// An extended code; its lowest byte is the primary code of all I/O errors.
const sqliteIoerrWrite = 778;

/** Whether another connection holds the lock that was needed. */
export function saysBusy(error: unknown): boolean {
  return primaryCode(error) === sqliteBusy;
}

/** Whether the file is damaged or not an SQLite file. */
export function saysDamaged(error: unknown): boolean {
  const code = primaryCode(error);
  return code === sqliteCorrupt || code === sqliteNotadb;
}

/** Whether a write to the file failed, possibly because the disk is full: the data is not in the file. */
export function saysNotWritten(error: unknown): boolean {
  return primaryCode(error) === sqliteFull || extendedCode(error) === sqliteIoerrWrite;
}

/** What the operator can do about an error that the file's place causes; empty: nothing that is known. */
export function adviceOn(error: unknown): string {
  const code = primaryCode(error);
  if (code === sqliteReadonly) return '; run as the user that owns the data directory, where it can be written';
  return saysNotWritten(error) ? '; make room on the disk' : '';
}

function primaryCode(error: unknown): number | null {
  const code = extendedCode(error);
  return code === null ? null : code & primaryCodeMask;
}

function extendedCode(error: unknown): number | null {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code : null;
}
