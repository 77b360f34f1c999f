import type { Projection } from '../src/ports/read-models.ts';
import { actions } from './actions.ts';
import { allocations } from './allocations.ts';
import { apiKeys } from './api-keys.ts';
import { charges } from './charges.ts';
import { fileJobs } from './file-jobs.ts';
import { deliveries } from './deliveries.ts';
import { expiringLots } from './expiring-lots.ts';
import { fileExpiries } from './file-expiries.ts';
import { files } from './files.ts';
import { formerSecrets } from './former-secrets.ts';
import { keyExpiries } from './key-expiries.ts';
import { keptBytes } from './kept-bytes.ts';
import { openReservations } from './open-reservations.ts';
import { openPayouts } from './open-payouts.ts';
import { openTopups } from './open-topups.ts';
import { openTransfers } from './open-transfers.ts';
import { owedMargins } from './owed-margins.ts';
import { ownedIds } from './owned-ids.ts';
import { payouts } from './payouts.ts';
import { policies } from './policies.ts';
import { priceLists } from './price-lists.ts';
import { principals } from './principals.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { responseExpiries } from './response-expiries.ts';
import { responseIndex } from './response-index.ts';
import { scopes } from './scopes.ts';
import { tenantWallets } from './tenant-wallets.ts';
import { topups } from './topups.ts';
import { transfers } from './transfers.ts';
import { usage } from './usage.ts';
import { walletBalances } from './wallet-balances.ts';
import { walletSums } from './wallet-sums.ts';
import { webhooks } from './webhooks.ts';

/**
 * Every read model: what a gateway follows, and what `waybill ledger verify` compares with the log. Fed in this order:
 * keys come last, so that a reader that finds a key also finds the user and the policies recorded before it.
 */
export const projectionCatalogue: readonly Projection<object>[] = [
  walletBalances,
  walletSums,
  openReservations,
  usage,
  charges,
  actions,
  tenantWallets,
  openTransfers,
  topups,
  openTopups,
  openPayouts,
  payouts,
  expiringLots,
  owedMargins,
  priceLists,
  transfers,
  allocations,
  webhooks,
  deliveries,
  keyExpiries,
  responseIndex,
  responseExpiries,
  files,
  fileExpiries,
  fileJobs,
  keptBytes,
  recordedAnswers,
  policies,
  scopes,
  principals,
  ownedIds,
  formerSecrets,
  apiKeys,
];
