import { z } from 'zod';
import { eurFromNano, nanoFromEur, type NanoEur } from '../domain/money.ts';
import type { AlertCommand } from '../domain/alerts/alert-commands.ts';
import { GatewayError } from '../errors.ts';
import { moneyInput, uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { keyWithin, recordedWallet, walletWithin } from './reads-within.ts';
import type { Shown } from './outputs.ts';
import { shownWallet, wholeWalletOutput } from './wallet-operations.ts';
import { notPossible } from './refusal-advice.ts';

/** What an alert that was read tells, and what changes by itself. It may be sent back, and changes nothing. */
const toldFlag = z.boolean().optional().meta({ readOnly: true });

const setWalletAlert = adminOperation({
  id: 'setWalletAlert',
  method: 'put',
  path: '/wallets/{wallet_id}/alert',
  command: 'wallets alert',
  summary: 'Emit `WalletRanLow` each time the posted balance of a wallet falls below an amount.',
  action: 'alerts.write',
  input: z.strictObject({
    wallet_id: uuidInput,
    below_eur: moneyInput.optional().describe('Absent: the alert is removed.'),
    low: toldFlag,
  }),
  output: wholeWalletOutput,
  replaces: async ({ wallet_id }, request) => {
    const { lowBelow } = await walletWithin(request, 'alerts.write', wallet_id);
    return lowBelow === null ? null : { below_eur: eurFromNano(lowBelow) };
  },
  run: async ({ wallet_id, below_eur }, request) => {
    await walletWithin(request, 'alerts.write', wallet_id);
    return await alerted(request, wallet_id, { type: 'set_wallet_alert', below: amountOf(below_eur) });
  },
});

const setBudgetAlert = adminOperation({
  id: 'setBudgetAlert',
  method: 'put',
  path: '/keys/{key_id}/alert',
  command: 'keys alert',
  summary: 'Emit `BudgetRanLow` once when the remaining budget of a key is at most an amount.',
  action: 'alerts.write',
  input: z.strictObject({
    key_id: uuidInput,
    left_eur: moneyInput.optional().describe('Absent: the alert is removed.'),
    budget_eur: moneyInput.optional().meta({ readOnly: true }),
    reported: toldFlag,
  }),
  output: wholeWalletOutput,
  replaces: async ({ key_id }, request) => {
    const { wallet_id } = await keyWithin(request, 'alerts.write', key_id);
    const alert = (await recordedWallet(request, wallet_id))?.spendByKey.get(key_id)?.alert;
    return alert === undefined ? null : { left_eur: eurFromNano(alert.left) };
  },
  run: async ({ key_id, left_eur, budget_eur }, request) => {
    const key = await keyWithin(request, 'alerts.write', key_id);
    if (key.budget_eur === null) throw notPossible('key_without_budget');
    const budget = nanoFromEur(key.budget_eur);
    if (budget_eur !== undefined && nanoFromEur(budget_eur) !== budget) {
      const detail = `The budget of the key is ${key.budget_eur}, and an alert does not change it. Leave \`budget_eur\` out.`;
      throw new GatewayError('invalid_value', { detail, param: 'budget_eur' });
    }
    const command = { type: 'set_budget_alert', keyId: key_id, budget, left: amountOf(left_eur) } as const;
    return await alerted(request, key.wallet_id, command);
  },
});

function amountOf(eur: string | undefined): NanoEur | null {
  return eur === undefined ? null : nanoFromEur(eur);
}

async function alerted(
  request: AdminRequest,
  walletId: string,
  command: AlertCommand,
): Promise<Shown<typeof wholeWalletOutput>> {
  const { deps, administrator } = request;
  const answer = await deps.wallets.execute(walletId, { ...command, actor: administrator.actor });
  if (!answer.accepted) throw notPossible(answer.refusal);
  return await shownWallet(request, walletId);
}

/** Alerts about low balances and budgets. */
export const alertOperations: readonly AdminOperation[] = [setWalletAlert, setBudgetAlert];
