import { readFileSync, statSync } from 'node:fs';
import { wrongUsage } from './cli-error.ts';

/** The bytes of a file that a command names. Raises `CliError` for none, and for one with more than `bytesMax` bytes. */
export function bytesOf(file: string, bytesMax: number): Buffer {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw wrongUsage(`${file} does not exist`);
  // A pipe may never end.
  if (!found.isFile()) throw wrongUsage(`${file} is not a file`);
  if (found.size > bytesMax) throw wrongUsage(`${file} is larger than ${bytesMax} bytes`);
  return readFileSync(file);
}
