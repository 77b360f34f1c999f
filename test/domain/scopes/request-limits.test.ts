import test from 'ava';
import { apiKey, type ApiKey } from '../../../src/domain/api-key.ts';
import type { ApiKeyEvent } from '../../../src/domain/api-key-events.ts';
import { levels, type Level } from '../../../src/domain/scopes/level.ts';
import { shownLimits, type RequestLimits } from '../../../src/domain/scopes/request-limits.ts';
import { scope, type Scope } from '../../../src/domain/scopes/scope.ts';
import type { ScopeEvent } from '../../../src/domain/scopes/scope-events.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { keyWith } from '../../_support/grant-vocabulary.ts';
import { levelActors as actors } from '../../_support/level-actors.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const tenant = { scope_kind: 'tenant', scope_id: id('3', 1) } as const;
const tenantCreated: ScopeEvent = {
  type: 'ScopeCreated',
  data: { ...tenant, parent_id: id('1', 1), name: 'Example Ltd' },
};
const { revoked: _, allowed_profiles, ...key } = keyWith();
const keyCreated: ApiKeyEvent = {
  type: 'ApiKeyCreated',
  data: { ...key, allowed_profiles: [...allowed_profiles] },
};

const perMinute = (requests_per_minute_max: number): RequestLimits => ({ requests_per_minute_max });

const tenantLimited = (actor: string, limits: RequestLimits): ScopeEvent => ({
  type: 'ScopeLimitsSet',
  data: { ...tenant, ...limits, actor },
});
const keyLimited = (actor: string, limits: RequestLimits): ApiKeyEvent => ({
  type: 'ApiKeyLimitsSet',
  data: { key_id: key.key_id, ...limits, actor },
});

type Step = readonly [Level, RequestLimits];

/** The tenant and the key after levels have set limits, one after another. */
function after(...steps: readonly Step[]) {
  const ofTenant = steps.map(([level, limits]) => tenantLimited(actors[level], limits));
  const ofKey = steps.map(([level, limits]) => keyLimited(actors[level], limits));
  return {
    given: { tenant: [tenantCreated, ...ofTenant], key: [keyCreated, ...ofKey] },
    tenant: [tenantCreated, ...ofTenant].reduce<Scope | null>(scope.evolve, null),
    key: [keyCreated, ...ofKey].reduce<ApiKey | null>(apiKey.evolve, null),
  };
}

for (const [at, upper] of levels.entries()) {
  for (const lower of levels.slice(0, at)) {
    for (const isFirst of [true, false]) {
      const order = (one: Step, other: Step): readonly Step[] => (isFirst ? [one, other] : [other, one]);
      test(`the ${upper} binds the ${lower}, ${isFirst ? 'which it was before' : 'which was before'}`, (t) => {
        for (const asked of [perMinute(10), { requests_at_once_max: 3 }]) {
          const { tenant: one, key: two } = after(...order([upper, perMinute(5)], [lower, asked]));
          t.is(one?.limits?.requests_per_minute_max, 5);
          t.is(two?.limits?.requests_per_minute_max, 5);
        }
        const { tenant: tighter } = after(...order([upper, perMinute(5)], [lower, perMinute(2)]));
        t.deepEqual(shownLimits(tighter ?? {}), {
          limits: perMinute(2),
          limited_by: { requests_per_minute_max: lower },
        });
      });
    }

    test(`the ${lower} does not lift what the ${upper} set, and the ${upper} lifts both`, (t) => {
      const steps: readonly Step[] = [
        [upper, perMinute(5)],
        [lower, perMinute(2)],
      ];
      const lifted = after(...steps, [lower, {}]);
      t.deepEqual(lifted.key?.limits, perMinute(5));
      t.deepEqual(lifted.tenant?.limits_by, { [upper]: perMinute(5) });
      const none = after(...steps, [upper, {}]);
      t.deepEqual([none.key?.limits, none.tenant?.limits], [undefined, undefined]);
    });
  }
}

test('to set what is set already records nothing, at each level for itself', (t) => {
  const given = specificationOf(scope).given(after(['platform', perMinute(5)], ['tenant', perMinute(5)]).given.tenant);
  const set = (level: Level, limits: RequestLimits) =>
    given.when({ type: 'limit_scope', limits, actor: actors[level] });
  set('platform', perMinute(5)).thenExpect(t, []);
  set('tenant', perMinute(5)).thenExpect(t, []);
  set('reseller', {}).thenExpect(t, [tenantLimited(actors.reseller, {})]);
  set('reseller', perMinute(5)).thenExpect(t, [tenantLimited(actors.reseller, perMinute(5))]);
  const ofKey = specificationOf(apiKey).given(after(['platform', perMinute(5)]).given.key);
  const limit = { type: 'limit_api_key', actor: actors.tenant } as const;
  ofKey.when({ ...limit, limits: {} }).thenExpect(t, []);
  ofKey.when({ ...limit, limits: perMinute(5) }).thenExpect(t, [keyLimited(actors.tenant, perMinute(5))]);
});

test('of the same limit the widest level is shown, and each limit has its own', (t) => {
  const { key: limited } = after(
    ['tenant', { requests_per_minute_max: 5, requests_at_once_max: 1 }],
    ['platform', { requests_per_minute_max: 5, requests_at_once_max: 2 }],
  );
  t.deepEqual(shownLimits(limited ?? {}), {
    limits: { requests_per_minute_max: 5, requests_at_once_max: 1 },
    limited_by: { requests_per_minute_max: 'platform', requests_at_once_max: 'tenant' },
  });
  t.deepEqual(shownLimits({}), {});
});

test('limits of an event without an actor are the platform’s, and stay readable', (t) => {
  const old: ScopeEvent = { type: 'ScopeLimitsSet', data: { ...tenant, requests_per_minute_max: 5 } };
  const events = [tenantCreated, old, tenantLimited(actors.reseller, perMinute(9))];
  t.deepEqual(events.reduce<Scope | null>(scope.evolve, null)?.limits_by, {
    platform: perMinute(5),
    reseller: perMinute(9),
  });
});
