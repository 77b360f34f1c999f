import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import test from 'ava';
import { nanoFromSum } from '../../src/domain/money.ts';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { resellerStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { assertExportedTotals } from '../_support/exported-totals.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { seededDirectory, waybill, type CommandEnvironment } from '../_support/waybill-command.ts';
import { until } from '../_support/until.ts';
import type { ExecutionContext } from 'ava';

/** What hledger prints for a journal. Fails with its words where it refuses the journal. */
function hledger(t: ExecutionContext, journal: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.env['HLEDGER'] ?? 'hledger', ['-f', '-', ...words], {
    input: journal,
    encoding: 'utf8',
  });
  t.is(status, 0, stderr);
  return stdout;
}

/** Each account with its balance, nano-euro, as hledger computes it. */
function balances(t: ExecutionContext, journal: string, ...words: readonly string[]): ReadonlyMap<string, bigint> {
  const rows = hledger(t, journal, 'balance', '--flat', '--no-total', '--output-format', 'csv', ...words);
  const found = [...rows.matchAll(/^"([^"]+)","(-?)(\d+)\.(\d{9}) EUR"$/gm)].map(
    ([, account = '', sign, whole, decimals]) => [account, BigInt(`${sign}${whole}${decimals}`)] as const,
  );
  // hledger prints them in the order in which a journal declares them.
  return new Map(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function exported(t: ExecutionContext, environment: CommandEnvironment, ...words: readonly string[]) {
  const { exitCode, stdout } = await waybill(t, environment, 'ledger', 'export', ...words);
  t.is(exitCode, 0);
  return stdout;
}

/** The totals of a verification, as balances of hledger. */
async function assertTotals(t: ExecutionContext, environment: CommandEnvironment): Promise<void> {
  const journal = await exported(t, environment);
  hledger(t, journal, 'check', '--strict');
  await assertExportedTotals(t, environment, balances(t, journal));
}

test('hledger accepts a ledger with every kind of event, and computes the same totals', async (t) => {
  await assertTotals(t, await seededDirectory(t));
});

test('hledger computes the same charges of a gateway, day by day', async (t) => {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox));
  const ledger = await viewLedger(t, environment);
  const gateway = await startTestGateway(t, environment);
  const [resellerId, tenantId] = [randomUUID(), randomUUID()];
  await resoldTenant(ledger.log, resellerId, tenantId);
  const { apiKey, walletId } = await ledger.tenant({ tenantId, creditEur: '10' });
  const soon = new Date(Date.now() + 20_000).toISOString();
  for (const more of [['--granted'], ['--expires-at', soon]]) {
    t.is((await waybill(t, environment, 'wallets', 'credit', walletId, '0.000001', ...more)).exitCode, 0);
  }
  t.is(
    (await waybill(t, environment, 'wallets', 'credit', walletId, '2', '--granted', '--expires-at', soon)).exitCode,
    0,
  );
  await until('what is left of the gift expires', async () =>
    (await ledger.wallet(walletId)).events.some(({ type }) => type === 'WalletLotExpired'),
  );
  for (let call = 0; call < 5; call += 1) {
    const reply = await httpCall(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat(HELLO, { model: 'light', max_tokens: 50 })),
    });
    t.is(reply.status, 200);
  }
  const { state } = await ledger.settledWallet(walletId, 5);
  await until('the margins are recorded', async () => {
    const margins = await ledger.log.readStream(resellerStream(resellerId), { limit: 10 });
    return margins.length === 5;
  });
  const environmentOfCommand = { WAYBILL_DATA_DIR: environment['WAYBILL_DATA_DIR'] ?? '' };
  await assertTotals(t, environmentOfCommand);
  const journal = await exported(t, environmentOfCommand, '--wallet', walletId);
  const found = balances(t, journal);
  t.is(found.get(`wallet:${walletId}:available`), -state.posted);
  t.true((found.get('platform:revenue') ?? 0n) < 0n);
  t.is(found.get('platform:breakage'), -2_000_001_000n);
  t.is(found.get('platform:granted'), 2_000_000_000n);

  // Twice the price: the margin is half of what paid credit was charged. The first gift made none.
  const all = balances(t, await exported(t, environmentOfCommand));
  t.is((all.get(`reseller:${resellerId}:margin`) ?? 0n) * 2n, 1_000n - state.settled);

  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const later = await exported(t, environmentOfCommand, '--from', tomorrow);
  hledger(t, later, 'check', '--strict');
  t.deepEqual(balances(t, later), balances(t, await exported(t, environmentOfCommand)));
  const statement = hledger(t, journal, 'incomestatement', '--begin', today, '--output-format', 'csv');
  t.regex(statement, /platform:revenue/);
  t.regex(hledger(t, journal, 'balancesheet', '--output-format', 'csv'), /platform:funding/);
});

test('hledger has the margin, gifts, breakage and money of lots that moved over HTTP, all at once', async (t) => {
  const shared = new SharedTeardown();
  t.teardown(shared.end);
  const scene = await adminScene(shared);
  const { finance } = scene.people;
  const resellerId = await scene.addScope('reseller', null);
  const tenantId = await scene.addScope('tenant', resellerId);
  const place = { resellerId, tenantId, walletId: '' };
  const [owner, caller] = [await scene.addPerson(place, { role: 'reseller_admin' }), await scene.addPerson(place)];
  const ofCaller = String((await scene.ask(scene.people.operator, `/keys/${caller.keyId}`)).json['wallet_id']);
  const [paid, middle] = [await scene.addWallet(tenantId, '20'), await scene.addWallet(tenantId)];
  const before = balances(t, await exported(t, scene.environment));
  const ask = async (by: Person, path: string, body: object, method = 'POST') => {
    const { status, json } = await scene.ask(by, path, { method, body });
    t.is(status, 200, JSON.stringify(json));
    return json;
  };
  await ask(owner, `/prices/tenant/${tenantId}`, { factor_basis_points: 20_000 }, 'PUT');

  // A gift that stays, a speck of one that a call uses up, and one that expires where an allocation has carried half of it.
  const beganAt = Date.now();
  await ask(finance, `/wallets/${paid}/grants`, { amount_eur: '3', reason: 'stays' });
  await ask(finance, `/wallets/${ofCaller}/grants`, { amount_eur: '0.000001', reason: 'used up' });
  // Room for the three requests below: many times what these two took, and less than `until` waits.
  const soon = new Date(Date.now() + Math.min(50_000, 10_000 + 10 * (Date.now() - beganAt))).toISOString();
  await ask(finance, `/wallets/${middle}/grants`, { amount_eur: '2', reason: 'expires', expires_at: soon });
  await ask(finance, '/allocations', { parent_id: middle, allocations: [{ wallet_id: paid, basis_points: 5_000 }] });
  // Granted credit goes first: what expires, the gift, and a euro of money.
  await ask(finance, '/transfers', { source_id: paid, destination_id: middle, amount_eur: '5' });
  await scene.call(caller);
  const margins = async () =>
    (await scene.ask(owner, `/resellers/${resellerId}/margins`)).json['data'] as readonly Record<string, string>[];
  await until('the margin is recorded', async () => (await margins()).length === 1);
  await until('the gift expires', async () => {
    const { json } = await scene.ask(finance, `/wallets/${middle}`);
    return json['granted_eur'] === '3.000000000';
  });
  // All that is left was paid for: 19 and 1, of which the gift of 3 never leaves.
  const payouts = [
    await ask(finance, '/payouts', { wallet_id: paid }),
    await ask(finance, '/payouts', { wallet_id: middle }),
  ];
  t.deepEqual(
    payouts.map(({ amount_eur }) => amount_eur),
    ['19.000000000', '1.000000000'],
  );
  const bank = { bank_reference: 'PAYOUT-1', bank_date: new Date().toISOString().slice(0, 10) };
  await ask(finance, `/payouts/${String(payouts[0]?.['id'])}/confirm`, bank);
  await ask(finance, `/payouts/${String(payouts[1]?.['id'])}/cancel`, { reason: 'they stay' });

  const environment = { WAYBILL_DATA_DIR: scene.environment['WAYBILL_DATA_DIR'] ?? '' };
  await assertTotals(t, environment);
  const all = balances(t, await exported(t, environment));
  const changed = (account: string): bigint => (all.get(account) ?? 0n) - (before.get(account) ?? 0n);
  const [margin] = await margins();
  const nano = (name: string): bigint => nanoFromSum(margin?.[name] ?? '');
  t.is(nano('granted_eur'), 1_000n);
  t.is(changed(`reseller:${resellerId}:margin`), -nano('margin_eur'));
  t.is(changed('platform:revenue'), nano('margin_eur') + nano('granted_eur') - nano('cost_eur'));
  t.is(changed('platform:breakage'), -2_000_000_000n);
  // Of 5.000001 given away, a millionth is used, and what expired has left the wallets.
  t.is(changed('platform:granted'), 5_000_000_000n);
  t.is(changed('platform:funding'), -19_000_000_000n);
  t.is(all.get(`wallet:${middle}:available`), -4_000_000_000n);
  t.is(all.get(`wallet:${paid}:available`) ?? 0n, 0n);
});

/** A tenant whose reseller charges twice what it pays. */
async function resoldTenant(log: EventLog, resellerId: string, tenantId: string): Promise<void> {
  const deps = { log, createId: randomUUID };
  const made = [
    { scope_kind: 'reseller', scope_id: resellerId, parent_id: null, name: 'a reseller' },
    { scope_kind: 'tenant', scope_id: tenantId, parent_id: resellerId, name: 'a tenant' },
  ] as const;
  for (const scope of made) {
    const place = { kind: scope.scope_kind, scopeId: scope.scope_id };
    await changeScope({ ...deps, actor: 'system:test' }, place, { type: 'create_scope', scope });
  }
  const actor = `api:key=${randomUUID()} user=${randomUUID()} role=reseller_admin`;
  const command = { type: 'set_prices', pricesId: randomUUID(), terms: { factor_basis_points: 20_000 } } as const;
  await changeScope({ ...deps, actor }, { kind: 'reseller', scopeId: resellerId }, command);
}
