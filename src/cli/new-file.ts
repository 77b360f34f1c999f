import { writeFile } from 'node:fs/promises';
import { notUsable, refused } from './cli-error.ts';

interface NewFile {
  readonly text: string;
  /** How a user names another file, as the end of an advice. */
  readonly otherwise: string;
  /** Default: as the umask says. */
  readonly mode?: number;
}

/** Writes a file that is not there yet, and never overwrites one. Raises `CliError`. */
export async function writeNewFile(path: string, { text, otherwise, mode }: NewFile): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', ...(mode !== undefined && { mode }) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'EEXIST') throw refused('file_exists', `${path} is there already: ${otherwise}, or move it away`);
    throw notUsable(
      'file_unwritable',
      `${path === '' ? 'a file without a name' : path} cannot be written (${code}): ${otherwise}`,
    );
  }
}
