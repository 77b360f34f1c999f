import { keptBytes } from '../../projections/kept-bytes.ts';
import { createReadModelStoredBytes } from '../ledger/read-models/read-model-stored-bytes.ts';
import type { LimitsBook } from '../limits/caller-limits.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { StorageRoom } from '../ledger/storage-room.ts';

/** The storage room of each tenant: its stored bytes in this ledger, and those that this process is storing. */
export function configuredStorageRoom({ readModels, follower }: OpenedLedger, limits: LimitsBook): StorageRoom {
  const catchUp = (): Promise<void> => follower.caughtUp([keptBytes]);
  return new StorageRoom({
    storedBytes: createReadModelStoredBytes({ readModels, storedBytes: keptBytes, catchUp }),
    limits,
  });
}
