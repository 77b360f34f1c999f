import { crc32 } from 'node:zlib';
import { unzipSync, type UnzipFileInfo } from 'fflate';
import { statementBytesMax, StatementUnreadable, type BankStatement } from '../ports/bank-statement.ts';
import { readCamtStatements } from './bank-statements/camt-statement.ts';
import { readCsvStatement } from './bank-statements/csv-statement.ts';
import { isMt940, readMt940Statements } from './bank-statements/mt940-statement.ts';
import { statementText } from './bank-statements/statement-text.ts';

/** Most files of an archive. */
const archivedFilesMax = 1_000;

/**
 * Reads the bank statements of a file of any format, or of each file of a zip archive in the order of their names. Raises
 * {@link StatementUnreadable}: one file that cannot be read refuses the archive.
 */
export function readBankStatements(bytes: Uint8Array): readonly BankStatement[] {
  return isArchive(bytes) ? archivedStatements(bytes) : readFile(bytes);
}

/** A zip begins with its first file, or with its directory where it has none: a text may begin with the letters PK too. */
function isArchive(bytes: Uint8Array): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1'));
}

function readFile(bytes: Uint8Array): readonly BankStatement[] {
  if (isArchive(bytes)) throw new StatementUnreadable('it is an archive itself: unpack the outer one first');
  const text = statementText(bytes);
  if (text.startsWith('%PDF'))
    throw new StatementUnreadable('it is a PDF, which is for people: take camt.053 or MT940');
  if (text.trim() === '') throw new StatementUnreadable('it is empty');
  // XML begins with a character that no other format begins with.
  if (text.trimStart().startsWith('<')) return readCamtStatements(text);
  return isMt940(text) ? readMt940Statements(text) : [readCsvStatement(text)];
}

function archivedStatements(bytes: Uint8Array): readonly BankStatement[] {
  const files = Object.entries(unpacked(bytes)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (files.length === 0) throw new StatementUnreadable('it is an archive without files');
  return files.flatMap(([, file], index) => {
    try {
      return readFile(file);
    } catch (error) {
      if (!(error instanceof StatementUnreadable)) throw error;
      throw new StatementUnreadable(`file ${index + 1} of ${files.length} in the archive: ${error.message}`);
    }
  });
}

/** The files of an archive, without folders and what systems add. Bounded before anything is unpacked. */
function unpacked(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let [total, count] = [0, 0];
  const checksums = checksumsIn(bytes);
  const expected = new Map<string, number>();
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    expected.set(name, checksums.next().value);
    if (name.endsWith('/') || /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(name)) return false;
    total += originalSize;
    count += 1;
    if (count > archivedFilesMax) throw new StatementUnreadable(`it has more than ${archivedFilesMax} files`);
    if (total > statementBytesMax) throw new StatementUnreadable(`it holds more than ${statementBytesMax} bytes`);
    return true;
  };
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    files = unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof StatementUnreadable) throw error;
    throw new StatementUnreadable('it is an archive that cannot be unpacked');
  }
  // Of two with one name there is only the second.
  if (Object.keys(files).length !== count)
    throw new StatementUnreadable('it is an archive in which files share a name');
  for (const [name, file] of Object.entries(files)) {
    // The library does not look.
    if (crc32(file) !== expected.get(name)) throw new StatementUnreadable('it is an archive with a damaged file');
  }
  return files;
}

/** The checksums of an archive's files, in the order of its directory. */
function* checksumsIn({ buffer, byteOffset, byteLength }: Uint8Array): Generator<number, never> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06') + 16);
  for (;;) {
    yield bytes.readUInt32LE(at + 16);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
