import { z } from 'zod';

/** In which protocol a file was uploaded, and is listed, named and read: a file is of one. */
export const fileDialectSchema = z.enum(['openai', 'anthropic']);
/** The name of such a protocol. */
export type FileDialect = z.infer<typeof fileDialectSchema>;

/**
 * Ids of files: `file-` or `file_` by dialect, 12 hex digits of time and 32 of chance. The time is counted down, so that
 * in any list by id the newest comes first; the 128 random bits are what nobody guesses.
 */
const prefixes: Readonly<Record<FileDialect, string>> = { openai: 'file-', anthropic: 'file_' };
const timeMax = 0xff_ff_ff_ff_ff_ff;
const randomDigits = 32;

/** Writes an id. `randomHex`: 32 hex digits. Raises `RangeError` for any other length. */
export function fileId(dialect: FileDialect, nowMs: number, randomHex: string): string {
  if (randomHex.length !== randomDigits) throw new RangeError('a file id is made of 32 random hex digits');
  return prefixes[dialect] + (timeMax - nowMs).toString(16).padStart(12, '0') + randomHex;
}

/** Whether a text can be an id of ours in this dialect at all. */
export function isFileId(dialect: FileDialect, text: string): boolean {
  return text.startsWith(prefixes[dialect]) && /^file[-_][0-9a-f]{44}$/.test(text);
}
