import type { KeptBytes } from '../ports/kept-bytes.ts';
import type { Projection, ReadModels } from '../ports/read-models.ts';

export interface ReadModelKeptBytesOptions {
  readonly readModels: ReadModels;
  /** By tenant. */
  readonly keptBytes: Projection<{ readonly bytes: number }>;
  catchUp(): Promise<void>;
}

/** The sums over a read model. */
export function createReadModelKeptBytes({ readModels, keptBytes, catchUp }: ReadModelKeptBytesOptions): KeptBytes {
  return { of: (tenantId) => readModels.get(keptBytes, tenantId)?.bytes ?? 0, catchUp };
}
