import test from 'ava';
import { principal, type Principal } from '../../../src/domain/principal.ts';
import type { PrincipalEvent } from '../../../src/domain/principal-events.ts';
import type { Budget } from '../../../src/domain/budgets/budget.ts';
import { principalWith } from '../../_support/grant-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

/** Budgets of a person, by the level that sets them. */

const { given } = specificationOf(principal);
const { status: _, ...person } = principalWith();
const { user_id } = person;
const registered: PrincipalEvent = {
  type: 'PrincipalRegistered',
  data: { ...person, group_ids: [...person.group_ids] },
};
const month: Budget = { budget_id: id('6', 1), amount_eur: '20.000000000', per: 'month', zone: 'UTC' };
const ofTenant = 'api:key=1 user=2 role=tenant_admin';
const set = (budgets: readonly Budget[], actor?: string) =>
  ({ type: 'set_person_budgets', budgets, ...(actor !== undefined && { actor }) }) as const;
const setEvent = (budgets: readonly Budget[], actor?: string): PrincipalEvent => ({
  type: 'PrincipalBudgetsSet',
  data: { user_id, budgets, ...(actor !== undefined && { actor }) },
});
const fold = (...events: readonly PrincipalEvent[]): Principal | null =>
  events.reduce<Principal | null>(principal.evolve, null);

test('each level sets its own budgets, and lifts those of itself and below', (t) => {
  const own = { ...month, budget_id: id('6', 2), amount_eur: '5.000000000' };
  given([registered])
    .when(set([month]))
    .thenExpect(t, [setEvent([month])]);
  const both = [registered, setEvent([month]), setEvent([own], ofTenant)];
  t.deepEqual(fold(...both)?.budgets_by, { platform: [month], tenant: [own] });
  given(both)
    .when(set([own], ofTenant))
    .thenExpect(t, []);
  given(both)
    .when(set([], ofTenant))
    .thenExpect(t, [setEvent([], ofTenant)]);
  t.deepEqual(fold(...both, setEvent([], ofTenant))?.budgets_by, { platform: [month] });
  t.is(fold(...both, setEvent([]))?.budgets_by, undefined);
  given([registered]).when(set([])).thenExpect(t, []);
});

test('a budget that is set again with another amount counts on under its id', (t) => {
  const again = { ...month, budget_id: id('6', 9), amount_eur: '30.000000000' };
  given([registered, setEvent([month])])
    .when(set([again]))
    .thenExpect(t, [setEvent([{ ...month, amount_eur: '30.000000000' }])]);
});

test('a level raises budgets of its own and of the levels below, not of those above', (t) => {
  const raise = { amount_eur: '50.000000000', until: '2026-12-01T00:00:00.000Z', reason: 'end of the year' };
  const name = { per: 'month', zone: 'UTC' } as const;
  const ask = (actor?: string) =>
    ({ type: 'raise_person_budget', name, raise, ...(actor !== undefined && { actor }) }) as const;
  const raisedEvent: PrincipalEvent = {
    type: 'PrincipalBudgetRaised',
    data: { user_id, budget_id: month.budget_id, ...raise },
  };
  given([registered, setEvent([month])])
    .when(ask())
    .thenExpect(t, [raisedEvent]);
  given([registered, setEvent([month], ofTenant)])
    .when(ask())
    .thenExpect(t, [raisedEvent]);
  given([registered, setEvent([month])])
    .when(ask(ofTenant))
    .thenExpect(t, 'budget_not_set');
  given([registered, setEvent([month]), raisedEvent])
    .when(ask())
    .thenExpect(t, []);
  t.deepEqual(fold(registered, setEvent([month]), raisedEvent)?.budgets_by, {
    platform: [{ ...month, raised: raise }],
  });
});
