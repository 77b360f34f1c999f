import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { stringify } from 'yaml';
import { decodeEvent } from '../../../src/ledger/codec.ts';
import { logPages } from '../../../src/ledger/log-pages.ts';
import { callChat } from '../../_support/chat-call.ts';
import { freePort } from '../../_support/free-port.ts';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  startTestGateway,
  testConfig,
  type TestTenant,
} from '../../_support/gateway.ts';
import { viewLedger, type LedgerView } from '../../_support/ledger-view.ts';
import { roundsOf } from '../../_support/nightly.ts';
import { startSandbox } from '../../_support/sandbox.ts';
import { chat, HELLO } from '../../_support/sandbox-post.ts';
import { startUpstreamGate } from '../../_support/upstream-gate.ts';
import { until } from '../../_support/until.ts';

const hello = (more: object = {}) => chat(HELLO, { model: 'light', ...more });

const pricesOf = (version: string, factor: number) => ({
  id: 'plain',
  version,
  eur_per_million_tokens: { input: String(factor), output: String(2 * factor) },
});

async function scene(t: ExecutionContext, more: Parameters<typeof testConfig>[1] = {}, watch: 'on' | 'off' = 'off') {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const directory = dataDirectory(t);
  const configure = (overrides: Parameters<typeof testConfig>[1] = {}): Record<string, string> =>
    environmentFor(directory, testConfig(gate, { ...more, ...overrides }));
  const environment: Record<string, string> = { ...configure(), WAYBILL_CONFIG_WATCH: watch };
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant({ creditEur: '1000', profiles: ['light', 'dear'] });
  const gateway = await startTestGateway(t, environment);
  return { sandbox, gate, configure, environment, ledger, tenant, gateway, directory };
}

async function configurationsIn({ log }: LedgerView) {
  const found = [];
  for await (const page of logPages(log, { streamPrefixes: ['configuration-'] })) found.push(...page);
  return found.map((event) => decodeEvent(event));
}

async function changesIn(ledger: LedgerView) {
  return (await configurationsIn(ledger)).flatMap((event) =>
    event.type === 'ConfigurationChanged' ? [event.data] : [],
  );
}

/** The versions of the price lists of each hold and its bill, in the order of the holds. */
async function versionsCharged({ log }: LedgerView, { walletId }: TestTenant): Promise<readonly string[]> {
  const versions = new Map<string, string>();
  for await (const page of logPages(log, { streamPrefixes: [`wallet-${walletId}`] })) {
    for (const event of page.map((recorded) => decodeEvent(recorded))) {
      if (event.type === 'CreditReserved') versions.set(event.data.reservation_id, event.data.price_list.version);
      if (event.type !== 'ReservationSettled') continue;
      const { reservation_id: id, price_list_version: billed } = event.data;
      versions.set(id, `${versions.get(id)}/${billed}`);
    }
  }
  return [...versions.values()];
}

test('the next request is charged by the new prices, and the change is recorded by name, digest and actor', async (t) => {
  const { configure, gateway, tenant, ledger } = await scene(t);
  await callChat(gateway, tenant.apiKey, hello()).seen;
  configure({ target: { prices: pricesOf('2', 5) } });

  const outcome = await gateway.reload('cli:ops');

  t.deepEqual(outcome, {
    kind: 'taken',
    settings: [
      'targets.small.prices.eur_per_million_tokens.input',
      'targets.small.prices.eur_per_million_tokens.output',
      'targets.small.prices.version',
    ],
    priceLists: ['plain 2'],
  });
  await callChat(gateway, tenant.apiKey, hello()).seen;
  t.deepEqual(await versionsCharged(ledger, tenant), ['1/1', '2/2']);
  const [recorded, ...others] = await changesIn(ledger);
  t.is(others.length, 0);
  t.like(recorded, {
    actor: 'cli:ops',
    price_lists: ['plain 2'],
    settings: outcome.kind === 'taken' ? outcome.settings : [],
  });
  t.regex(recorded?.digest ?? '', /^[0-9a-f]{64}$/);
  t.deepEqual(await gateway.reload('cli:ops'), { kind: 'unchanged' });
});

test('each start and each change records all price lists, whole', async (t) => {
  const { configure, gateway, ledger } = await scene(t);
  configure({ target: { prices: pricesOf('2', 5) } });
  await gateway.reload('cli:ops');
  const told = (await configurationsIn(ledger)).map(({ type, data }) =>
    type === 'PriceListsLoaded' ? data.price_lists : type,
  );
  t.deepEqual(told, [[plainPrices], [pricesOf('2', 5)], 'ConfigurationChanged']);
});

test('the version of an earlier price list comes back only with the prices that it had', async (t) => {
  const { configure, gateway, tenant, ledger } = await scene(t);
  configure({ target: { prices: pricesOf('2', 5) } });
  t.is((await gateway.reload('cli:ops')).kind, 'taken');
  configure({ target: { prices: { ...plainPrices, eur_per_million_tokens: { input: '9', output: '9' } } } });
  t.like(await gateway.reload('cli:ops'), {
    kind: 'refused',
    reason: 'price list plain 1 has other prices than before under the same version: give it a new version',
  });
  configure();
  t.is((await gateway.reload('cli:ops')).kind, 'taken');
  await callChat(gateway, tenant.apiKey, hello()).seen;
  t.deepEqual(await versionsCharged(ledger, tenant), ['1/1']);
});

test('a running request ends with the prices, the upstream and the credential of its start', async (t) => {
  const { configure, gateway, tenant, ledger, gate, sandbox } = await scene(t);
  gate.close();
  const running = callChat(gateway, tenant.apiKey, hello({ stream: true }));
  await until('the request waits at the upstream', async () => gate.held === 1);
  configure({ target: { prices: pricesOf('2', 5) }, upstream: { base_url: sandbox.baseUrl } });
  t.like(await gateway.reload('cli:ops'), { kind: 'taken' });

  const next = await callChat(gateway, tenant.apiKey, hello()).seen;
  t.is(next.status, 200);
  gate.open();

  const seen = await running.seen;
  t.true(seen.text.endsWith('data: [DONE]\n\n'));
  t.deepEqual(await versionsCharged(ledger, tenant), ['1/1', '2/2']);
});

const faults = [
  {
    title: 'a file that is no YAML',
    write: (path: string) => writeFileSync(path, 'targets: ['),
    reason: /is not YAML/,
  },
  {
    title: 'a target without an upstream',
    overrides: { target: { upstream: 'nowhere' } },
    reason: /targets\.small\.upstream names nowhere/,
  },
  {
    title: 'other prices under the name of a known list',
    overrides: { target: { prices: { ...plainPrices, eur_per_million_tokens: { input: '9', output: '9' } } } },
    reason: /price list plain 1 has other prices/,
  },
  {
    title: 'what needs a restart, beside what does not',
    overrides: { target: { prices: pricesOf('2', 5) }, server: { heartbeat_ms: 1_000 } },
    reason: /only a restart changes server\.heartbeat_ms/,
  },
  {
    title: 'a secret that is not there',
    overrides: { upstream: { api_key: '${file:nowhere/key}' } },
    reason: /names \$\{file:nowhere\/key\}, which cannot be read/,
  },
];

for (const { title, write, overrides, reason } of faults) {
  test(`${title} is refused whole: the old configuration stays, and nothing is recorded`, async (t) => {
    const { configure, environment, gateway, tenant, ledger } = await scene(t);
    if (overrides !== undefined) configure(overrides);
    write?.(environment['WAYBILL_CONFIG'] ?? '');

    const outcome = await gateway.reload('cli:ops');

    t.is(outcome.kind, 'refused');
    t.regex(outcome.kind === 'refused' ? outcome.reason : '', reason);
    t.is((await callChat(gateway, tenant.apiKey, hello()).seen).status, 200);
    t.deepEqual(await versionsCharged(ledger, tenant), ['1/1']);
    t.deepEqual(await changesIn(ledger), []);
    configure();
  });
}

test('a new profile is served, and a new limit counts, from the next request after a reload', async (t) => {
  const { configure, gateway, tenant } = await scene(t);
  const ask = async (model: string): Promise<number> =>
    (await callChat(gateway, tenant.apiKey, hello({ model })).seen).status;
  t.is(await ask('dear'), 403);
  configure({ profiles: { dear: { targets: ['small'] } } });
  await gateway.reload('cli:ops');
  t.is(await ask('dear'), 200);
  configure({ top: { limits: { key: { requests_per_minute_max: 1 } } } });
  await gateway.reload('cli:ops');
  t.true([await ask('light'), await ask('light')].includes(429));
});

test('a new credit hint stands in the next 402 after a reload', async (t) => {
  const { configure, gateway, ledger } = await scene(t);
  const poor = await ledger.tenant({ creditEur: '0' });
  t.notRegex((await callChat(gateway, poor.apiKey, hello()).seen).text, /credit_hint/);
  configure({ top: { credit_hint: { text: 'Ask Anna', tenants: { [poor.tenantId]: 'Ask Ben' } } } });
  t.like(await gateway.reload('cli:ops'), { settings: [`credit_hint.tenants.${poor.tenantId}`, 'credit_hint.text'] });
  t.regex((await callChat(gateway, poor.apiKey, hello()).seen).text, / Ask Ben",.*"credit_hint":"Ask Ben"/);
});

test('a credential that rotates in its file is reloaded when files are watched', async (t) => {
  const sandbox = await startSandbox(t);
  const directory = dataDirectory(t);
  mkdirSync(join(directory, 'secrets'));
  const mount = (secret: string): void => {
    writeFileSync(join(directory, 'secrets', 'next'), `${secret}\n`);
    renameSync(join(directory, 'secrets', 'next'), join(directory, 'secrets', 'key'));
  };
  mount('of-yesterday');
  const config = testConfig(sandbox, { upstream: { api_key: '${file:secrets/key}', account: 'ours' } });
  const environment = { ...environmentFor(directory, config), WAYBILL_CONFIG_WATCH: 'on' };
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant();
  const gateway = await startTestGateway(t, environment);
  t.not((await callChat(gateway, tenant.apiKey, hello()).seen).status, 200);

  mount(sandbox.apiKey);

  const changes = await until('the change is recorded', async () => {
    const found = await changesIn(ledger);
    return found.length > 0 && found;
  });
  t.like(changes[0], { actor: 'system:watch', settings: ['upstreams.sandbox.api_key'] });
  t.is((await callChat(gateway, tenant.apiKey, hello()).seen).status, 200);
});

test('the port for calls of an engine is closed with its edition', async (t) => {
  const port = await freePort();
  const engine = { ask: 'engine', judge: 'judge', engine_url: 'http://127.0.0.1:1', engine_port: port };
  const more = {
    targets: {
      judge: { upstream: 'sandbox', model: 'sandbox-small', surfaces: ['chat_completions'], prices: plainPrices },
    },
    profiles: { dear: { targets: ['small'] } },
    top: { switchyard: { candidates: [{ profile: 'light' }, { profile: 'dear' }], ...engine } },
  };
  const { configure, gateway } = await scene(t, more);
  await until('the first edition listens', () => isTaken(port));
  configure({ target: { prices: pricesOf('2', 5) } });

  t.like(await gateway.reload('cli:ops'), { kind: 'taken' });

  await until('the next edition listens', () => isTaken(port));
  await gateway.stop();
  t.false(await isTaken(port));
});

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
    socket.once('connect', () => socket.destroy());
  });
}

test('under load each bill is by one published price list, the one in force when its hold was made', async (t) => {
  const requests = roundsOf(t, { ordinary: 240, nightly: 10_000 });
  const changes = roundsOf(t, { ordinary: 12, nightly: 100 });
  const { configure, environment, gateway, tenant, ledger, sandbox } = await scene(t);
  let next = 0;
  const statuses: number[] = [];
  const caller = async (): Promise<void> => {
    while (next++ < requests) statuses.push((await callChat(gateway, tenant.apiKey, hello()).seen).status);
  };
  const callers = Array.from({ length: 8 }, caller);
  for (let change = 2; change < changes + 2; change++) {
    const due = (requests * (change - 2)) / changes;
    await until('enough was asked', async () => next >= due);
    if (change % 3 === 0) writeFileSync(environment['WAYBILL_CONFIG'] ?? '', stringify({ targets: { small: {} } }));
    else configure({ target: { prices: pricesOf(String(change), change) } });
    t.is((await gateway.reload('cli:ops')).kind, change % 3 === 0 ? 'refused' : 'taken');
  }
  await Promise.all(callers);

  t.deepEqual([...new Set(statuses)], [200]);
  const versions = await versionsCharged(ledger, tenant);
  t.is(versions.length, requests);
  t.deepEqual(
    versions.filter((version) => !/^(\d+)\/\1$/.test(version)),
    [],
  );
  t.true(new Set(versions).size > 2);
  const taken = (await changesIn(ledger)).length;
  t.is(taken, Array.from({ length: changes }, (_, index) => index + 2).filter((change) => change % 3 !== 0).length);
  configure();
  const { entries, entries_forgotten: forgotten } = await sandbox.billingRecords();
  t.is(entries.length + forgotten, requests);
});
