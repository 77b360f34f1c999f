import type { FileDialect } from '../../domain/file-id.ts';
import type { FileJob, FileExpiry, FileIndex, IndexedFile } from '../../ports/file-index.ts';
import type { Projection, DocumentReader } from '../../ports/read-models.ts';

export interface ReadModelFileIndexOptions {
  readonly readModels: DocumentReader;
  /** By owner, dialect and id, the newest first. */
  readonly files: Projection<IndexedFile>;
  /** The one that expires first in front. */
  readonly expiries: Projection<FileExpiry>;
  readonly jobs: Projection<FileJob>;
  /** What the keys of one owner in one dialect begin with. */
  readonly ownerKey: (userId: string, dialect: FileDialect) => string;
  /** What finds a file by its account and the id that it has there. */
  readonly upstreamKey: (account: string, upstreamFileId: string) => string;
  /** Resolves when the projections hold all that was recorded before the call. */
  catchUp(): Promise<void>;
}

const filesMax = 10_000;

/** The index over read models, which are level with the log before each answer. */
export function createReadModelFileIndex(options: ReadModelFileIndexOptions): FileIndex {
  const { readModels, files, expiries, jobs, ownerKey, upstreamKey } = options;
  return {
    async filesOf(userId, dialect) {
      await options.catchUp();
      const prefix = ownerKey(userId, dialect);
      const page = readModels.list(files, { afterKey: prefix, limit: filesMax });
      const end = page.findIndex(({ key }) => !key.startsWith(prefix));
      return page.slice(0, end < 0 ? page.length : end).map(({ document }) => document);
    },
    async expired(now, { afterKey, limit }) {
      await options.catchUp();
      const page = readModels.list(expiries, { limit, ...(afterKey === null ? {} : { afterKey }) });
      return page
        .filter(({ document }) => Date.parse(document.expires_at) <= now.getTime())
        .map(({ key, document }) => ({ key, fileId: document.file_id }));
    },
    async jobs() {
      await options.catchUp();
      return readModels.list(jobs, { limit: filesMax }).map(({ document }) => document);
    },
    async isKnown(account, upstreamFileId) {
      await options.catchUp();
      return readModels.find(files, upstreamKey(account, upstreamFileId)) !== null;
    },
  };
}
