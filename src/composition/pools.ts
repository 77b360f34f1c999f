import { failureClasses, type FailureClass } from '../catalogue/failure-class.ts';
import type { ModelCatalogue } from '../catalogue/model-catalogue.ts';
import type { Config } from '../config.ts';
import { BalancedPools, type AloneSettings, type PoolsDeps } from '../pools/balanced-pools.ts';
import type { CredentialSettings } from '../pools/member-state.ts';
import { credentialsOf, namedCredentials, unlimited, type Credential } from './credentials.ts';

/** The pools of the profiles. Unchanged members keep their health and limits. */
export function configuredPools(
  config: Config,
  catalogue: ModelCatalogue,
  deps: PoolsDeps,
  predecessor?: BalancedPools,
): BalancedPools {
  const upstreams = Object.keys(config.upstreams);
  const credentials = upstreams.flatMap((upstream) =>
    credentialsOf(upstream, config).map((credential) => credentialSettings(upstream, credential, config)),
  );
  const { pools } = config;
  const weights = Object.fromEntries(failureClasses.map((of) => [of, pools.failures[of].weight]));
  const settings = {
    pools: new Map([...catalogue.profiles.values()].map(({ name, pool }) => [name, pool])),
    credentials: new Map(credentials.map((credential) => [credential.upstream, credential])),
    alone: new Map(upstreams.flatMap((upstream) => aloneSettings(upstream, config))),
    // `as`: the entries are made from the closed list.
    weights: weights as Record<FailureClass, number>,
    waitingMax: config.fairness.waiting_max,
    sharePercentMax: config.fairness.share_percent_max,
  };
  return new BalancedPools(settings, deps, predecessor);
}

function credentialSettings(
  upstream: string,
  { name, identity, limits }: Credential,
  { upstreams, pools, fairness }: Config,
): CredentialSettings {
  const settings = upstreams[upstream];
  if (settings === undefined) throw new Error(`no upstream ${upstream}`);
  return {
    upstream: name,
    identity,
    limits,
    sharePercentMax: fairness.share_percent_max,
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
  };
}

/**
 * Files and judges of `switchyard` at an upstream. They have no part in the limits of a credential, and no probe: what
 * they ask is another service than the models of the upstream.
 */
function aloneSettings(upstream: string, config: Config): (readonly [name: string, AloneSettings])[] {
  const { pools, upstreams } = config;
  const pool = {
    deadlineMs: upstreams[upstream]?.total_timeout_ms ?? 0,
    retryBudget: { sharePercent: pools.retry_percent_max, attemptsMin: pools.free_retries_max },
  };
  return namedCredentials(upstream, config).map((credential) => {
    const settings = credentialSettings(upstream, { ...credential, limits: unlimited }, config);
    return [credential.name, { credential: { ...settings, isProbed: false }, pool }];
  });
}
