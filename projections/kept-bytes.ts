import type { FileEvent } from '../src/domain/file-events.ts';
import type { ResponseEvent } from '../src/domain/responses/response-events.ts';
import { filePrefix, responsePrefix } from '../src/ledger/stream-names.ts';
import type { DocumentReader, Projection } from '../src/ports/read-models.ts';
import { recordedAnswerBytes, recordedAnswers } from './recorded-answers.ts';

/** Bytes that a tenant stores: the sum of the sizes of its stored responses and files. */
export interface KeptSum {
  readonly bytes: number;
}

/**
 * One document per tenant that stores anything. Each file and response is added once and subtracted once, because its
 * stream stores it once and removes it once.
 */
export const keptBytes: Projection<KeptSum, FileEvent | ResponseEvent> = {
  name: 'kept-bytes',
  version: 1,
  streamPrefixes: [filePrefix, responsePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => (changeBy(event) === 0 ? null : event.data.tenant_id),
  evolve: (known, { event }) => {
    const bytes = (known?.bytes ?? 0) + changeBy(event);
    return bytes === 0 ? null : { bytes };
  },
};

/** What {@link bytesKeptBy} reads. */
export const keptProjections: readonly Projection<object>[] = [keptBytes, recordedAnswers];

/**
 * Bytes that count against the storage limit of a tenant at `now`, in milliseconds since the epoch. Raises
 * `ReadModelsUnavailable`.
 */
export function bytesKeptBy(tenantId: string, readModels: Pick<DocumentReader, 'get'>, now: number): number {
  const stored = readModels.get(keptBytes, tenantId)?.bytes ?? 0;
  return stored + recordedAnswerBytes(readModels.get(recordedAnswers, tenantId), now);
}

function changeBy({ type, data }: FileEvent | ResponseEvent): number {
  switch (type) {
    case 'FileUploaded':
    case 'ResponseStored':
      return data.counted_bytes;
    case 'FileDeleted':
    case 'FileExpired':
    case 'ResponseDeleted':
    case 'ResponseExpired':
      return -data.counted_bytes;
    case 'FileUploadBegan':
    case 'FileUploadFailed':
    case 'FileRemovalBegan':
    case 'FileRemovalRefused':
    case 'FileRemovalDeferred':
      return 0;
  }
}
