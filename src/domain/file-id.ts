import { z } from 'zod';

/** The protocol in which a file is uploaded, listed, named and read. A file belongs to one protocol. */
export const fileDialectSchema = z.enum(['openai', 'anthropic']);
/** The name of such a protocol. */
export type FileDialect = z.infer<typeof fileDialectSchema>;

/**
 * Ids of files: `file-` or `file_` by dialect, 12 hex digits of time and 32 random ones. The time counts down, so that
 * lists sorted by id begin with the newest. The 128 random bits cannot be guessed.
 */
const prefixes: Readonly<Record<FileDialect, string>> = { openai: 'file-', anthropic: 'file_' };
const timeMax = 0xff_ff_ff_ff_ff_ff;
const randomDigits = 32;

/** The form of these ids, in both protocols. */
export const fileIdPattern = /^file[-_][0-9a-f]{44}$/;

/** Writes an id. `randomHex`: 32 hex digits. Raises `RangeError` for any other length. */
export function fileId(dialect: FileDialect, nowMs: number, randomHex: string): string {
  if (randomHex.length !== randomDigits) throw new RangeError('a file id is made of 32 random hex digits');
  return prefixes[dialect] + (timeMax - nowMs).toString(16).padStart(12, '0') + randomHex;
}

/** Whether a text has the form of one of our ids in this dialect. */
export function isFileId(dialect: FileDialect, text: string): boolean {
  return text.startsWith(prefixes[dialect]) && fileIdPattern.test(text);
}
