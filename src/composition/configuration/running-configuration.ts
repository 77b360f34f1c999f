import { randomUUID } from 'node:crypto';
import { readConfig, type Config, type Environment } from '../../config.ts';
import { priceListsOf } from '../../config/configuration-change.ts';
import { priceListsLoaded } from '../../domain/configuration/price-lists-loaded.ts';
import { ConfigurationRecorder } from '../../ledger/configuration-recorder.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import type { LimitsInForce } from '../../limits/caller-limits.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { openEdition, type EditionBase } from './edition.ts';
import { Editions } from './editions.ts';
import { Reload, type ReloadDeps, type ReloadOutcome } from './reload.ts';
import { startTargetProbes } from '../target-probes.ts';
import { startSweeps } from '../../reactors/sweeps.ts';
import { startTargetStatuses } from '../target-statuses.ts';
import { startReloadRequests } from './reload-requests.ts';

export interface RunningConfiguration {
  readonly editions: Editions;
  /**
   * Resolves when the price lists of the start are recorded; or after a time without an answer of the ledger, which is
   * asked again until it has them. Never raises.
   */
  readonly started: Promise<unknown>;
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
  const lists = priceListsLoaded(instanceId, priceListsOf(config).values());
  const recorder = new ConfigurationRecorder({ log, instanceId, createId: randomUUID }, lists);
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
    record: (events) => recorder.record(events),
  });
  const take = (actor: string): Promise<ReloadOutcome> => reload.take(actor);
  const requests = startReloadRequests({ dataDir: config.dataDir, instanceId, watched: () => watched, take });
  const stopStatuses = startTargetStatuses({
    dataDir: config.dataDir,
    instanceId,
    status: () => editions.pools.status(),
  });
  const stopProbes = startTargetProbes(editions);
  const { started, stop: stopRecording } = recordStart(recorder, deps);
  return {
    editions,
    started,
    reload: take,
    stop: async () => {
      stopProbes();
      await stopStatuses();
      await stopRecording();
      await requests.stop();
    },
  };
}

/** How long a start waits for the ledger to record its price lists, and how often it asks again. */
const startWaitMs = 5_000;

function recordStart(
  recorder: ConfigurationRecorder,
  { telemetry }: Pick<RunningConfigurationDeps, 'telemetry'>,
): { readonly started: Promise<unknown>; stop(): Promise<void> } {
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const { stop } = startSweeps({
    intervalMs: startWaitMs,
    sweep: async () => {
      await recorder.recordStart();
      resolve();
    },
    failed: (error) => {
      telemetry.warn('price_lists_not_recorded', {}, error);
      resolve();
    },
  });
  return { started: withinMs(tried, startWaitMs), stop };
}
