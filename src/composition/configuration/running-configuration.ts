import { randomUUID } from 'node:crypto';
import { readConfig, type Config, type Environment } from '../../config.ts';
import { configurationRecorder } from '../../ledger/configuration-recorder.ts';
import type { LimitsInForce } from '../../limits/caller-limits.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { openEdition, type EditionBase } from './edition.ts';
import { Editions } from './editions.ts';
import { Reload, type ReloadDeps, type ReloadOutcome } from './reload.ts';
import { startTargetProbes } from '../target-probes.ts';
import { startTargetStatuses } from '../target-statuses.ts';
import { startReloadRequests } from './reload-requests.ts';

export interface RunningConfiguration {
  readonly editions: Editions;
  /** Reloads the file. Never raises. */
  reload(actor: string): Promise<ReloadOutcome>;
  /** Stops watching for changes. */
  stop(): Promise<void>;
}

export interface RunningConfigurationDeps {
  readonly environment: Environment;
  readonly base: EditionBase;
  readonly limits: LimitsInForce;
  readonly prepareContentKeys: ReloadDeps['prepareContentKeys'];
  readonly log: EventLog;
  readonly instanceId: string;
  readonly telemetry: Telemetry;
}

/** The current configuration. It is reloaded on request and, if watched, when a file changes. */
export function startConfiguration(config: Config, deps: RunningConfigurationDeps): RunningConfiguration {
  const { environment, base, limits, log, instanceId } = deps;
  const editions = new Editions(openEdition(config, base));
  let watched = config.watchesConfig ? readConfig(environment).files : [];
  const reload = new Reload({
    ...deps,
    read: () => {
      const read = readConfig(environment);
      if (config.watchesConfig) watched = read.files;
      return read;
    },
    editions,
    open: (changed, before) => openEdition(changed, base, before),
    limits,
    record: configurationRecorder({ log, instanceId, mintId: randomUUID }),
  });
  const take = (actor: string): Promise<ReloadOutcome> => reload.take(actor);
  const requests = startReloadRequests({ dataDir: config.dataDir, instanceId, watched: () => watched, take });
  const stopStatuses = startTargetStatuses({
    dataDir: config.dataDir,
    instanceId,
    status: () => editions.pools.status(),
  });
  const stopProbes = startTargetProbes(editions);
  return {
    editions,
    reload: take,
    stop: async () => {
      stopProbes();
      await stopStatuses();
      await requests.stop();
    },
  };
}
