import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { createHttpBillingRecords } from '../adapters/http-billing-records.ts';
import { createHttpTargetProbe } from '../adapters/http-target-probe.ts';
import { createUndiciUpstream, type UndiciUpstream } from '../adapters/undici-upstream.ts';
import { freeSurfaces } from '../catalogue/free-surfaces.ts';
import type { Config } from '../config.ts';
import type { PipelineDeps } from '../pipeline/flow/pipeline-deps.ts';
import { createCaller, createDoOnce, createCallerAdmission, createOwnResponses } from '../pipeline/caller-access.ts';
import type { BalancedPools, PoolsDeps } from '../pools/balanced-pools.ts';
import type { BillingRecords } from '../ports/billing-records.ts';
import type { TargetProbe } from '../ports/target-probe.ts';
import type { Upstream } from '../ports/upstream.ts';
import { OpenTasks } from '../routing/open-tasks.ts';
import { createRoutes, type RoutesDeps } from '../server.ts';
import type { FilesDeps } from '../surfaces/files.ts';
import { configuredCatalogue } from './catalogue.ts';
import { configuredFileStores } from './files.ts';
import { configuredPools } from './pools.ts';
import { configuredJudge, configuredSwitchyard, type ConfiguredJudge } from './switchyard.ts';
import { configuredProbes } from './target-probes.ts';
import type { Watch } from './telemetry.ts';
import { configuredUpstreams } from './upstreams.ts';

/**
 * All that follows from what may change in the configuration while the process runs: upstreams with their credentials,
 * targets, prices, profiles. A request keeps the edition that it began with to its end.
 */
export interface Edition {
  readonly config: Config;
  /** Every path, answered by this edition. */
  readonly routes: Middleware;
  readonly upstream: Upstream;
  readonly connections: UndiciUpstream;
  readonly billingRecords: BillingRecords;
  readonly fileStores: FilesDeps['fileStores'];
  /** Who is asked where the embedded choice of `switchyard` is not sure; `null`: nobody. */
  readonly judge: ConfiguredJudge | null;
  readonly pools: BalancedPools;
  readonly probe: TargetProbe;
  /** Closes what no later edition uses. */
  close(): Promise<void>;
}

/** What all editions share. */
export interface EditionBase {
  readonly pipeline: Omit<
    PipelineDeps,
    'catalogue' | 'freeSurfaces' | 'upstream' | 'pools' | 'switchyard' | 'judge' | 'openTasks'
  >;
  readonly surfaces: Omit<RoutesDeps, 'pipeline' | 'fileStores' | keyof ReturnType<typeof besideInference>>;
  /** What pools know of time, and whom they tell. */
  readonly pools: PoolsDeps;
  /** What a test puts between the gateway and its upstreams. */
  readonly wrapUpstream?: (upstream: Upstream) => Upstream;
  /** Whose calls are parts of traces; `null`: nobody's. */
  readonly watch: Watch | null;
  /** How long an upstream that is not configured any more may still take for what runs there, milliseconds. */
  readonly closeTimeoutMs: number;
}

/** Opens an edition; connections of upstreams that stay as they are go on. Raises `RangeError` for prices that are none. */
export function openEdition(config: Config, base: EditionBase, before?: Edition): Edition {
  const settings = configuredUpstreams(config);
  const { watch } = base;
  const connections = createUndiciUpstream(settings, {
    closeTimeoutMs: base.closeTimeoutMs,
    ...(watch && { onAttempt: watch.tried }),
    ...(before && { predecessor: before.connections }),
  });
  const billingRecords = createHttpBillingRecords(settings);
  const probe = createHttpTargetProbe(configuredProbes(config));
  const sending = base.wrapUpstream?.(connections) ?? connections;
  const upstream = watch?.upstream(sending, settings) ?? sending;
  const catalogue = configuredCatalogue(config);
  const pools = configuredPools(config, catalogue, base.pools, before?.pools);
  const switchyard = configuredSwitchyard(config, catalogue);
  const judge = configuredJudge(config, { switchyard, upstream, before: before?.judge ?? null });
  const fileStores = configuredFileStores(config);
  const pipeline: PipelineDeps = {
    ...base.pipeline,
    catalogue,
    freeSurfaces: freeSurfaces(catalogue),
    upstream,
    pools,
    switchyard,
    judge: judge === null ? null : (watch?.judge(judge) ?? judge),
    openTasks: new OpenTasks(randomBytes(32)),
  };
  return {
    config,
    routes: createRoutes({ ...base.surfaces, pipeline, fileStores, ...besideInference(pipeline) }),
    upstream,
    connections,
    billingRecords,
    fileStores,
    judge,
    pools,
    probe,
    close: async () => {
      if (judge !== null && 'loopback' in judge) await judge[Symbol.asyncDispose]();
      await connections[Symbol.asyncDispose]();
      await billingRecords[Symbol.asyncDispose]();
      await probe[Symbol.asyncDispose]();
    },
  };
}

/** What surfaces use of the pipeline that are no inference. */
function besideInference(
  pipeline: PipelineDeps,
): Pick<
  RoutesDeps,
  | 'catalogue'
  | 'switchyard'
  | 'storageRoom'
  | 'upstream'
  | 'identify'
  | 'callerAdmission'
  | 'doOnce'
  | 'storedResponses'
> {
  return {
    catalogue: pipeline.catalogue,
    switchyard: pipeline.switchyard,
    storageRoom: pipeline.storageRoom,
    upstream: pipeline.upstream,
    identify: createCaller(pipeline),
    callerAdmission: createCallerAdmission(pipeline),
    doOnce: createDoOnce(pipeline),
    storedResponses: createOwnResponses(pipeline),
  };
}
