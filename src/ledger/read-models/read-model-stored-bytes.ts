import type { StoredBytes } from '../../ports/stored-bytes.ts';
import type { Projection, DocumentReader } from '../../ports/read-models.ts';

export interface ReadModelStoredBytesOptions {
  readonly readModels: DocumentReader;
  /** One document per tenant, by its id. */
  readonly storedBytes: Projection<{ readonly bytes: number }>;
  catchUp(): Promise<void>;
}

/** The stored bytes of tenants, from a read model. */
export function createReadModelStoredBytes({
  readModels,
  storedBytes,
  catchUp,
}: ReadModelStoredBytesOptions): StoredBytes {
  return { of: (tenantId) => readModels.get(storedBytes, tenantId)?.bytes ?? 0, catchUp };
}
