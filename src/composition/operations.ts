import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import type { Config } from '../config.ts';
import { listen, type HttpListener } from '../http/http-listener.ts';
import type { AdminServerDeps } from '../admin/admin-server.ts';
import type { ConfiguredAdmission } from './admission.ts';
import type { ConfiguredClock } from './clock.ts';
import type { ConfiguredDirectory } from './directory.ts';
import { watchDescriptors } from './descriptors.ts';
import { startManagement, type Management } from './management.ts';
import { ledgerNotices } from './notices.ts';
import type { Reactors } from './reactors.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { ConfiguredPersonalData } from './personal-data.ts';
import { configuredReadiness } from './readiness.ts';
import { createOperationsServer, type OperationsDeps } from '../http/operations-server.ts';

export interface Operations extends Management {
  /** URL of the metrics; `null`: there is no such listener. */
  readonly metricsUrl: string | null;
}

/** Opens the listeners for operators, unless they are off. Raises `AddressUnusable`. */
export async function startOperations(
  config: Config,
  deps: OperationsDeps,
  management: AdminServerDeps,
): Promise<Operations> {
  const metrics = config.metricsPort === null ? null : await metricsListener(config, config.metricsPort, deps);
  const { adminUrl, consoleLink, shut, close } = await startManagement(config, management);
  return {
    metricsUrl: metrics === null ? null : `${metrics.origin}/metrics`,
    adminUrl,
    consoleLink,
    shut,
    close: async () => {
      metrics?.shut();
      await Promise.all([metrics?.close(0), close()]);
    },
  };
}

/** Opens the listener of metrics and readiness. Raises `AddressUnusable`. */
export async function metricsListener(config: Config, port: number, deps: OperationsDeps): Promise<HttpListener> {
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

/** The names by which that listener is called. */
export function metricsHosts(config: Config): readonly string[] {
  return [config.metricsHost, ...config.metricsHosts];
}

interface Watched {
  readonly admitting: ConfiguredAdmission;
  readonly ledger: OpenedLedger;
  readonly directory: ConfiguredDirectory;
  readonly time: ConfiguredClock;
  readonly personalData: ConfiguredPersonalData;
  readonly reactors: Pick<Reactors, 'notices'>;
  readonly telemetry: PinoTelemetry;
  readonly config: Config;
}

/** What operators learn of the gateway: whether it is ready, what they should know, and its metrics. */
export function operationsDeps(watched: Watched): OperationsDeps {
  const { ledger, time, personalData, reactors, telemetry, config, admitting } = watched;
  const ofLedger = ledgerNotices(ledger, telemetry);
  const { admission } = admitting;
  const readiness = configuredReadiness({ ...watched, admission });
  const descriptors = watchDescriptors({ telemetry, closing: admission.closing });
  return {
    telemetry,
    hosts: metricsHosts(config),
    notReady: () => readiness.check(),
    notices: () => [
      ...readiness.notices(),
      ...time.notices(),
      ...ofLedger(),
      ...personalData.notices(),
      ...reactors.notices(),
      ...descriptors.notices(),
    ],
    metrics: async () => {
      await readiness.measure();
      return await telemetry.metrics();
    },
  };
}
