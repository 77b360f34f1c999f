import type { Config } from '../../config.ts';
import type { HttpListenerOptions } from '../../http/http-listener.ts';

/** Limits of the connections of callers, with the address that they connect to. */
export function listenerLimits({ host, port, server }: Config): Omit<HttpListenerOptions, 'telemetry'> {
  return {
    host,
    port,
    requestTimeoutMs: server.request_timeout_ms,
    keepAliveTimeoutMs: server.keep_alive_timeout_ms,
    headersTimeoutMs: server.headers_timeout_ms,
    connectionsMax: server.connections_max,
  };
}
