import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import type { ScopeCommand } from '../../../src/domain/scopes/scope.ts';
import { advanceAllocation, changeAllocation } from '../../../src/ledger/administration/allocations.ts';
import { changeScope } from '../../../src/ledger/administration/scope-changes.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';

/** A tenant with a daily allocation of half of a wallet. */
async function daily(resellerId: string | null = null) {
  const log = createMemoryEventLog();
  const deps = {
    log,
    createId: randomUUID,
    keyHasher: createHmacKeyHasher(Buffer.alloc(32, 7)),
    wallets: new Wallets({ log, createId: randomUUID }),
    actor: 'cli:test',
  };
  const [tenantId, parent_id, wallet_id, allocation_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const changeAt = (kind: 'tenant' | 'reseller', scopeId: string) => (command: ScopeCommand) =>
    changeScope(deps, { kind, scopeId }, command);
  const change = changeAt('tenant', tenantId);
  const changeReseller = changeAt('reseller', resellerId ?? '');
  const scope = { scope_kind: 'tenant', scope_id: tenantId, parent_id: resellerId, name: 'Example' } as const;
  await change({ type: 'create_scope', scope });
  for (const walletId of [parent_id, wallet_id]) {
    await deps.wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
  }
  const amount = nanoFromEur('8');
  await deps.wallets.execute(parent_id, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test' });
  const shares = [{ wallet_id, basis_points: 5_000 }];
  const allocation = { allocation_id, tenant_id: tenantId, parent_id, shares, frequency: 'daily' } as const;
  await changeAllocation(deps, allocation_id, { type: 'create_allocation', allocation });
  const lastRunOn = async (day: string) =>
    (await advanceAllocation(deps, allocation_id, Date.parse(`${day}T12:00:00Z`)))?.last_run;
  return { change, changeReseller, lastRunOn };
}

test('an allocation does not run while its tenant is suspended, and makes up for it with one run', async (t) => {
  const { change, lastRunOn } = await daily();
  t.is(await lastRunOn('2026-11-20'), '2026-11-20');
  await change({ type: 'suspend_scope', reason: 'overdue' });
  t.is(await lastRunOn('2026-11-21'), '2026-11-20');
  t.is(await lastRunOn('2026-11-22'), '2026-11-20');
  await change({ type: 'resume_scope' });
  t.is(await lastRunOn('2026-11-22'), '2026-11-22');
  await change({ type: 'close_scope', reason: 'ended' });
  t.is(await lastRunOn('2026-11-23'), '2026-11-22');
});

test('the first run belongs to the creation, which the finance department does for a suspended tenant too', async (t) => {
  const { change, lastRunOn } = await daily();
  await change({ type: 'suspend_scope', reason: 'overdue' });
  t.is(await lastRunOn('2026-11-20'), '2026-11-20');
  t.is(await lastRunOn('2026-11-21'), '2026-11-20');
});

test('an allocation does not run while the reseller of its tenant is suspended, nor once it is closed', async (t) => {
  const resellerId = randomUUID();
  const { changeReseller, lastRunOn } = await daily(resellerId);
  const scope = { scope_kind: 'reseller', scope_id: resellerId, parent_id: null, name: 'Example' } as const;
  await changeReseller({ type: 'create_scope', scope });
  t.is(await lastRunOn('2026-11-20'), '2026-11-20');
  await changeReseller({ type: 'suspend_scope', reason: 'overdue' });
  t.is(await lastRunOn('2026-11-21'), '2026-11-20');
  await changeReseller({ type: 'resume_scope' });
  t.is(await lastRunOn('2026-11-21'), '2026-11-21');
  await changeReseller({ type: 'close_scope', reason: 'ended' });
  t.is(await lastRunOn('2026-11-22'), '2026-11-21');
});
