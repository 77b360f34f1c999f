import type { ExecutionContext } from 'ava';
import type { RecordedRequest } from '../../infra/sandbox-upstream/request-record.ts';
import type { PiiEngine } from '../../src/ports/pii-engine.ts';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  startTestGateway,
  testConfig,
  type TenantOptions,
  type TestTenant,
} from './gateway.ts';
import { httpCall, type HttpReply } from './http-call.ts';
import { assertWalletIsSound, viewLedger, type LedgerView, type ReservationSight } from './ledger-view.ts';
import { assertBillingRecordsAgree } from './sandbox-bill.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';
import { SharedTeardown } from './shared-teardown.ts';

export interface SurfaceSceneOptions {
  /** Its name in configuration. */
  readonly surface: string;
  /** Below `/v1`, with its slash. */
  readonly path: string;
  /** Settings of every target. */
  readonly target?: object;
  /** Further profiles, each of one target of its own with these settings. */
  readonly profiles?: Readonly<Record<string, object>>;
  /** Further profiles, each of several of these targets, in order of preference. */
  readonly pools?: Readonly<Record<string, readonly string[]>>;
  readonly piiEngine?: PiiEngine;
}

export interface SurfaceScene {
  readonly sandbox: SandboxForTest;
  readonly ledger: LedgerView;
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** Sends a body as it is. */
  post(caller: TestTenant, body: string | object, headers?: Readonly<Record<string, string>>): Promise<HttpReply>;
  /** What the upstream got of the request that was answered so; `null` when nothing. */
  received(reply: HttpReply): Promise<RecordedRequest | null>;
  /** One call of a caller of its own, to the end of its reservation; the wallet is then sound and equals the billing records. */
  play(t: ExecutionContext, body: object, tenant?: TenantOptions): Promise<Played>;
}

export interface Played {
  readonly reply: HttpReply;
  readonly reservation: ReservationSight;
}

/**
 * One gateway before one sandbox, for the tests of one surface: the profile `light` with billing records, `no-billing-records`
 * without. Made when a test first asks; `end` belongs into `test.after.always`.
 */
export function surfaceScene(options: SurfaceSceneOptions): {
  readonly start: () => Promise<SurfaceScene>;
  readonly end: () => Promise<void>;
} {
  const shared = new SharedTeardown();
  let started: Promise<SurfaceScene> | null = null;
  return {
    start: () => (started ??= setScene(options, shared.teardown)),
    end: async () => {
      await started;
      await shared.end();
    },
  };
}

async function setScene(
  options: SurfaceSceneOptions,
  teardown: (ending: () => unknown) => void,
): Promise<SurfaceScene> {
  const sandbox = await startSandbox({ teardown });
  const environment = environmentFor(dataDirectory({ teardown }), configOf(options, sandbox));
  const ledger = await viewLedger({ teardown }, environment);
  const { piiEngine } = options;
  const { baseUrl } = await startTestGateway({ teardown }, environment, piiEngine === undefined ? {} : { piiEngine });
  const post: SurfaceScene['post'] = ({ apiKey }, body, headers = {}) =>
    httpCall(`${baseUrl}${options.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    sandbox,
    ledger,
    baseUrl,
    post,
    received: async (reply) => {
      const id = reply.headers['x-waybill-reservation'];
      const requests = await sandbox.requests();
      return requests.find(({ headers }) => id !== undefined && headers['x-waybill-reservation'] === id) ?? null;
    },
    play: async (t, body, tenant) => {
      const caller = await ledger.tenant({ allowAllModels: true, ...tenant });
      const reply = await post(caller, body);
      const wallet = await ledger.settledWallet(caller.walletId);
      assertWalletIsSound(t, wallet);
      const [reservation] = wallet.reservations;
      if (reservation === undefined || wallet.reservations.length > 1) throw new Error('not one reservation');
      if (reservation.reserved.inference.upstream === 'sandbox')
        await assertBillingRecordsAgree(t, { wallet, sandbox });
      return { reply, reservation };
    },
  };
}

function configOf(
  { surface, target, profiles = {}, pools = {} }: SurfaceSceneOptions,
  sandbox: SandboxForTest,
): Readonly<Record<string, unknown>> {
  const upstream = { base_url: sandbox.baseUrl, api_key: sandbox.apiKey, circuit_failures: 1_000, retries_max: 0 };
  const plain = {
    model: 'sandbox-small',
    surfaces: [surface],
    context_tokens_max: 10_000,
    output_tokens_max: 1_000,
    prices: plainPrices,
    ...target,
  };
  const targets = Object.entries(profiles).map(([name, more]) => [name, { ...plain, upstream: 'sandbox', ...more }]);
  return {
    ...testConfig(sandbox, { reservations: { unknown_outcome: 'release', unknown_outcome_grace_ms: 1 } }),
    upstreams: {
      sandbox: { ...upstream, billing_records_path: '/sandbox/billing-records/{reservation_id}' },
      'no-billing-records': upstream,
    },
    targets: {
      light: { ...plain, upstream: 'sandbox' },
      'no-billing-records': { ...plain, upstream: 'no-billing-records' },
      ...Object.fromEntries(targets),
    },
    profiles: Object.fromEntries([
      ...['light', 'no-billing-records', ...Object.keys(profiles)].map((name) => [name, { targets: [name] }]),
      ...Object.entries(pools).map(([name, members]) => [name, { targets: members }]),
    ]),
  };
}
