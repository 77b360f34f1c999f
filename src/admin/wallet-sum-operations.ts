import { z } from 'zod';
import {
  markedWallets,
  markedWalletsPrefix,
  walletSums,
  walletSumsKey,
  type WalletSums,
} from '../../projections/wallet-sums.ts';
import { walletBalances, type WalletBalance } from '../../projections/wallet-balances.ts';
import { eurFromNano, nanoFromSum } from '../domain/money.ts';
import { notFound } from './administrator.ts';
import { uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation } from './operation.ts';
import { amountOutput, countOutput, type Shown } from './outputs.ts';
import { placeOfTenant } from './reads-within.ts';

/** What wallets have together. */
export const walletSumsOutput = z
  .strictObject({
    object: z.literal('wallet_sums'),
    wallets: countOutput,
    posted_eur: amountOutput,
    reserved_eur: amountOutput.describe('What running requests hold.'),
    granted_eur: amountOutput,
    credited_eur: amountOutput,
    debited_eur: amountOutput,
    settled_eur: amountOutput.describe('What requests cost.'),
    open_reservations: countOutput,
    flagged_reservations: countOutput.describe('Those whose outcome is unknown.'),
    restricted_wallets: countOutput,
    low_wallets: countOutput.describe('Those whose posted balance is below their alert.'),
  })
  .meta({ id: 'WalletSums', description: 'What wallets have together.' });

const measureWallets = adminOperation({
  id: 'measureWallets',
  method: 'get',
  path: '/wallet-sums',
  command: 'wallets measure',
  summary: 'Sum the wallets of a tenant, or of all: what they have, what is held, and how many are below their alert.',
  action: 'wallets.read',
  input: z.strictObject({
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller; for the platform, all tenants.'),
  }),
  output: walletSumsOutput,
  run: async ({ tenant_id }, request) => {
    const { administrator, deps } = request;
    const reach = administrator.reach('wallets.read');
    const { person } = administrator;
    const tenantId = tenant_id ?? (reach === 'all' ? null : (person?.tenant_id ?? null));
    await deps.catchUp([walletBalances, walletSums]);
    if (reach === 'own') {
      if (person === null || tenantId !== person.tenant_id) throw notFound('tenant');
      const own = deps.readModels.get(walletBalances, person.wallet_id);
      if (own?.tenant_id !== tenantId) return shownSums(null);
      const low = deps.readModels.get(markedWallets, markedWalletsPrefix('low', tenantId) + own.wallet_id) !== null;
      return { ...shownSums(null), ...sumsOfOne(own), low_wallets: Number(low) };
    }
    if (tenantId !== null) {
      administrator.assertMay('wallets.read', await placeOfTenant(request, tenantId), 'tenant');
    }
    // `as`: the key is that of sums.
    return shownSums(deps.readModels.get(walletSums, walletSumsKey(tenantId)) as WalletSums | null);
  },
});

/** Operations that sum wallets. */
export const walletSumOperations: readonly AdminOperation[] = [measureWallets];

const nothing = eurFromNano(0n);
const none: WalletSums = {
  wallets: 0,
  credited_eur: nothing,
  debited_eur: nothing,
  settled_eur: nothing,
  reserved_eur: nothing,
  granted_eur: nothing,
  open_reservations: 0,
  flagged_reservations: 0,
  restricted_wallets: 0,
  low_wallets: 0,
};

function shownSums(found: WalletSums | null): Shown<typeof walletSumsOutput> {
  const sums = found ?? none;
  const posted = nanoFromSum(sums.credited_eur) - nanoFromSum(sums.debited_eur) - nanoFromSum(sums.settled_eur);
  return { object: 'wallet_sums', ...sums, posted_eur: eurFromNano(posted) };
}

function sumsOfOne(balance: WalletBalance): Partial<Shown<typeof walletSumsOutput>> {
  const { posted_eur, reserved_eur, granted_eur, credited_eur, debited_eur, settled_eur } = balance;
  return {
    posted_eur,
    reserved_eur,
    granted_eur,
    credited_eur,
    debited_eur,
    settled_eur,
    wallets: 1,
    open_reservations: balance.open_reservations,
    flagged_reservations: balance.flagged_reservations,
    restricted_wallets: Number(balance.restricted),
  };
}
