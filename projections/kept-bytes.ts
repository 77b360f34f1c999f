import type { FileEvent } from '../src/domain/file-events.ts';
import type { ResponseEvent } from '../src/domain/response-events.ts';
import { filePrefix, responsePrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** What a tenant keeps: the sum of the sizes of its stored responses and files. */
export interface KeptSum {
  readonly bytes: number;
}

/**
 * One document per tenant that keeps anything. Each file and response is counted once and taken off once, since its stream
 * stores it once and removes it once. What was recorded before there was a limit is not counted: its removal does not say
 * how large it was.
 */
export const keptBytes: Projection<KeptSum, FileEvent | ResponseEvent> = {
  name: 'kept-bytes',
  version: 1,
  streamPrefixes: [filePrefix, responsePrefix],
  keyOf: ({ event }) => (changeBy(event) === 0 ? null : event.data.tenant_id),
  evolve: (known, { event }) => {
    const bytes = (known?.bytes ?? 0) + changeBy(event);
    return bytes === 0 ? null : { bytes };
  },
};

function changeBy({ type, data }: FileEvent | ResponseEvent): number {
  switch (type) {
    case 'FileUploaded':
    case 'ResponseStored':
      return data.counted_bytes ?? 0;
    case 'FileDeleted':
    case 'FileExpired':
    case 'ResponseDeleted':
    case 'ResponseExpired':
      return -(data.counted_bytes ?? 0);
    case 'FileUploadBegan':
    case 'FileUploadFailed':
    case 'FileRemovalBegan':
    case 'FileRemovalRefused':
    case 'FileRemovalDeferred':
      return 0;
  }
}
