import { randomUUID } from 'node:crypto';
import test from 'ava';
import { keyOperations } from '../../src/admin/key-operations.ts';
import { runOperation } from '../../src/admin/run-operation.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { recordedApiKey } from '../../src/ledger/identities.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { plantReservation } from '../_support/planted-reservation.ts';
import { Crash, endingLog } from '../_support/ending-log.ts';
import { asking } from './_ending-process.ts';

/** Budgets that are narrowed while what is spent of them is already above the new threshold: the narrowing is the crossing. */

const narrow = keyOperations.find(({ id }) => id === 'narrowKey');

async function keyWithAlert() {
  const log = createMemoryEventLog();
  const { deps } = asking(log, null);
  const [walletId, keyId, userId, tenantId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const create = keyOperations.find(({ id }) => id === 'createKey');
  if (create === undefined || narrow === undefined) throw new Error('the operations are gone');
  const { registerPrincipal } = await import('../../src/ledger/identities.ts');
  const person = { user_id: userId, tenant_id: tenantId, wallet_id: walletId, role: 'member', platform_role: null };
  const rest = { pii_enabled: false, reseller_id: null, group_ids: [] };
  await registerPrincipal({ log, createId: randomUUID, actor: 'cli:test' }, { ...person, ...rest });
  await deps.wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
  const credit = { type: 'credit_wallet', creditId: randomUUID(), amount: nanoFromEur('100'), reason: 'test' } as const;
  await deps.wallets.execute(walletId, credit);
  const asked = create.input.parse({ id: keyId, name: 'x', user_id: userId, budget_eur: '10' });
  await runOperation(create, asked, asking(log, null));
  const alert = { type: 'set_budget_alert', keyId, budget: nanoFromEur('10'), left: nanoFromEur('1') } as const;
  await deps.wallets.execute(walletId, alert);
  await spend(log, { walletId, keyId, userId, tenantId });
  const types = async () => {
    const events = await log.readStream(walletStream(walletId));
    return events.map(({ type }) => type).filter((type) => type.startsWith('Budget'));
  };
  return { log, keyId, types };
}

/** Two of its ten euro. */
async function spend(
  log: ReturnType<typeof createMemoryEventLog>,
  of: { readonly walletId: string; readonly keyId: string; readonly userId: string; readonly tenantId: string },
): Promise<void> {
  const planted = { instanceId: randomUUID(), amountEur: '2' };
  const reservationId = await plantReservation(log, { ...of, apiKey: '' }, planted);
  await asking(log, null).deps.wallets.execute(of.walletId, {
    type: 'settle_reservation',
    reservationId,
    cost: { total: nanoFromEur('2'), lines: [] },
    priceListId: 'test',
    priceListVersion: '1',
    serviceTier: null,
    usageSource: 'upstream',
    resolvedBy: null,
    attempt: 1,
  });
}

const steps = [1, 2, 3, 4, 5].flatMap((appends) => [true, false].map((isWritten) => ({ appends, isWritten })));

for (const { appends, isWritten } of steps) {
  test(`a narrowed budget raises one event, if the process ends at append ${appends}, ${isWritten ? 'after' : 'before'} it`, async (t) => {
    const { log, keyId, types } = await keyWithAlert();
    if (narrow === undefined) return t.fail('the operation is gone');
    const asked = narrow.input.parse({ key_id: keyId, budget_eur: '3' });
    const isGone = runOperation(narrow, asked, asking(endingLog(log, appends, isWritten), 'k'));
    await isGone.catch((error: unknown) => t.true(error instanceof Crash));
    // Whoever looks now: a key that is narrowed has been told of.
    const isNarrowed = (await recordedApiKey(log, keyId))?.budget_eur === '3.000000000';
    if (isNarrowed) t.deepEqual(await types(), ['BudgetAlertSet', 'BudgetAlertSet', 'BudgetRanLow']);
    await runOperation(narrow, asked, asking(log, 'k'));
    t.is((await recordedApiKey(log, keyId))?.budget_eur, '3.000000000');
    t.deepEqual(await types(), ['BudgetAlertSet', 'BudgetAlertSet', 'BudgetRanLow']);
  });
}

test('a budget that is not narrower changes no alert', async (t) => {
  const { log, keyId, types } = await keyWithAlert();
  if (narrow === undefined) return t.fail('the operation is gone');
  const asked = narrow.input.parse({ key_id: keyId, budget_eur: '30' });
  await t.throwsAsync(runOperation(narrow, asked, asking(log, null)), { message: /api_key_not_narrower/ });
  t.deepEqual(await types(), ['BudgetAlertSet']);
});
