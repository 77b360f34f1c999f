import { promises as fs } from 'node:fs';
import { join } from 'node:path';

/** A spool file has a name only between its creation and its unlinking. An older name is a leftover, milliseconds. */
const momentMs = 60_000;

/**
 * Removes the files of uploads whose process died before it could unlink them. They are empty and unused. Returns their
 * number. A missing directory or file is not an error.
 */
export async function removeSpoolLeftovers(directory: string, nowMs: number): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(directory)) {
    const path = join(directory, name);
    const { mtimeMs } = await fs.stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs < momentMs) continue;
    await fs.rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
