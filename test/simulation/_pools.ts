import { failureClasses } from '../../src/catalogue/failure-class.ts';
import type { Target } from '../../src/catalogue/model-catalogue.ts';
import { BalancedPools } from '../../src/pools/balanced-pools.ts';
import type { Upstream } from '../../src/ports/upstream.ts';
import { ordinaryWeights, unlimited } from '../_support/pool-scene.ts';
import type { SimulatedProcess } from './_process.ts';
import { limits } from './_settings.ts';
import type { SimulatedUpstream } from './_upstream.ts';
import type { World } from './_world.ts';

/** How targets of a run changed, in the eyes of all processes. */
export interface StatusesSeen {
  outs: number;
  backs: number;
}

interface PoolsPlace {
  readonly world: World;
  readonly process: SimulatedProcess;
  readonly statuses: StatusesSeen;
}

/** The pools of a gateway, as it has them, over targets by the name of their profile; each is differently patient and strict. */
export function simulatedPools(
  profiles: Readonly<Record<string, readonly Target[]>>,
  { world, process, statuses }: PoolsPlace,
): BalancedPools {
  const { random } = world;
  const pauseMsMin = random.oneOf([500, 2_000]);
  const health = {
    failuresInARow: random.oneOf([1, 2, 3]),
    failurePercentMax: 50,
    attemptsMin: 4,
    windowMs: 30_000,
    pauseMsMin,
    pauseMsMax: random.oneOf([2_000, 10_000]),
  };
  const requestsAtOnce = random.oneOf([null, null, 1, 2]);
  const credential = (upstream: string) => ({
    upstream,
    identity: upstream,
    limits: { ...unlimited, requestsAtOnce },
    sharePercentMax: 90,
    health,
    retriesMax: random.oneOf([0, 1, 2]),
    isProbed: false,
    waitMsMax: 5_000,
  });
  const isOneGroup = world.happens(50);
  const pool = (targets: readonly Target[]) => {
    const members = targets.map((target) => ({ target, weight: 1 }));
    return {
      groups: isOneGroup ? [members] : members.map((member) => [member]),
      balance: random.oneOf(['weighted', 'least_requests', 'lowest_latency'] as const),
      hasAffinity: true,
      attemptsMax: 4,
      deadlineMs: limits.totalTimeoutMs,
      failsOver: new Set(failureClasses),
      retryBudget: { sharePercent: 50, attemptsMin: random.oneOf([1, 20]) },
    };
  };
  const upstreams = new Set(Object.values(profiles).flatMap((targets) => targets.map(({ upstream }) => upstream)));
  const settings = {
    pools: new Map(Object.entries(profiles).map(([name, targets]) => [name, pool(targets)])),
    credentials: new Map([...upstreams].map((upstream) => [upstream, credential(upstream)])),
    alone: new Map(),
    weights: { ...ordinaryWeights, model_gone: 1 },
    waitingMax: 100,
    sharePercentMax: 90,
  };
  return new BalancedPools(settings, {
    timer: process.timer,
    closing: new AbortController().signal,
    telemetry: {
      attemptEnded: () => undefined,
      healthChanged: ({ isHealthy }) => {
        if (isHealthy) statuses.backs += 1;
        else statuses.outs += 1;
      },
    },
  });
}

/** The upstreams as a process reaches them, for requests under one key. */
export function reachedBy(
  process: SimulatedProcess,
  upstreams: readonly SimulatedUpstream[],
  key: string | null,
): Upstream {
  return {
    send: async ({ upstream: name, reservationId: reference, firstByteTimeoutMs }) => {
      const upstream = upstreams.find((one) => one.name === name);
      if (upstream === undefined || reference === null) throw new Error('nobody was asked');
      const leftMs = Math.min(limits.totalTimeoutMs, firstByteTimeoutMs ?? limits.totalTimeoutMs);
      return await upstream.exchange(process, { reference, key, leftMs });
    },
  };
}
