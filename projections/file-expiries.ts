import type { FileEvent } from '../src/domain/file-events.ts';
import { filePrefix } from '../src/ledger/stream-names.ts';
import type { FileExpiry } from '../src/ports/file-index.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per file that will expire, in order of expiry. */
export const fileExpiries: Projection<FileExpiry, FileEvent> = {
  name: 'file-expiries',
  version: 1,
  streamPrefixes: [filePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => {
    const expiresAt = 'expires_at' in event.data ? event.data.expires_at : null;
    return typeof expiresAt === 'string' ? `${expiresAt}/${event.data.file_id}` : null;
  },
  evolve: (_, { event }) => expiryAfter(event),
};

function expiryAfter(event: FileEvent): FileExpiry | null {
  switch (event.type) {
    case 'FileUploaded': {
      const { file_id, expires_at } = event.data;
      return expires_at === null ? null : { file_id, expires_at };
    }
    case 'FileUploadBegan':
    case 'FileUploadFailed':
    case 'FileRemovalBegan':
    case 'FileRemovalRefused':
    case 'FileRemovalDeferred':
    case 'FileDeleted':
    case 'FileExpired':
      return null;
  }
}
