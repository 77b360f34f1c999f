import { z } from 'zod';
import { apiKeys } from '../../projections/api-keys.ts';
import { tenantWallets } from '../../projections/tenant-wallets.ts';
import { walletBalances, type WalletBalance } from '../../projections/wallet-balances.ts';
import { markedWallets, markedWalletsPrefix, walletSums, type WalletMark } from '../../projections/wallet-sums.ts';
import { closedAlert } from '../domain/alerts/closed-alerts.ts';
import { lotFigures } from '../domain/lots/lot-figures.ts';
import { eurFromNano } from '../domain/money.ts';
import { walletFigures } from '../domain/wallet-entries/wallet-figures.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { walletStream } from '../ledger/stream-names.ts';
import type { ReadPage } from '../ledger/wallet-fold.ts';
import { walletStateAfter } from '../ledger/wallet-statement.ts';
import { notFound } from './administrator.ts';
import { idInput, pageInput, uuidInput } from './inputs.ts';
import { newestRevision, placeOfTenant, recordedWallet, tenantToFill, walletWithin } from './reads-within.ts';
import { GatewayError } from '../errors.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { amountOutput, countOutput, idOutput, pageOutput, timeOutput, type Shown } from './outputs.ts';
import { onlyPage, ownedPage, scannedPage } from './owned-page.ts';

const figures = z.strictObject({
  wallet_id: idOutput,
  tenant_id: idOutput.nullable().describe('`null` for a wallet whose opening was never recorded.'),
  posted_eur: amountOutput.describe('Credited minus debited minus settled.'),
  reserved_eur: amountOutput.describe('What running requests hold.'),
  granted_eur: amountOutput.describe('The part of the posted amount that was granted and not paid for.'),
  available_eur: amountOutput.describe('Posted minus reserved.'),
  restricted: z.boolean().describe('A cost was above its hold: one request at a time, until a credit.'),
  open_reservations: countOutput,
  flagged_reservations: countOutput.describe('Those whose outcome is unknown.'),
  credited_eur: amountOutput,
  debited_eur: amountOutput.describe('With credit that expired.'),
  settled_eur: amountOutput.describe('What requests cost.'),
  selection_eur: amountOutput.describe('The part of it that paid for choosing routes.'),
  overrun_eur: amountOutput.describe('The part of it that no hold covered.'),
});

/** The balances of a wallet, in what is about something else. */
export const walletFiguresOutput = figures.meta({ id: 'WalletFigures' });

const named = figures.extend({ id: idOutput, object: z.literal('wallet') });
const walletOutput = named.meta({ id: 'Wallet', description: 'A wallet with its balances.' });

const lotOutput = z
  .strictObject({
    lot_id: z.string(),
    kind: z.enum(['paid', 'granted']),
    expires_at: timeOutput.nullable().describe('`null`: never.'),
    available_eur: amountOutput.describe('What new requests can use of it.'),
    reserved_eur: amountOutput.describe('What running requests hold of it.'),
  })
  .meta({ id: 'Lot', description: 'Credit of one origin. Lots are in the order of use.' });

const alertOutput = z
  .strictObject({ below_eur: amountOutput.nullable(), low: z.boolean() })
  .meta({ id: 'WalletAlert' });
const budgetAlertOutput = z
  .strictObject({ key_id: idOutput, budget_eur: amountOutput, left_eur: amountOutput, reported: z.boolean() })
  .meta({ id: 'BudgetAlert' });

/** A wallet with its lots and alerts. */
export const wholeWalletOutput = named
  .extend({ lots: z.array(lotOutput), alert: alertOutput, budget_alerts: z.array(budgetAlertOutput) })
  .meta({ id: 'WholeWallet', description: 'A wallet with its balances, lots and alerts.' });

const createWallet = adminOperation({
  id: 'createWallet',
  method: 'post',
  path: '/wallets',
  command: 'wallets create',
  commandNeeds: ['tenant_id'],
  summary: 'Create an empty wallet for a tenant.',
  action: 'wallets.open',
  input: z.strictObject({
    id: idInput,
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller.'),
  }),
  output: walletOutput,
  run: async ({ id, tenant_id }, request) => {
    const { administrator, deps } = request;
    administrator.reach('wallets.open');
    const tenantId = tenant_id ?? administrator.person?.tenant_id;
    if (tenantId === undefined) {
      throw new GatewayError('invalid_value', { detail: '`tenant_id` is missing.', param: 'tenant_id' });
    }
    await tenantToFill(request, 'wallets.open', tenantId);
    const walletId = request.newId(id);
    const { actor } = administrator;
    await deps.wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId, actor });
    const wallet = await recordedWallet(request, walletId);
    if (wallet?.tenantId !== tenantId) {
      throw new GatewayError('already_exists', { detail: `Another wallet has the id ${walletId}.` });
    }
    return shown(walletId, walletFigures(walletId, wallet));
  },
});

const listWallets = adminOperation({
  id: 'listWallets',
  method: 'get',
  path: '/wallets',
  command: 'wallets list',
  summary: 'List wallets with their balances in the order of their ids.',
  action: 'wallets.read',
  input: z.strictObject({
    ...pageInput,
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller; for the platform, all tenants.'),
    low: z.boolean().optional().describe('Only wallets whose posted balance is below their alert.'),
    restricted: z.boolean().optional().describe('Only wallets that are restricted.'),
    held: z.boolean().optional().describe('Only wallets with open holds.'),
    flagged: z.boolean().optional().describe('Only wallets with holds whose outcome is unknown.'),
  }),
  output: pageOutput(walletOutput),
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const reach = administrator.reach('wallets.read');
    const { person } = administrator;
    const tenantId = asked.tenant_id ?? (reach === 'all' ? null : (person?.tenant_id ?? null));
    const hasHolds = (found: WalletBalance): boolean =>
      (asked.held !== true || found.open_reservations > 0) &&
      (asked.flagged !== true || found.flagged_reservation_ids.length > 0);
    const marks = (['low', 'restricted'] as const).filter((mark) => asked[mark] === true);
    if (reach === 'own') {
      if (person === null || tenantId !== person.tenant_id) throw notFound('tenant');
      await deps.catchUp([walletBalances, walletSums]);
      const own = deps.readModels.get(walletBalances, person.wallet_id);
      const isListed = marks.every((mark) => isMarked(request, mark, tenantId, person.wallet_id));
      return onlyPage(own?.tenant_id === tenantId && isListed && hasHolds(own) ? [shownBalance(own)] : [], asked);
    }
    const list = {
      projection: walletBalances,
      shown: shownBalance,
      keyOf: (id: string): string => id,
      isWanted: hasHolds,
    };
    if (tenantId !== null) {
      administrator.assertMay('wallets.read', await placeOfTenant(request, tenantId), 'tenant');
    }
    const [mark, ...others] = marks;
    if (mark !== undefined) {
      const isWanted = (found: WalletBalance): boolean =>
        hasHolds(found) && others.every((other) => isMarked(request, other, found.tenant_id, found.wallet_id));
      const prefix = markedWalletsPrefix(mark, tenantId);
      return await ownedPage(request, { ...list, index: markedWallets, prefix, isWanted }, asked);
    }
    if (tenantId === null) return await scannedPage(request, list, asked);
    return await ownedPage(request, { ...list, index: tenantWallets, prefix: `${tenantId}/` }, asked);
  },
});

const showWallet = adminOperation({
  id: 'showWallet',
  method: 'get',
  path: '/wallets/{wallet_id}',
  command: 'wallets show',
  summary: 'Show a wallet, read from its own events: as it is, or as it was after one of them.',
  action: 'wallets.read',
  input: z.strictObject({
    wallet_id: uuidInput,
    revision: z
      .int()
      .min(0)
      .max(999_999_999_999)
      .optional()
      .describe('As it was after this event of its stream. Absent: as it is.'),
  }),
  output: wholeWalletOutput,
  run: async ({ wallet_id, revision }, request) => {
    const { deps } = request;
    await walletWithin(request, 'wallets.read', wallet_id);
    if (revision === undefined) return await shownWallet(request, wallet_id);
    const read: ReadPage = (options) => deps.log.readStream(walletStream(wallet_id), options);
    if (revision > (await newestRevision(deps.log, wallet_id))) throw notFound('revision of this wallet');
    return await shownState(request, wallet_id, await walletStateAfter(read, revision));
  },
});

/** Operations on wallets. */
export const walletOperations: readonly AdminOperation[] = [createWallet, listWallets, showWallet];

/** A wallet with its lots and alerts. Raises `resource_not_found`. */
export async function shownWallet(request: AdminRequest, walletId: string): Promise<Shown<typeof wholeWalletOutput>> {
  const state = await recordedWallet(request, walletId);
  if (state === null) throw notFound('wallet');
  return await shownState(request, walletId, state);
}

async function shownState(
  request: AdminRequest,
  walletId: string,
  state: WalletState,
): Promise<Shown<typeof wholeWalletOutput>> {
  const isShown = await keysShownTo(request);
  const alerts = [...state.spendByKey.entries()].flatMap(([key_id, spend]) => {
    const { alert } = closedAlert(spend);
    return alert === undefined || !isShown(key_id) ? [] : [{ key_id, ...alert }];
  });
  const alert = { below_eur: state.lowBelow === null ? null : eurFromNano(state.lowBelow), low: state.isLow };
  const lots = lotFigures(state.lots);
  return shown(walletId, { ...walletFigures(walletId, state), lots, alert, budget_alerts: alerts });
}

/** A member sees only their own keys, also of a wallet that pays for others too. */
export async function keysShownTo({ administrator, deps }: AdminRequest): Promise<(keyId: string) => boolean> {
  if (administrator.reach('wallets.read') !== 'own') return () => true;
  await deps.catchUp([apiKeys]);
  return (keyId) => deps.readModels.get(apiKeys, keyId)?.user_id === administrator.person?.user_id;
}

/** Whether a wallet is below its alert, or restricted, as the read model of the sums has it. */
function isMarked({ deps }: AdminRequest, mark: WalletMark, tenantId: string | null, walletId: string): boolean {
  return deps.readModels.get(markedWallets, markedWalletsPrefix(mark, tenantId ?? '') + walletId) !== null;
}

/** Counts flagged reservations; the list of reservations names them. */
function shownBalance(balance: WalletBalance): Shown<typeof walletOutput> {
  const { flagged_reservation_ids: _, selection_ids: __, ...wallet } = balance;
  return shown(wallet.wallet_id, wallet);
}

function shown<Figures extends object>(id: string, wallet: Figures) {
  return { id, object: 'wallet' as const, ...wallet };
}
