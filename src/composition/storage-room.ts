import { bytesKeptBy, keptProjections } from '../../projections/kept-bytes.ts';
import { StorageRoom } from '../ledger/storage-room.ts';
import type { LimitsBook } from '../limits/caller-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenedLedger } from './opened-ledger.ts';

/** The storage room of each tenant: its stored bytes in this ledger, and those that this process is storing. */
export function configuredStorageRoom(
  { readModels, follower }: OpenedLedger,
  limits: LimitsBook,
  clock: Clock,
): StorageRoom {
  const storedBytes = {
    of: (tenantId: string) => bytesKeptBy(tenantId, readModels, clock.now()),
    catchUp: () => follower.caughtUp(keptProjections),
  };
  return new StorageRoom({ storedBytes, limits });
}
