import test from 'ava';
import { principal, type Principal } from '../../../src/domain/principal.ts';
import type { PrincipalEvent } from '../../../src/domain/principal-events.ts';
import { scope, type Scope } from '../../../src/domain/scopes/scope.ts';
import type { ScopeEvent } from '../../../src/domain/scopes/scope-events.ts';
import { levelOf, levels, type Level } from '../../../src/domain/scopes/level.ts';
import { principalWith } from '../../_support/grant-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { byKey, levelActors as actors } from '../../_support/level-actors.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

test('the level of an actor follows from the recorded role; what is unknown is the platform', (t) => {
  for (const level of levels) t.is(levelOf(actors[level]), level);
  t.is(levelOf('console:user=1 role=tenant_admin'), 'tenant');
  t.is(levelOf('console:user=1 role=reseller_admin'), 'reseller');
  for (const actor of [
    byKey('finance'),
    'cli:uid-1000',
    'cli:admin role=tenant_admin',
    'system:sandbox',
    'api:key=1',
    'console:user=1 role=operator',
    undefined,
  ]) {
    t.is(levelOf(actor), 'platform', actor);
  }
});

const group = { scope_kind: 'group', scope_id: id('9', 1) } as const;
const created: ScopeEvent = { type: 'ScopeCreated', data: { ...group, parent_id: id('3', 1), name: 'Research' } };
const suspendedBy = (level: Level): ScopeEvent => ({
  type: 'ScopeSuspended',
  data: { ...group, reason: 'overdue', actor: actors[level] },
});
const resumedBy = (level: Level): ScopeEvent => ({
  type: 'ScopeResumed',
  data: { ...group, actor: actors[level] },
});

const { status: _, ...person } = principalWith();
const registered: PrincipalEvent = {
  type: 'PrincipalRegistered',
  data: { ...person, group_ids: [...person.group_ids] },
};
const personSuspendedBy = (level: Level): PrincipalEvent => ({
  type: 'PrincipalSuspended',
  data: { user_id: person.user_id, reason: 'asked', actor: actors[level] },
});
const personResumedBy = (level: Level): PrincipalEvent => ({
  type: 'PrincipalResumed',
  data: { user_id: person.user_id, actor: actors[level] },
});

const ofScope = specificationOf(scope);
const ofPerson = specificationOf(principal);

for (const [by, suspender] of levels.entries()) {
  for (const [from, resumer] of levels.entries()) {
    const isAbove = from >= by;
    const actor = actors[resumer];
    test(`what the ${suspender} suspended ${isAbove ? 'is' : 'is not'} resumed by the ${resumer}`, (t) => {
      const given = ofScope.given([created, suspendedBy(suspender)]);
      given
        .when({ type: 'resume_scope', actor })
        .thenExpect(t, isAbove ? [resumedBy(resumer)] : 'scope_suspended_above');
      ofPerson
        .given([registered, personSuspendedBy(suspender)])
        .when({ type: 'resume_principal', actor })
        .thenExpect(t, isAbove ? [personResumedBy(resumer)] : 'principal_suspended_above');
    });

    test(`the ${resumer} suspends what the ${suspender} suspended: ${from > by ? 'it is theirs now' : 'nothing changes'}`, (t) => {
      ofScope
        .given([created, suspendedBy(suspender)])
        .when({ type: 'suspend_scope', reason: 'overdue', actor })
        .thenExpect(t, from > by ? [suspendedBy(resumer)] : []);
      ofPerson
        .given([registered, personSuspendedBy(suspender)])
        .when({ type: 'suspend_principal', reason: 'asked', actor })
        .thenExpect(t, from > by ? [personSuspendedBy(resumer)] : []);
    });
  }
}

test('what a level closed, one above makes its own, and none below', (t) => {
  const closedBy = (level: Level): ScopeEvent => ({
    type: 'ScopeClosed',
    data: { ...group, reason: 'overdue', actor: actors[level] },
  });
  const personClosedBy = (level: Level): PrincipalEvent => ({
    type: 'PrincipalClosed',
    data: { user_id: person.user_id, reason: 'asked', actor: actors[level] },
  });
  for (const [by, closer] of levels.entries()) {
    for (const [from, other] of levels.entries()) {
      const actor = actors[other];
      ofScope
        .given([created, closedBy(closer)])
        .when({ type: 'close_scope', reason: 'overdue', actor })
        .thenExpect(t, from > by ? [closedBy(other)] : []);
      ofPerson
        .given([registered, personClosedBy(closer)])
        .when({ type: 'close_principal', reason: 'asked', actor })
        .thenExpect(t, from > by ? [personClosedBy(other)] : []);
    }
  }
});

test('a suspension that was made again from above is not lifted from below', (t) => {
  const scopeEvents = [created, suspendedBy('tenant'), suspendedBy('platform')];
  const personEvents = [registered, personSuspendedBy('tenant'), personSuspendedBy('platform')];
  for (const level of ['tenant', 'reseller'] as const) {
    const actor = actors[level];
    ofScope.given(scopeEvents).when({ type: 'resume_scope', actor }).thenExpect(t, 'scope_suspended_above');
    ofPerson.given(personEvents).when({ type: 'resume_principal', actor }).thenExpect(t, 'principal_suspended_above');
  }
  const foldedScope = scopeEvents.reduce<Scope | null>(scope.evolve, null);
  const foldedPerson = personEvents.reduce<Principal | null>(principal.evolve, null);
  t.is(foldedScope?.blocked_by, 'platform');
  t.is(foldedPerson?.blocked_by, 'platform');
});

test('a suspension of an event without an actor is lifted by the platform alone', (t) => {
  const { actor: _actor, ...data } = { ...group, reason: 'overdue', actor: undefined };
  const given = ofScope.given([created, { type: 'ScopeSuspended', data }]);
  given.when({ type: 'resume_scope', actor: actors.tenant }).thenExpect(t, 'scope_suspended_above');
  given
    .when({ type: 'resume_scope', actor: 'cli:uid-0' })
    .thenExpect(t, [{ type: 'ScopeResumed', data: { ...group, actor: 'cli:uid-0' } }]);
});

test('after a resumption the next suspension has its own level', (t) => {
  const scopeEvents = [created, suspendedBy('platform'), resumedBy('platform'), suspendedBy('tenant')];
  const personEvents = [
    registered,
    personSuspendedBy('platform'),
    personResumedBy('platform'),
    personSuspendedBy('tenant'),
  ];
  t.is(scopeEvents.reduce<Scope | null>(scope.evolve, null)?.blocked_by, 'tenant');
  t.is(personEvents.reduce<Principal | null>(principal.evolve, null)?.blocked_by, 'tenant');
});
