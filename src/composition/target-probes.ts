import type { HttpProbeSettings } from '../adapters/http-target-probe.ts';
import type { Config } from '../config.ts';
import type { BalancedPools } from '../pools/balanced-pools.ts';
import type { DueProbe } from '../pools/due-probes.ts';
import type { TargetProbe } from '../ports/target-probe.ts';
import { credentialsOf } from './credentials.ts';

/** The probes of upstreams, by their names in targets. */
export function configuredProbes(config: Pick<Config, 'upstreams'>): Record<string, HttpProbeSettings> {
  return Object.fromEntries(
    Object.entries(config.upstreams).flatMap(([upstream, { base_url: baseUrl, auth, probe }]) => {
      if (probe === undefined) return [];
      const { path, timeout_ms: timeoutMs } = probe;
      return credentialsOf(upstream, config).map(({ name, apiKey }) => [
        name,
        { baseUrl, auth, apiKey, path, timeoutMs },
      ]);
    }),
  );
}

/** Interval of the check whether a probe is due, milliseconds. */
const lookMs = 250;

/** Probes targets that are out. Returns a function that stops the probes. */
export function startTargetProbes(current: {
  readonly pools: Pick<BalancedPools, 'takeDueProbes'>;
  readonly probe: TargetProbe;
}): () => void {
  const timer = setInterval(() => {
    for (const due of current.pools.takeDueProbes()) void probeAndReport(current.probe, due);
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function probeAndReport(probe: TargetProbe, { upstream, done }: DueProbe): Promise<void> {
  done(await probe.isHealthy(upstream));
}
