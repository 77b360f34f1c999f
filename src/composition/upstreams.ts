import type { UpstreamSettings } from '../adapters/undici-upstream/endpoint.ts';
import type { Config } from '../config.ts';

/** The upstreams of the configuration, as their adapters take them. */
export function configuredUpstreams({
  upstreams,
  fairness,
  server,
}: Pick<Config, 'upstreams' | 'fairness' | 'server'>): Record<string, UpstreamSettings> {
  const settings = Object.entries(upstreams).map(([name, upstream]): [string, UpstreamSettings] => [
    name,
    {
      baseUrl: upstream.base_url,
      apiKey: upstream.api_key ?? null,
      auth: upstream.auth,
      connectTimeoutMs: upstream.connect_timeout_ms,
      firstByteTimeoutMs: upstream.first_byte_timeout_ms,
      idleTimeoutMs: upstream.idle_timeout_ms,
      totalTimeoutMs: upstream.total_timeout_ms,
      consumerWaitMsMax: server.request_total_ms_max - upstream.total_timeout_ms,
      connectionsMax: upstream.connections_max,
      waitingMax: fairness.waiting_max,
      sharePercentMax: fairness.share_percent_max,
      retriesMax: upstream.retries_max,
      retryAfterMaxMs: upstream.retry_after_ms_max,
      circuit: { failuresInARow: upstream.circuit_failures, openMs: upstream.circuit_open_ms },
      billingRecords: upstream.books_path === undefined ? null : { path: upstream.books_path },
    },
  ]);
  return Object.fromEntries(settings);
}
