import type { StorageRoom } from '../ledger/storage-room.ts';
import type { Named, Storable } from './stages.ts';

export interface AssertMayStoreDeps {
  readonly storageRoom: StorageRoom;
}

/**
 * Refuses a request whose answer is to be stored where its tenant has no room, before anything is held. Nobody knows how
 * large the answer will be: the input is counted, which is stored with it. Raises `storage_limit_exceeded`.
 */
export function assertMayStore(named: Named, { storageRoom }: AssertMayStoreDeps): Storable | Promise<Storable> {
  const { request, caller } = named;
  const tenantId = caller.key.tenant_id;
  const { bytes } = request.input;
  const storable = { ...named, mayBeStored: true } as const;
  if (request.memory?.isStored !== true || storageRoom.hasRoom(tenantId, bytes)) return storable;
  // Something may just have been removed: whoever is refused is refused by the whole log.
  return storageRoom.claim(tenantId, bytes).then((room) => {
    room.leave();
    return storable;
  });
}
