import { failureClasses, type FailureClass } from '../catalogue/failure-class.ts';
import type { ModelCatalogue } from '../catalogue/model-catalogue.ts';
import type { Config } from '../config.ts';
import { BalancedPools, type PoolsDeps } from '../pools/balanced-pools.ts';
import type { CredentialSettings } from '../pools/member-state.ts';
import { credentialsOf } from './credentials.ts';

/** The pools of the profiles. Unchanged members keep their health and limits. */
export function configuredPools(
  config: Config,
  catalogue: ModelCatalogue,
  deps: PoolsDeps,
  predecessor?: BalancedPools,
): BalancedPools {
  const credentials = Object.keys(config.upstreams).flatMap((upstream) => credentialSettings(upstream, config));
  const { pools } = config;
  const weights = Object.fromEntries(failureClasses.map((of) => [of, pools.failures[of].weight]));
  const settings = {
    pools: new Map([...catalogue.profiles.values()].map(({ name, pool }) => [name, pool])),
    credentials: new Map(credentials.map((credential) => [credential.upstream, credential])),
    // `as`: the entries are made from the closed list.
    weights: weights as Record<FailureClass, number>,
    waitingMax: config.fairness.waiting_max,
    sharePercentMax: config.fairness.share_percent_max,
  };
  return new BalancedPools(settings, deps, predecessor);
}

function credentialSettings(upstream: string, config: Config): CredentialSettings[] {
  const { pools } = config;
  const settings = config.upstreams[upstream];
  if (settings === undefined) return [];
  return credentialsOf(upstream, config).map(({ name, identity, limits }) => ({
    upstream: name,
    identity,
    limits,
    health: {
      failuresInARow: settings.circuit_failures,
      failurePercentMax: pools.failure_percent_max,
      attemptsMin: pools.failure_window_attempts,
      windowMs: pools.failure_window_ms,
      pauseMsMin: Math.min(pools.trial_pause_ms, settings.circuit_open_ms),
      pauseMsMax: settings.circuit_open_ms,
    },
    retriesMax: settings.retries_max,
    isProbed: settings.probe !== undefined,
    waitMsMax: settings.retry_after_ms_max,
  }));
}
