import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { createHttpBillingRecords } from '../../adapters/http-billing-records.ts';
import { createHttpTargetProbe } from '../../adapters/http-target-probe.ts';
import { createUndiciUpstreams, type UndiciUpstreams } from '../../adapters/undici-upstream.ts';
import { freeSurfaces } from '../../catalogue/free-surfaces.ts';
import type { Config } from '../../config.ts';
import type { PipelineDeps } from '../../pipeline/flow/pipeline-deps.ts';
import { createCaller, createDoOnce, createCallerAdmission, createOwnResponses } from '../../pipeline/caller-access.ts';
import type { BalancedPools, PoolsDeps } from '../../pools/balanced-pools.ts';
import type { BillingRecords } from '../../ports/billing-records.ts';
import type { PoolCall } from '../../ports/target-pools.ts';
import type { TargetProbe } from '../../ports/target-probe.ts';
import type { Upstream, UpstreamRequest } from '../../ports/upstream.ts';
import { OwnOffers } from '../../pipeline/selection/own-offers.ts';
import { OpenTasks } from '../../routing/open-tasks.ts';
import { createRoutes, type RoutesDeps } from '../../http/server.ts';
import type { FilesDeps } from '../../surfaces/files.ts';
import { configuredCatalogue } from '../catalogue.ts';
import { configuredFileStores } from '../files.ts';
import { pooledUpstream } from '../pooled-upstream.ts';
import { configuredPools } from '../pools.ts';
import { configuredJudge, configuredSwitchyard, type ConfiguredJudge } from '../switchyard.ts';
import { configuredProbes } from '../target-probes.ts';
import type { Watch } from '../telemetry.ts';
import { configuredUpstreams } from '../upstreams.ts';

/**
 * Everything built from reloadable configuration: upstreams with their credentials, targets, prices, profiles. A
 * request uses the edition it began with until its end.
 */
export interface Edition {
  readonly config: Config;
  /** The routes of this edition. */
  readonly routes: Middleware;
  /** For requests that name an upstream instead of a profile, such as files: repeated while it is unavailable. */
  readonly upstream: Upstream;
  readonly connections: UndiciUpstreams;
  readonly billingRecords: BillingRecords;
  readonly fileStores: FilesDeps['fileStores'];
  /** The judge for uncertain choices of `switchyard`; `null`: none. */
  readonly judge: ConfiguredJudge | null;
  readonly pools: BalancedPools;
  readonly probe: TargetProbe;
  /** Closes the parts that no later edition uses. */
  close(): Promise<void>;
}

/** The parts that all editions share. */
export interface EditionBase {
  readonly pipeline: Omit<
    PipelineDeps,
    | 'catalogue'
    | 'ownOffers'
    | 'freeSurfaces'
    | 'creditHints'
    | 'upstream'
    | 'pools'
    | 'switchyard'
    | 'judge'
    | 'openTasks'
  >;
  readonly surfaces: Omit<
    RoutesDeps,
    'pipeline' | 'fileStores' | 'upstream' | keyof ReturnType<typeof besideInference>
  >;
  /** Timer and telemetry of the pools. */
  readonly pools: PoolsDeps;
  /** Wrapper of a test around the upstreams. */
  readonly wrapUpstream?: (upstream: Upstream) => Upstream;
  /** Adds the calls of ports to traces; `null`: no tracing. */
  readonly watch: Watch | null;
  /** How long running requests may continue at an upstream that was removed from the configuration, milliseconds. */
  readonly closeTimeoutMs: number;
}

/** Opens an edition. Unchanged upstreams keep their connections. Raises `RangeError` for invalid prices. */
export function openEdition(config: Config, base: EditionBase, before?: Edition): Edition {
  const settings = configuredUpstreams(config);
  const { watch } = base;
  const connections = createUndiciUpstreams(settings, {
    closeTimeoutMs: base.closeTimeoutMs,
    ...(base.pools.hasOthers && { hasOthers: base.pools.hasOthers }),
    ...(watch && { onAttempt: watch.tried }),
    ...(before && { predecessor: before.connections }),
  });
  const billingRecords = createHttpBillingRecords(settings);
  const probe = createHttpTargetProbe(configuredProbes(config));
  const watched = (sending: Upstream): Upstream => {
    const wrapped = base.wrapUpstream?.(sending) ?? sending;
    return watch?.upstream(wrapped, settings) ?? wrapped;
  };
  const catalogue = configuredCatalogue(config);
  const pools = configuredPools(config, catalogue, base.pools, before?.pools);
  const alone = (how: { readonly once: boolean }): Upstream => {
    const open = (request: UpstreamRequest) => pools.openAlone(request.upstream, callOf(request), how);
    return watched(pooledUpstream(connections, { open, isBounded: !how.once }));
  };
  const upstream = alone({ once: false });
  const switchyard = configuredSwitchyard(config, catalogue);
  const judge = configuredJudge(config, {
    switchyard,
    upstream: alone({ once: true }),
    before: before?.judge ?? null,
  });
  const fileStores = configuredFileStores(config);
  const pipeline: PipelineDeps = {
    ...base.pipeline,
    catalogue,
    ownOffers: new OwnOffers({ catalogue, switchyard }, base.pipeline.keyHasher),
    freeSurfaces: freeSurfaces(catalogue),
    creditHints: config.credit_hint,
    upstream: watched(connections),
    pools,
    switchyard,
    judge: judge === null ? null : (watch?.judge(judge) ?? judge),
    openTasks: new OpenTasks(randomBytes(32)),
  };
  return {
    config,
    routes: createRoutes({ ...base.surfaces, pipeline, fileStores, ...besideInference(pipeline), upstream }),
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

/** A call without a profile, as pools see it. The gateway's own calls, for nobody's request, are a caller of their own. */
function callOf({ sharer = { tenantId: '', keyId: '' } }: UpstreamRequest): PoolCall {
  return { sharer, caller: sharer.keyId, conversation: null, tokens: 0, isStreamed: false };
}

/** The parts of the pipeline that surfaces without inference use. */
function besideInference(
  pipeline: PipelineDeps,
): Pick<
  RoutesDeps,
  'catalogue' | 'switchyard' | 'storageClaims' | 'identify' | 'callerAdmission' | 'doOnce' | 'storedResponses'
> {
  return {
    catalogue: pipeline.catalogue,
    switchyard: pipeline.switchyard,
    storageClaims: pipeline.storageClaims,
    identify: createCaller(pipeline),
    callerAdmission: createCallerAdmission(pipeline),
    doOnce: createDoOnce(pipeline),
    storedResponses: createOwnResponses(pipeline),
  };
}
