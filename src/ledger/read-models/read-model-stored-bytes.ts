import type { StoredBytes } from '../../ports/stored-bytes.ts';
import type { Projection, DocumentReader } from '../../ports/read-models.ts';

export interface ReadModelStoredBytesOptions {
  readonly readModels: DocumentReader;
  /** By tenant. */
  readonly storedBytes: Projection<{ readonly bytes: number }>;
  catchUp(): Promise<void>;
}

/** The sums over a read model. */
export function createReadModelStoredBytes({
  readModels,
  storedBytes,
  catchUp,
}: ReadModelStoredBytesOptions): StoredBytes {
  return { of: (tenantId) => readModels.get(storedBytes, tenantId)?.bytes ?? 0, catchUp };
}
