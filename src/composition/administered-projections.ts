import { actions } from '../../projections/actions.ts';
import { allocations } from '../../projections/allocations.ts';
import { apiKeys } from '../../projections/api-keys.ts';
import { charges } from '../../projections/charges.ts';
import { deliveries } from '../../projections/deliveries.ts';
import { files } from '../../projections/files.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { expiringLots } from '../../projections/expiring-lots.ts';
import { openPayouts } from '../../projections/open-payouts.ts';
import { openTopups } from '../../projections/open-topups.ts';
import { openTransfers } from '../../projections/open-transfers.ts';
import { ownedIds } from '../../projections/owned-ids.ts';
import { policies } from '../../projections/policies.ts';
import { principals } from '../../projections/principals.ts';
import { responseIndex } from '../../projections/response-index.ts';
import { scopes } from '../../projections/scopes.ts';
import { tenantWallets } from '../../projections/tenant-wallets.ts';
import { payouts } from '../../projections/payouts.ts';
import { topups } from '../../projections/topups.ts';
import { transfers } from '../../projections/transfers.ts';
import { usage } from '../../projections/usage.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { walletSums } from '../../projections/wallet-sums.ts';
import { webhooks } from '../../projections/webhooks.ts';
import type { Projection } from '../ports/read-models.ts';

/** The read models that management operations list from. */
export const administeredProjections: readonly Projection<object>[] = [
  walletBalances,
  walletSums,
  tenantWallets,
  openReservations,
  usage,
  charges,
  actions,
  scopes,
  policies,
  principals,
  apiKeys,
  ownedIds,
  topups,
  openTopups,
  openPayouts,
  payouts,
  expiringLots,
  openTransfers,
  transfers,
  allocations,
  webhooks,
  deliveries,
  responseIndex,
  files,
];
