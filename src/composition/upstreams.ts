import type { UpstreamSettings } from '../adapters/undici-upstream/endpoint.ts';
import type { Config } from '../config.ts';
import { namedCredentials, type Credential } from './credentials.ts';

/** The upstreams of the configuration for their adapters, see {@link namedCredentials}. */
export function configuredUpstreams(
  config: Pick<Config, 'upstreams' | 'fairness' | 'server'>,
): Record<string, UpstreamSettings> {
  return Object.fromEntries(
    Object.keys(config.upstreams).flatMap((upstream) =>
      namedCredentials(upstream, config).map((credential) => [
        credential.name,
        settingsOf(upstream, credential, config),
      ]),
    ),
  );
}

function settingsOf(
  name: string,
  { apiKey }: Credential,
  { upstreams, fairness, server }: Pick<Config, 'upstreams' | 'fairness' | 'server'>,
): UpstreamSettings {
  const upstream = upstreams[name];
  if (upstream === undefined) throw new Error(`no upstream ${name}`);
  return {
    baseUrl: upstream.base_url,
    apiKey,
    auth: upstream.auth,
    connectTimeoutMs: upstream.connect_timeout_ms,
    firstByteTimeoutMs: upstream.first_byte_timeout_ms,
    idleTimeoutMs: upstream.idle_timeout_ms,
    totalTimeoutMs: upstream.total_timeout_ms,
    consumerWaitMsMax: server.request_total_ms_max - upstream.total_timeout_ms,
    connectionsMax: upstream.connections_max,
    waitingMax: fairness.waiting_max,
    sharePercentMax: fairness.share_percent_max,
    billingRecords: upstream.billing_records_path === undefined ? null : { path: upstream.billing_records_path },
  };
}
