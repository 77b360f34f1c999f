import type { ApiKey } from '../domain/api-key.ts';
import { nanoFromEur } from '../domain/money.ts';
import type { AdminRequest } from './operation.ts';
import { recordedWallet } from './reads-within.ts';

/** Sets the alert of a key again with its current budget, from which the remaining amount is computed. */
export async function keepAlert(request: AdminRequest, { key_id, wallet_id, budget_eur }: ApiKey): Promise<void> {
  const wallet = await recordedWallet(request, wallet_id);
  const alert = wallet?.spendByKey.get(key_id)?.alert;
  if (alert === undefined || budget_eur === null) return;
  const [budget, { actor }] = [nanoFromEur(budget_eur), request.administrator];
  const command = { type: 'set_budget_alert', keyId: key_id, budget, left: alert.left, actor } as const;
  await request.deps.wallets.execute(wallet_id, command);
}
