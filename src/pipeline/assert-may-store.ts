import type { StorageRoom } from '../ledger/storage-room.ts';
import type { Storable, Unrepeated } from './records.ts';

export interface AssertMayStoreDeps {
  readonly storageRoom: StorageRoom;
}

/**
 * Refuses a request whose answer is to be stored when its tenant has no room left, before anything is held. The size of
 * the answer is not known yet: only the input, which is stored with it, is counted. Raises `storage_limit_exceeded`.
 */
export function assertMayStore(
  unrepeated: Unrepeated,
  { storageRoom }: AssertMayStoreDeps,
): Storable | Promise<Storable> {
  const { request, caller } = unrepeated;
  const tenantId = caller.key.tenant_id;
  const { bytes } = request.input;
  const storable = { ...unrepeated, mayBeStored: true } as const;
  if (request.memory?.isStored !== true || storageRoom.hasRoom(tenantId, bytes)) return storable;
  // The local count may lag behind a removal. A claim catches up with the log before it refuses.
  return storageRoom.claim(tenantId, bytes).then((room) => {
    room.leave();
    return storable;
  });
}
