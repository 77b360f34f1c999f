import { randomBytes, randomUUID } from 'node:crypto';
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
import { priceLists } from '../../projections/price-lists.ts';
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
import type { AdminDeps } from '../admin/operation.ts';
import { StreamBells } from '../ledger/following/stream-bells.ts';
import { removeContent } from '../ledger/sealed-contents.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { Projection } from '../ports/read-models.ts';
import type { OpenedLedger } from './opened-ledger.ts';

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
  priceLists,
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

/** The dependencies of management operations on a ledger. */
export function adminDeps(
  ledger: Pick<
    OpenedLedger,
    'log' | 'logEnd' | 'retention' | 'wallets' | 'bankEntries' | 'readModels' | 'follower' | 'onReceived'
  >,
  keyHasher: KeyHasher,
  configured: Pick<
    AdminDeps,
    | 'publicProfiles'
    | 'knownNames'
    | 'pricedProfiles'
    | 'protectsPeople'
    | 'targets'
    | 'billingRecords'
    | 'bankAccount'
    | 'sealSecret'
    | 'consoleOrigin'
  >,
): AdminDeps {
  let bells: StreamBells | null = null;
  return {
    log: ledger.log,
    logEnd: ledger.logEnd,
    listen: (streamPrefixes) => (bells ??= bellsOf(ledger)).listen(streamPrefixes),
    wallets: ledger.wallets,
    bankEntries: ledger.bankEntries,
    removeContent: (stream) => removeContent(ledger.retention, stream),
    readModels: ledger.readModels,
    catchUp: (projections) => ledger.follower.caughtUp(projections),
    keyHasher,
    createId: randomUUID,
    mintSecret: () => randomBytes(32),
    now: () => Date.now(),
    readStatements: async (file) => {
      const { readBankStatements } = await import('../adapters/bank-statements.ts');
      return readBankStatements(file);
    },
    drawQrCode: async (text) => {
      const { qrSvg } = await import('../adapters/qr-svg.ts');
      return qrSvg(text);
    },
    writeWorkbook: async (workbook) => {
      // Loaded on first use: few ever ask for one.
      const { xlsxWorkbook } = await import('../adapters/xlsx-workbook.ts');
      return await xlsxWorkbook(workbook);
    },
    ...configured,
  };
}

/** Made for the first who follows a list, so that requests cost nothing until then. */
function bellsOf({ onReceived }: Pick<OpenedLedger, 'onReceived'>): StreamBells {
  const bells = new StreamBells();
  onReceived((events) => bells.ring(events));
  return bells;
}
