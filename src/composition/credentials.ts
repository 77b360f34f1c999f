import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';

type Upstream = Config['upstreams'][string];

/** One way to be known to an upstream. */
export interface Credential {
  /** What targets, the ledger and metrics call it: the upstream's name, or `<upstream>/<credential>` where it has several. */
  readonly name: string;
  /** `null`: none is sent. */
  readonly apiKey: string | null;
  /** Names the account, or tells it from others without telling the credential. */
  readonly account: string;
  /** Tells it from another under the same name, without telling it. */
  readonly identity: string;
  readonly limits: {
    readonly requestsPerMinute: number | null;
    readonly tokensPerMinute: number | null;
    readonly requestsAtOnce: number | null;
  };
}

const unlimited = { requestsPerMinute: null, tokensPerMinute: null, requestsAtOnce: null };

/** The credentials of an upstream, at least one, the first of which serves what no pool does. */
export function credentialsOf(
  upstream: string,
  { upstreams }: Pick<Config, 'upstreams'>,
): readonly [Credential, ...Credential[]] {
  const settings = upstreams[upstream];
  const [first, ...others] = (settings?.credentials ?? []).map((credential): Credential => ({
    name: `${upstream}/${credential.name}`,
    apiKey: credential.api_key,
    account: credential.account ?? settings?.account ?? digestOf(settings, credential.api_key),
    identity: digestOf(settings, credential.api_key),
    limits: {
      requestsPerMinute: credential.requests_per_minute ?? null,
      tokensPerMinute: credential.tokens_per_minute ?? null,
      requestsAtOnce: credential.requests_at_once ?? null,
    },
  }));
  if (first !== undefined) return [first, ...others];
  const identity = digestOf(settings, settings?.api_key ?? '');
  const account = settings?.account ?? identity;
  return [{ name: upstream, apiKey: settings?.api_key ?? null, account, identity, limits: unlimited }];
}

function digestOf(settings: Upstream | undefined, apiKey: string): string {
  return createHash('sha256')
    .update(`${settings?.base_url ?? ''}\n${apiKey}`)
    .digest('hex')
    .slice(0, 32);
}
