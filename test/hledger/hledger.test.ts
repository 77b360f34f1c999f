import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import test from 'ava';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { resellerStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { assertExportedTotals } from '../_support/exported-totals.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { viewLedger } from '../_support/ledger-view.ts';
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
