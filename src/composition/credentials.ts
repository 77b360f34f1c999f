import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';

type Upstream = Config['upstreams'][string];

/** One credential of an upstream. */
export interface Credential {
  /**
   * Its name in targets, the ledger and metrics: the upstream's name, or `<upstream>/<credential>` if there are
   * several.
   */
  readonly name: string;
  /** The key; `null`: none is sent. */
  readonly apiKey: string | null;
  /** Name of the account, or a digest that distinguishes accounts without revealing the credential. */
  readonly account: string;
  /** Digest that distinguishes credentials with the same name without revealing them. */
  readonly identity: string;
  readonly limits: {
    readonly requestsPerMinute: number | null;
    readonly tokensPerMinute: number | null;
    readonly requestsAtOnce: number | null;
  };
}

export const unlimited = { requestsPerMinute: null, tokensPerMinute: null, requestsAtOnce: null };

/**
 * The credentials of an upstream by the names that requests use: one for each, and the first by the upstream's own name,
 * for records from before it had several credentials.
 */
export function namedCredentials(upstream: string, config: Pick<Config, 'upstreams'>): readonly Credential[] {
  const credentials = credentialsOf(upstream, config);
  return [{ ...credentials[0], name: upstream }, ...credentials];
}

/** The credentials of an upstream, at least one. The first one serves requests outside of pools. */
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
