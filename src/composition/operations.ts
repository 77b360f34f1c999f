import type { Config } from '../config.ts';
import { listen, type HttpListener } from '../http-listener.ts';
import { createOperationsServer, type OperationsDeps } from '../operations-server.ts';

export interface Operations {
  /** Where the metrics are; `null` where there is no such listener. */
  readonly metricsUrl: string | null;
  close(): Promise<void>;
}

/** Opens the listener for operators, unless it is off. Raises `AddressUnusable`. */
export async function startOperations(config: Config, deps: OperationsDeps): Promise<Operations> {
  if (config.metricsPort === null) return { metricsUrl: null, close: async () => undefined };
  const listener: HttpListener = await listen(createOperationsServer(deps).callback(), {
    host: config.metricsHost,
    port: config.metricsPort,
    portVariable: 'WAYBILL_METRICS_PORT',
    hostVariable: 'WAYBILL_METRICS_HOST',
    requestTimeoutMs: config.server.request_timeout_ms,
    keepAliveTimeoutMs: config.server.keep_alive_timeout_ms,
    telemetry: deps.telemetry,
  });
  return {
    metricsUrl: `${listener.origin}/metrics`,
    close: async () => {
      listener.shut();
      await listener.close(0);
    },
  };
}
