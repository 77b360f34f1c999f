import type { FileDialect } from '../../domain/file-id.ts';
import type { FileJob, FileExpiry, FileIndex, IndexedFile } from '../../ports/file-index.ts';
import { expiredIn } from './each-document.ts';
import type { Projection, DocumentReader } from '../../ports/read-models.ts';

export interface ReadModelFileIndexOptions {
  readonly readModels: DocumentReader;
  /** Documents by owner, dialect and id, newest first. */
  readonly files: Projection<IndexedFile>;
  /** Documents in order of expiry. */
  readonly expiries: Projection<FileExpiry>;
  /** Documents by file id. */
  readonly jobs: Projection<FileJob>;
  /** Prefix of the keys of one owner in one dialect. */
  readonly ownerKey: (userId: string, dialect: FileDialect) => string;
  /** Lookup key of a file by its account and the upstream's id. */
  readonly upstreamKey: (account: string, upstreamFileId: string) => string;
  /** Resolves when the projections include everything recorded before the call. */
  catchUp(): Promise<void>;
}

const filesMax = 10_000;

/** The index over read models, which catch up with the log before each answer. */
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
      const page = expiredIn(readModels, expiries, { now, afterKey, limit });
      return page.map(({ key, document }) => ({ key, fileId: document.file_id }));
    },
    async jobs({ afterId, limit }) {
      await options.catchUp();
      const page = readModels.list(jobs, { limit, ...(afterId === null ? {} : { afterKey: afterId }) });
      return page.map(({ document }) => document);
    },
    async isKnown(account, upstreamFileId) {
      await options.catchUp();
      return readModels.find(files, upstreamKey(account, upstreamFileId)) !== null;
    },
  };
}
