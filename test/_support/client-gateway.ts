// A gateway for other people's clients: every surface on it, and what each call of a client has to leave behind.
import type { ExecutionContext } from 'ava';
import { plainPrices, type TenantOptions } from './gateway.ts';
import { assertWalletIsSound, viewOf, type WalletSight } from './ledger-view.ts';
import { assertBillingRecordsAgree, dearPrices, toolPrices } from './sandbox-bill.ts';
import type { SandboxForTest } from './sandbox.ts';
import { sharedGateway } from './served-gateway.ts';

/** A client's account, and where it calls. */
export interface ClientPlace {
  readonly apiKey: string;
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly sandbox: SandboxForTest;
  /** So many reservations were made and settled, no others; the wallet is sound and equals the billing records. */
  assertSettled(t: ExecutionContext, count: number): Promise<WalletSight>;
  /** The bodies the upstream got for this account, in their order. */
  upstreamBodies(): Promise<readonly UpstreamBody[]>;
}

export interface UpstreamBody {
  readonly [field: string]: unknown;
  readonly messages?: readonly Readonly<Record<string, unknown>>[];
  readonly input?: readonly Readonly<Record<string, unknown>>[];
  readonly system?: unknown;
}

const target = {
  upstream: 'sandbox',
  surfaces: ['chat_completions', 'responses', 'messages', 'embeddings'],
  context_tokens_max: 200_000,
  output_tokens_max: 64_000,
  prices: plainPrices,
};

/**
 * The profiles `light`, `thinker`, which reasons, others like it, `searcher`, which has a price for the tools that the
 * upstream runs, `locked`, which no account here may use, and `dear`, which reasons as well. Under the name `switchyard` either
 * `thinker` or `dear` is chosen.
 */
export function clientGateway(
  thinkers: readonly string[] = [],
  { mayChoose = false } = {},
): {
  readonly place: (options?: TenantOptions) => Promise<ClientPlace>;
  readonly end: () => Promise<void>;
} {
  const reasoning = ['thinker', ...thinkers];
  const served = sharedGateway({
    config: {
      target,
      targets: {
        thinker: { ...target, model: 'sandbox-medium', efforts: ['low', 'medium', 'high'] },
        searcher: { ...target, model: 'sandbox-small', hosted_tool_uses_max: 2, prices: toolPrices },
        dear: { ...target, model: 'sandbox-large', efforts: ['low', 'medium', 'high'], prices: dearPrices },
      },
      profiles: {
        ...Object.fromEntries(reasoning.map((name) => [name, { targets: ['thinker'] }])),
        searcher: { targets: ['searcher'] },
        locked: { targets: ['small'] },
        dear: { targets: ['dear'] },
      },
      top: { switchyard: { candidates: [{ profile: 'thinker' }, { profile: 'dear' }] } },
    },
  });
  const profiles = ['light', 'searcher', ...reasoning, ...(mayChoose ? ['dear', 'switchyard'] : [])];
  return { place: async (options) => placeOf(await served.start(), { profiles, ...options }), end: served.end };
}

type Served = Awaited<ReturnType<ReturnType<typeof sharedGateway>['start']>>;

async function placeOf(served: Served, options: TenantOptions): Promise<ClientPlace> {
  const { sandbox, baseUrl, origin } = served;
  const ledger = viewOf(served.log, served.dataDir);
  const { apiKey, walletId } = await served.tenant(options);
  return {
    apiKey,
    sandbox,
    baseUrl,
    origin,
    assertSettled: async (t, count) => {
      const wallet = await ledger.settledWallet(walletId, count);
      t.is(wallet.reservations.length, count);
      t.true(wallet.reservations.every(({ settled }) => settled !== null));
      assertWalletIsSound(t, wallet);
      t.is((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n, count > 0);
      return wallet;
    },
    upstreamBodies: async () => {
      const { reservations } = await ledger.wallet(walletId);
      const requests = await sandbox.requests();
      return reservations.map(({ id }) => {
        const request = requests.find(({ headers }) => headers['x-waybill-reservation'] === id);
        return JSON.parse(request?.body_text ?? '{}') as UpstreamBody;
      });
    },
  };
}
