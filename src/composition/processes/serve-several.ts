import type { Config, Environment } from '../../config.ts';
import { configuredCounting } from '../admission.ts';
import { drainTimes } from '../drain.ts';
import { metricsHosts, metricsListener } from '../operations.ts';
import { configuredTelemetry } from '../telemetry.ts';
import type { ReadyLine } from './process-report.ts';
import { SeveralProcesses } from './several-processes.ts';

/** What a process may take longer than its drain, milliseconds. */
const stopSlackMs = 5_000;

interface Asked {
  readonly processes: number;
  /** The file that each process runs. */
  readonly script: string;
  readonly environment: Environment;
}

/** Several processes that serve as one gateway. */
export interface ServedTogether {
  readonly line: ReadyLine;
  /** Replaces each process by a new one, without a pause for callers. Never raises. */
  replaceAll(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Starts gateways as processes of their own, and counts for all of them. Raises `ProcessNotStarted` and
 * `AddressUnusable`.
 */
export async function serveSeveral(config: Config, { processes, script, environment }: Asked): Promise<ServedTogether> {
  const { telemetry, close } = await configuredTelemetry(config, {});
  const several = new SeveralProcesses({
    processes,
    script,
    environment,
    role: config.role,
    counting: configuredCounting(config),
    telemetry,
    stopMsMax: drainTimes(config.server.drain_timeout_ms).totalMs + stopSlackMs,
  });
  const line = await several.start();
  const deps = { telemetry, hosts: metricsHosts(config), ...several.operations() };
  const metrics = config.metricsPort === null ? null : await metricsListener(config, config.metricsPort, deps);
  return {
    line: { ...line, ...(metrics !== null && { metrics_url: `${metrics.origin}/metrics` }) },
    replaceAll: () => several.replaceAll(),
    kill: () => several.kill(),
    stop: async () => {
      await several.stop();
      metrics?.shut();
      await metrics?.close(0);
      await close();
    },
  };
}
