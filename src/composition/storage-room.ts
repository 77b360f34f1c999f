import { keptBytes } from '../../projections/kept-bytes.ts';
import { createReadModelStoredBytes } from '../ledger/read-models/read-model-stored-bytes.ts';
import type { LimitsBook } from '../limits/caller-limits.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { StorageRoom } from '../ledger/storage-room.ts';

/** What each tenant keeps by this ledger, and what of it is on its way through this process. */
export function configuredStorageRoom({ readModels, follower }: OpenedLedger, limits: LimitsBook): StorageRoom {
  const catchUp = (): Promise<void> => follower.caughtUp([keptBytes]);
  return new StorageRoom({
    storedBytes: createReadModelStoredBytes({ readModels, storedBytes: keptBytes, catchUp }),
    limits,
  });
}
