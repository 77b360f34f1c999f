import { bytesKeptBy, keptProjections } from '../../projections/kept-bytes.ts';
import { StorageClaims } from '../ledger/storage-claims.ts';
import type { LimitsBook } from '../limits/caller-limits.ts';
import type { Clock } from '../time/clock.ts';
import type { OpenedLedger } from './opened-ledger.ts';

/** How much more each tenant may store: by its stored bytes in this ledger, and those that this process is storing. */
export function configuredStorageClaims(
  { readModels, follower }: OpenedLedger,
  limits: LimitsBook,
  clock: Clock,
): StorageClaims {
  const storedBytes = {
    of: (tenantId: string) => bytesKeptBy(tenantId, readModels, clock.now()),
    catchUp: () => follower.caughtUp(keptProjections),
  };
  return new StorageClaims({ storedBytes, limits });
}
