import type { StorageClaims } from '../../ledger/storage-claims.ts';
import type { Storable, Tagged } from '../records.ts';

export interface AssertMayStoreDeps {
  readonly storageClaims: StorageClaims;
}

/**
 * Refuses a request whose answer is to be stored, or recorded under an idempotency key, when its tenant has no space
 * left, before anything is held: an answer that was paid for is never left out. The size of the answer is not known yet:
 * only the input, if it is stored with it, is counted. Raises `storage_limit_exceeded`.
 */
export async function assertMayStore(tagged: Tagged, { storageClaims }: AssertMayStoreDeps): Promise<Storable> {
  const { request, caller } = tagged;
  const tenantId = caller.key.tenant_id;
  const bytes = request.memory?.isStored === true ? request.input.bytes : 0;
  // The local count may lag behind a removal. A claim catches up with the log before it refuses.
  if (!storageClaims.hasSpace(tenantId, bytes)) (await storageClaims.claim(tenantId, bytes)).release();
  return { ...tagged, mayBeStored: true };
}
