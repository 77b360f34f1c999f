import test from 'ava';
import { grantOf, type Policy } from '../../../src/domain/policy.ts';
import type { PolicyEvent } from '../../../src/domain/policy-events.ts';
import { levels, type Level } from '../../../src/domain/scopes/level.ts';
import {
  policiesOf,
  scopePolicies,
  shownPolicy,
  type ScopePolicies,
} from '../../../src/domain/scopes/scope-policies.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { keyWith, policyWith } from '../../_support/grant-vocabulary.ts';
import { levelActors as actors } from '../../_support/level-actors.ts';

const { given } = specificationOf(scopePolicies);

const { scope_kind, scope_id } = policyWith();
const scope = { scope_kind, scope_id };

const setBy = (level: Level, more: Partial<Policy> = {}): PolicyEvent => {
  const { set_by: _, ...rules } = policyWith(more);
  return {
    type: 'PolicySet',
    data: { ...rules, allowed_profiles: [...rules.allowed_profiles], actor: actors[level] },
  };
};
const removedBy = (level: Level): PolicyEvent => ({ type: 'PolicyRemoved', data: { ...scope, actor: actors[level] } });

const folded = (...events: readonly PolicyEvent[]): readonly Policy[] =>
  policiesOf(events.reduce<ScopePolicies | null>(scopePolicies.evolve, null));
const grantAfter = (...events: readonly PolicyEvent[]) =>
  grantOf(keyWith({ allow_all_models: true, max_request_eur: null }), folded(...events), null);

test('a policy is set, and set again', (t) => {
  const stricter = setBy('tenant', { pii_required: true });
  given([])
    .when({ type: 'set_policy', policy: policyWith(), actor: actors.tenant })
    .thenExpect(t, [setBy('tenant')]);
  given([setBy('tenant')])
    .when({ type: 'set_policy', policy: policyWith({ pii_required: true }), actor: actors.tenant })
    .thenExpect(t, [stricter]);
  t.deepEqual(folded(setBy('tenant'), stricter), [policyWith({ pii_required: true, set_by: actors.tenant })]);
});

for (const [at, upper] of levels.entries()) {
  for (const lower of levels.slice(0, at)) {
    const strict = setBy(upper, { allowed_profiles: ['light'], pii_required: true, max_request_eur: '1.000000000' });
    const lax = setBy(lower, { allow_all_models: true, pii_required: false, max_request_eur: '9.000000000' });

    test(`the ${lower} widens no policy of the ${upper}, before it or after it`, (t) => {
      for (const events of [
        [strict, lax],
        [lax, strict],
        [strict, lax, removedBy(lower)],
      ]) {
        const grant = grantAfter(...events);
        t.deepEqual([grant.allows('light'), grant.allows('average')], [true, false]);
        t.is(grant.requestCap, 1_000_000_000n);
        t.true(grant.piiRequired);
      }
    });

    test(`the ${lower} narrows a policy of the ${upper}, which removes both`, (t) => {
      const events = [lax, setBy(lower, { allowed_profiles: ['average'] }), setBy(upper)] as const;
      t.false(grantAfter(...events).allows('light'));
      t.deepEqual(
        folded(...events).map((policy) => shownPolicy(policy).level),
        [upper, lower],
      );
      t.deepEqual(folded(...events, removedBy(upper)), []);
    });
  }
}

test('to remove what is not there records nothing', (t) => {
  const remove = (level: Level) => ({ type: 'remove_policy', scope, actor: actors[level] }) as const;
  given([]).when(remove('platform')).thenExpect(t, []);
  given([setBy('platform')])
    .when(remove('reseller'))
    .thenExpect(t, []);
  given([setBy('platform'), setBy('tenant')])
    .when(remove('reseller'))
    .thenExpect(t, [removedBy('reseller')]);
  given([setBy('tenant'), removedBy('reseller')])
    .when(remove('tenant'))
    .thenExpect(t, []);
});

test('a policy of an event without an actor is the platform’s, and stays readable', (t) => {
  const { set_by: _, ...rules } = policyWith();
  const old: PolicyEvent = { type: 'PolicySet', data: { ...rules, allowed_profiles: [...rules.allowed_profiles] } };
  t.deepEqual(folded(setBy('tenant'), old), [rules, policyWith({ set_by: actors.tenant })]);
  t.deepEqual(
    folded(old, removedBy('tenant')).map((policy) => shownPolicy(policy).level),
    ['platform'],
  );
});
