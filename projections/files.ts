import type { FileEvent } from '../src/domain/file-events.ts';
import { filePrefix } from '../src/ledger/stream-names.ts';
import type { IndexedFile } from '../src/ports/file-index.ts';
import type { Projection } from '../src/ports/read-models.ts';

/**
 * One document per file that its owner sees, by owner, dialect and id, the newest first for one owner and dialect; and
 * one by the upstream's id of the file. Removed when the file is removed or has expired.
 */
export const files: Projection<IndexedFile, FileEvent> = {
  name: 'files',
  version: 4,
  streamPrefixes: [filePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => fileKey(event.data.user_id, event.data.dialect, event.data.file_id),
  evolve: (known, { event }) => evolve(known, event),
  lookupOf: ({ account, upstream_file_id }) => upstreamFileKey(account, upstream_file_id),
};

function evolve(known: IndexedFile | null, event: FileEvent): IndexedFile | null {
  switch (event.type) {
    case 'FileUploaded': {
      const { file_id, dialect, tenant_id, purpose, bytes, created_at, expires_at, account, upstream_file_id } =
        event.data;
      return { file_id, dialect, tenant_id, purpose, bytes, created_at, expires_at, account, upstream_file_id };
    }
    // The file exists until the upstream has removed it.
    case 'FileRemovalBegan':
    case 'FileRemovalRefused':
      return known;
    case 'FileUploadBegan':
    case 'FileUploadFailed':
    case 'FileRemovalDeferred':
    case 'FileDeleted':
    case 'FileExpired':
      return null;
  }
}

/** The key of an owner's file; with an empty id, the prefix of all the owner's keys in that dialect. */
export function fileKey(userId: string, dialect: string, id: string): string {
  return `${userId}/${dialect}/${id}`;
}

/** The key of a file by its account and the upstream's id. */
export function upstreamFileKey(account: string, upstreamFileId: string): string {
  return `${account}/${upstreamFileId}`;
}
