import type { FileDialect } from '../domain/file-id.ts';
import type { FileIndex, IndexedFile } from '../ports/file-index.ts';
import type { Projection, ReadModels } from '../ports/read-models.ts';

export interface ReadModelFileIndexOptions {
  readonly readModels: ReadModels;
  /** By owner, dialect and id, the newest first. */
  readonly files: Projection<IndexedFile>;
  /** What the keys of one owner in one dialect begin with. */
  readonly ownerKey: (userId: string, dialect: FileDialect) => string;
  /** Resolves when the projection holds all that was recorded before the call. */
  catchUp(): Promise<void>;
}

const filesMax = 10_000;

/** The index over read models, which are level with the log before each answer. */
export function createReadModelFileIndex(options: ReadModelFileIndexOptions): FileIndex {
  const { readModels, files, ownerKey } = options;
  return {
    async filesOf(userId, dialect) {
      await options.catchUp();
      const prefix = ownerKey(userId, dialect);
      const page = readModels.list(files, { afterKey: prefix, limit: filesMax });
      const end = page.findIndex(({ key }) => !key.startsWith(prefix));
      return page.slice(0, end < 0 ? page.length : end).map(({ document }) => document);
    },
  };
}
