// A gateway whose profile has two targets, each on a sandbox with billing records and prices of its own.
import { dirname } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { ReloadOutcome } from '../../src/composition/configuration/reload.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import type { WalletEventOf } from '../../src/domain/wallet-events.ts';
import {
  dataDirectory,
  environmentFor,
  startTestGateway,
  testConfig,
  type TenantOptions,
  type TestTenant,
} from './gateway.ts';
import type { Checks } from './checks.ts';
import { patience } from './eventstoredb-peer/patience.ts';
import { startPeer } from './eventstoredb-peer/peer.ts';
import { assertWalletIsSound, viewLedger, viewOf, type LedgerView, type WalletSight } from './ledger-view.ts';
import { billOf, type SimplePrices } from './sandbox-bill.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';

type Section = Readonly<Record<string, unknown>>;

const surfaces = ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'];

/** Euro per million tokens, whole nano-euro for a token: nothing is rounded. */
const euros = { first: ['1', '2'], second: ['3', '8'] } as const;
const nano = {
  first: { input: 1_000_000_000n, output: 2_000_000_000n },
  second: { input: 3_000_000_000n, output: 8_000_000_000n },
} as const;
type Name = keyof typeof euros;

const targetOf = (upstream: string, name: Name, more: Section = {}) => ({
  upstream,
  model: `sandbox-${name}`,
  surfaces,
  context_tokens_max: 20_000,
  output_tokens_max: 1_000,
  prices: { id: name, version: '1', eur_per_million_tokens: { input: euros[name][0], output: euros[name][1] } },
  ...more,
});

export interface PoolSetting {
  /** Absent: SQLite. */
  readonly engine?: 'sqlite' | 'eventstoredb';
  /** Behind the first target; absent: one of this process. */
  readonly sandbox?: SandboxForTest;
  readonly tenant?: TenantOptions;
  /** Of both upstreams. */
  readonly upstream?: Section;
  /** Of the first alone. */
  readonly firstUpstream?: Section;
  readonly first?: Section;
  readonly second?: Section;
  readonly reservations?: Section;
  readonly server?: Section;
  readonly ledger?: Section;
  readonly top?: Section;
  /** Absent: one, which prefers the first target. */
  readonly profiles?: Section;
}

export interface PoolScene {
  readonly first: SandboxForTest;
  readonly second: SandboxForTest;
  readonly ledger: LedgerView;
  readonly tenant: TestTenant;
  readonly environment: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  ask(text: string, more?: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Has the running gateway take another configuration. */
  reconfigure(setting: PoolSetting): Promise<ReloadOutcome>;
  stop(): Promise<void>;
}

/** The configuration of the scene. */
export function poolConfig(
  sandboxes: { readonly first: SandboxForTest; readonly second: SandboxForTest },
  {
    upstream = {},
    firstUpstream = {},
    first = {},
    second = {},
    reservations = {},
    server = {},
    ledger = {},
    top = {},
    profiles = { light: { targets: ['small', 'spare'] } },
  }: PoolSetting = {},
): Section {
  const config = testConfig(sandboxes.first, {
    server,
    ledger,
    // A call that was cut may reach a busy machine late.
    reservations: { never_seen_grace_ms: 1_000, ...reservations },
    target: { ...targetOf('sandbox', 'first'), ...first },
    targets: { spare: targetOf('other', 'second', second) },
    profiles,
    top,
  });
  const upstreamOf = ({ baseUrl, apiKey }: SandboxForTest) => ({
    base_url: baseUrl,
    api_key: apiKey,
    billing_records_path: '/sandbox/billing-records/{reservation_id}',
    retries_max: 0,
    circuit_failures: 1_000,
    ...upstream,
  });
  const upstreams = {
    sandbox: { ...upstreamOf(sandboxes.first), ...firstUpstream },
    other: upstreamOf(sandboxes.second),
    // Nobody listens on the port of discard.
    nowhere: { base_url: 'http://127.0.0.1:9/v1', api_key: 'none', retries_max: 0 },
  };
  return { ...config, upstreams };
}

export async function setPoolScene(t: ExecutionContext, setting: PoolSetting = {}): Promise<PoolScene> {
  const first = setting.sandbox ?? (await startSandbox(t, { billingRecordsMax: 100_000 }));
  const second = await startSandbox(t, { billingRecordsMax: 100_000 });
  const { environment, ledger } = await ledgerOf(
    t,
    (section) => poolConfig({ first, second }, { ...setting, ...section }),
    setting,
  );
  const tenant = await ledger.tenant(setting.tenant);
  const { baseUrl, reload, stop } = await startTestGateway(t, environment);
  const post: PoolScene['post'] = (path, body, headers = {}) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ask: PoolScene['ask'] = (text, more = {}, headers = {}) =>
    post(
      '/chat/completions',
      { model: 'light', max_tokens: 50, messages: [{ role: 'user', content: text }], ...more },
      headers,
    );
  const configDirectory = dirname(environment['WAYBILL_CONFIG'] ?? '');
  const reconfigure: PoolScene['reconfigure'] = (next) => {
    environmentFor(configDirectory, poolConfig({ first, second }, next));
    return reload('cli:test');
  };
  return { first, second, ledger, tenant, environment, baseUrl, post, ask, reconfigure, stop };
}

export interface Booked {
  readonly sandbox: Pick<SandboxForTest, 'billingRecords'>;
  readonly prices: SimplePrices;
  /** Of models with prices of their own, by the names that the sandbox knows. */
  readonly ofModels?: Readonly<Record<string, SimplePrices>>;
}

async function ledgerOf(
  t: ExecutionContext,
  configWith: (more: PoolSetting) => Section,
  { engine }: PoolSetting,
): Promise<Pick<PoolScene, 'environment' | 'ledger'>> {
  if (engine !== 'eventstoredb') {
    const environment = environmentFor(dataDirectory(t), configWith({}));
    return { environment, ledger: await viewLedger(t, environment) };
  }
  const peer = await startPeer();
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  // Gateways of one ledger hash keys alike.
  const seeding = dataDirectory(t);
  const pepper = keyPepper(seeding).toString('hex');
  const ledger = { engine, connection_string: '${LEDGER_URL}' };
  const config = { ...configWith({ ledger }), content_keys: [{ id: '1', key: 'c0'.repeat(32) }] };
  const own = environmentFor(dataDirectory(t), config);
  const environment = { ...own, LEDGER_URL: peer.connectionString, WAYBILL_KEY_PEPPER: pepper };
  return { environment, ledger: viewOf(log, seeding) };
}

/** What the sandboxes have charged, by the reference that each request carried, nano-euro. */
async function bookedNano(all: readonly Booked[]): Promise<ReadonlyMap<string, bigint>> {
  const booked = new Map<string, bigint>();
  for (const { sandbox, prices, ofModels = {} } of all) {
    for (const { usage, state, model, reservation_id: reference } of (await sandbox.billingRecords()).entries) {
      if (usage === null || state !== 'charged' || reference === null) continue;
      const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = usage;
      // Of messages alone: cached tokens beside those of the input.
      const cached = Number(usage['cache_creation_input_tokens'] ?? 0) + Number(usage['cache_read_input_tokens'] ?? 0);
      const input = Number(prompt_tokens ?? input_tokens) + cached;
      const output = Number(completion_tokens ?? output_tokens ?? 0);
      booked.set(reference, (booked.get(reference) ?? 0n) + billOf(input, output, ofModels[model ?? ''] ?? prices));
    }
  }
  return booked;
}

/** What wallets were charged, by the references of the attempts and choices that they were charged for. */
function chargedNano(wallets: readonly WalletSight[]): ReadonlyMap<string, bigint> {
  const references = new Map<string, string>();
  const charged = new Map<string, bigint>();
  for (const { type, data } of wallets.flatMap(({ events }) => events)) {
    if (type === 'CreditReserved' && data.attempt_of !== undefined) {
      references.set(data.reservation_id, data.attempt_of.billing_reference);
    }
    if (type === 'AttemptFailed') references.set(data.reservation_id, data.next.billing_reference);
    if (!('cost_eur' in data) || nanoFromEur(data.cost_eur) === 0n) continue;
    const attempt = references.get(data.reservation_id) ?? data.reservation_id;
    const reference = type === 'SelectionCharged' ? data.selection_id : attempt;
    charged.set(reference, (charged.get(reference) ?? 0n) + nanoFromEur(data.cost_eur));
  }
  return charged;
}

/** Every attempt is charged what its upstream has recorded, nothing else is, and nothing stays held. */
export async function assertBothBillingRecordsAgree(
  t: ExecutionContext,
  wallet: WalletSight,
  { first, second }: Pick<PoolScene, 'first' | 'second'>,
): Promise<void> {
  const all = [
    { sandbox: first, prices: nano.first },
    { sandbox: second, prices: nano.second },
  ];
  await assertAllBillingRecordsAgree(t, wallet, all);
}

/** The same of any sandboxes, each with the prices of its models. `wallets`: all that were called for. */
export async function assertAllBillingRecordsAgree(
  t: Checks,
  wallets: WalletSight | readonly WalletSight[],
  all: readonly Booked[],
): Promise<void> {
  const called = [wallets].flat();
  for (const wallet of called) {
    assertWalletIsSound(t, wallet);
    t.is(wallet.state.reserved, 0n);
  }
  const sorted = (amounts: ReadonlyMap<string, bigint>) => [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  t.deepEqual(sorted(chargedNano(called)), sorted(await bookedNano(all)));
}

/** The failed attempts of a wallet, in their order. */
export function failedAttempts({ events }: WalletSight): readonly WalletEventOf<'AttemptFailed'>['data'][] {
  return events.flatMap((event) => (event.type === 'AttemptFailed' ? [event.data] : []));
}
