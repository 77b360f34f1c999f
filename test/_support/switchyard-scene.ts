// A gateway that chooses who answers: two candidates on one sandbox with billing records.
import { dirname } from 'node:path';
import type { ReloadOutcome } from '../../src/composition/configuration/reload.ts';
import type { WalletEventOf } from '../../src/domain/wallet-events.ts';
import type { Wrappers } from '../../src/main.ts';
import {
  dataDirectory,
  environmentFor,
  startTestGateway,
  testConfig,
  type Teardown,
  type TenantOptions,
  type TestTenant,
} from './gateway.ts';
import { viewLedger, type LedgerView, type WalletSight } from './ledger-view.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';
import { startUpstreamGate, type UpstreamGate } from './upstream-gate.ts';

type Section = Readonly<Record<string, unknown>>;

const surfaces = ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'];

const targetOf = (model: string, prices: readonly [input: string, output: string]) => ({
  upstream: 'sandbox',
  model,
  surfaces,
  context_tokens_max: 20_000,
  output_tokens_max: 1_000,
  prices: { id: model, version: '1', eur_per_million_tokens: { input: prices[0], output: prices[1] } },
});

/** A trade-off at which the most economical is always chosen, and one at which the most capable is. */
export const always = { economical: { trade_off: 10 }, capable: { trade_off: 0 } } as const;

/** A judge is asked, however sure the embedded choice is and however little candidates differ in price; patiently. */
export const alwaysAsked = {
  judge: 'judge',
  margin_max: 100,
  saving_factor_min: 0,
  answer_share_max: 1_000_000,
  selection_eur_max: '0.01',
  deadline_ms: 20_000,
} as const;

export const candidates = [{ profile: 'light' }, { profile: 'advanced' }];

export interface SwitchyardScene {
  readonly sandbox: SandboxForTest;
  readonly gate: UpstreamGate;
  readonly ledger: LedgerView;
  readonly tenant: TestTenant;
  readonly environment: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly metricsUrl: string;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  ask(text: string, more?: object): Promise<Response>;
  /** Has the running gateway take another configuration. */
  reconfigure(setting: SwitchyardSetting): Promise<ReloadOutcome>;
  stop(): Promise<void>;
}

export interface SwitchyardSetting {
  /** `null`: the section is left out. */
  readonly switchyard?: Section | null;
  readonly tenant?: TenantOptions;
  readonly targets?: Section;
  readonly top?: Section;
  readonly upstream?: Section;
  /** Further ones. */
  readonly upstreams?: Section;
  readonly environment?: Readonly<Record<string, string>>;
  readonly wrappers?: Wrappers;
}

/** The configuration of the scene. */
export function switchyardConfig(
  upstream: { readonly baseUrl: string; readonly apiKey: string },
  { switchyard = {}, targets = {}, top = {}, upstream: more = {}, upstreams = {} }: SwitchyardSetting = {},
): Section {
  const config = testConfig(upstream, {
    upstream: more,
    // A call that was cut may reach a busy machine late.
    reservations: { never_seen_grace_ms: 3_000 },
    targets: {
      small: targetOf('sandbox-small', ['0.1', '0.4']),
      large: { ...targetOf('sandbox-large', ['2', '10']), efforts: ['none', 'low', 'high', 'max'] },
      judge: targetOf('sandbox-judge', ['0.05', '0.2']),
      ...targets,
    },
    profiles: { light: { targets: ['small'] }, advanced: { targets: ['large'] } },
    top: { ...(switchyard !== null && { switchyard: { candidates, ...switchyard } }), ...top },
  });
  return { ...config, upstreams: { ...(config['upstreams'] as Section), ...upstreams } };
}

export async function setSwitchyardScene(t: Teardown, setting: SwitchyardSetting = {}): Promise<SwitchyardScene> {
  const sandbox = await startSandbox(t, { billingRecordsMax: 100_000 });
  const gate = await startUpstreamGate(t, sandbox);
  const environment = {
    ...environmentFor(dataDirectory(t), switchyardConfig(gate, setting)),
    ...setting.environment,
  };
  const ledger = await viewLedger(t, environment);
  const profiles = ['light', 'advanced', 'switchyard'];
  const tenant = await ledger.tenant({ profiles, ...setting.tenant });
  const { baseUrl, metricsUrl, stop, reload } = await startTestGateway(t, environment, setting.wrappers);
  const post: SwitchyardScene['post'] = (path, body, headers = {}) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ask: SwitchyardScene['ask'] = (text, more = {}) =>
    post('/chat/completions', {
      model: 'switchyard',
      max_tokens: 50,
      messages: [{ role: 'user', content: text }],
      ...more,
    });
  const reconfigure: SwitchyardScene['reconfigure'] = (next) => {
    const directory = dirname(environment['WAYBILL_CONFIG'] ?? '');
    environmentFor(directory, switchyardConfig(gate, next));
    return reload('cli:test');
  };
  return {
    sandbox,
    gate,
    ledger,
    tenant,
    environment,
    baseUrl,
    metricsUrl: metricsUrl ?? '',
    post,
    ask,
    reconfigure,
    stop,
  };
}

/** The choices of a wallet, in their order. */
export function choicesIn({
  events,
}: Pick<WalletSight, 'events'>): readonly WalletEventOf<'SelectionCharged'>['data'][] {
  return events.flatMap((event) => (event.type === 'SelectionCharged' ? [event.data] : []));
}
