import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveRefused, ArchiveUnavailable, type ArchiveStore } from '../ports/archive-store.ts';

/** A copy of an archive in a folder, to be read alone. */
export function createFolderArchiveStore(folder: string): ArchiveStore {
  const pathOf = (name: string): string => join(folder, ...name.split('/'));
  const has = async (name: string): Promise<boolean> => {
    try {
      return (await stat(pathOf(name))).isFile();
    } catch (error) {
      if (isAbsent(error)) return false;
      throw unreadable(name, error);
    }
  };
  return {
    place: folder,
    has,
    put: () => Promise.reject(new ArchiveRefused(`${folder} is a copy of an archive: nothing is written to it`)),
    get: async (name) => ((await has(name)) ? bytesOf(pathOf(name), name) : null),
    async *list(of) {
      const names = await readdir(pathOf(of)).catch((error: unknown) => {
        if (isAbsent(error)) return [];
        throw unreadable(of, error);
      });
      for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) yield `${of}/${name}`;
    },
  };
}

async function* bytesOf(path: string, name: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw unreadable(name, error);
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function unreadable(name: string, error: unknown): ArchiveUnavailable {
  return new ArchiveUnavailable(`${name} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
}
