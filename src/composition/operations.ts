import type { Config } from '../config.ts';
import { listen, type HttpListener } from '../http-listener.ts';
import type { AdminServerDeps } from '../admin/admin-server.ts';
import { startManagement } from './management.ts';
import { createOperationsServer, type OperationsDeps } from '../operations-server.ts';

export interface Operations {
  /** Where the metrics are; `null` where there is no such listener. */
  readonly metricsUrl: string | null;
  /** Where the management API is; `null` where there is no such listener. */
  readonly adminUrl: string | null;
  /** Takes no new connections for management. */
  shut(): void;
  close(): Promise<void>;
}

/** Opens the listeners for those who run the gateway, unless they are off. Raises `AddressUnusable`. */
export async function startOperations(
  config: Config,
  deps: OperationsDeps,
  management: AdminServerDeps,
): Promise<Operations> {
  const metrics = config.metricsPort === null ? null : await metricsListener(config, config.metricsPort, deps);
  const { adminUrl, shut, close } = await startManagement(config, management);
  return {
    metricsUrl: metrics === null ? null : `${metrics.origin}/metrics`,
    adminUrl,
    shut,
    close: async () => {
      metrics?.shut();
      await Promise.all([metrics?.close(0), close()]);
    },
  };
}

async function metricsListener(config: Config, port: number, deps: OperationsDeps): Promise<HttpListener> {
  return await listen(createOperationsServer(deps).callback(), {
    host: config.metricsHost,
    port,
    portVariable: 'WAYBILL_METRICS_PORT',
    hostVariable: 'WAYBILL_METRICS_HOST',
    requestTimeoutMs: config.server.request_timeout_ms,
    keepAliveTimeoutMs: config.server.keep_alive_timeout_ms,
    telemetry: deps.telemetry,
  });
}
