import type { FileEvent } from '../src/domain/file-events.ts';
import { filePrefix } from '../src/ledger/stream-names.ts';
import type { FileJob } from '../src/ports/file-index.ts';
import type { Projection } from '../src/ports/read-models.ts';

/**
 * One document per file with unfinished work at its upstream: an upload or a removal to complete, or a removal to
 * repeat.
 */
export const fileJobs: Projection<FileJob, FileEvent> = {
  name: 'file-jobs',
  version: 2,
  streamPrefixes: [filePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => event.data.file_id,
  evolve: (_, { event }) => jobLeftBy(event),
};

function jobLeftBy(event: FileEvent): FileJob | null {
  switch (event.type) {
    case 'FileUploadBegan': {
      const { file_id, dialect, account, bytes, name_hash, began_at } = event.data;
      return { kind: 'upload', file_id, dialect, account, bytes, name_hash, began_at };
    }
    case 'FileRemovalBegan':
      return { kind: 'asked_removal', file_id: event.data.file_id };
    case 'FileRemovalDeferred':
      return { kind: 'removal', file_id: event.data.file_id };
    case 'FileUploadFailed':
    case 'FileUploaded':
    case 'FileRemovalRefused':
    case 'FileDeleted':
    case 'FileExpired':
      return null;
  }
}
