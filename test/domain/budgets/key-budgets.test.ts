import test from 'ava';
import { apiKey, keyBelow, type ApiKey } from '../../../src/domain/api-key.ts';
import type { ApiKeyEvent } from '../../../src/domain/api-key-events.ts';
import { amountInForce, type Budget } from '../../../src/domain/budgets/budget.ts';
import { callerBudgets, keyBudgetAt } from '../../../src/domain/budgets/caller-budgets.ts';
import { keyWith, principalWith } from '../../_support/grant-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { eur, id } from '../../_support/wallet-vocabulary.ts';

/** Budgets of a key: set when it is made, narrowed by its owner, raised for a while by others. */

const { given } = specificationOf(apiKey);
const month: Budget = { budget_id: id('6', 1), amount_eur: '20.000000000', per: 'month', zone: 'Europe/Rome' };
const ofAdvanced: Budget = {
  budget_id: id('6', 2),
  amount_eur: '5.000000000',
  per: 'day',
  zone: 'UTC',
  profiles: ['advanced'],
};
const { revoked: _, ...key } = keyWith({ budgets: [month] });
const created: ApiKeyEvent = { type: 'ApiKeyCreated', data: { ...key, allowed_profiles: [...key.allowed_profiles] } };
const { key_id, allowed_profiles, allow_all_models, max_request_eur, budget_eur, expires_at } = key;
const limits = { allowed_profiles, allow_all_models, max_request_eur, budget_eur, expires_at };
const narrow = (...budgets: readonly Budget[]) => ({ type: 'narrow_api_key', limits: { ...limits, budgets } }) as const;
const narrowed = (...budgets: readonly Budget[]): ApiKeyEvent => ({
  type: 'ApiKeyNarrowed',
  data: { key_id, ...limits, allowed_profiles: [...allowed_profiles], budgets },
});
const raise = { amount_eur: '50.000000000', until: '2026-12-01T00:00:00.000Z', reason: 'end of the year' };
const raiseMonth = { type: 'raise_key_budget', budgetId: month.budget_id, raise } as const;
const raised: ApiKeyEvent = { type: 'ApiKeyBudgetRaised', data: { key_id, budget_id: month.budget_id, ...raise } };
const fold = (...events: readonly ApiKeyEvent[]): ApiKey | null => events.reduce<ApiKey | null>(apiKey.evolve, null);
const at = (iso: string): number => Date.parse(iso);

test('a budget is lowered and keeps its id, and others are added', (t) => {
  const lower = { ...month, budget_id: id('6', 7), amount_eur: '9.000000000' };
  given([created])
    .when(narrow(lower))
    .thenExpect(t, [narrowed({ ...month, amount_eur: '9.000000000' })]);
  given([created])
    .when(narrow(ofAdvanced))
    .thenExpect(t, [narrowed(month, ofAdvanced)]);
  given([created]).when(narrow(month)).thenExpect(t, []);
  given([created]).when(narrow()).thenExpect(t, []);
});

test('a budget is never raised by narrowing', (t) => {
  given([created])
    .when(narrow({ ...month, amount_eur: '20.000000001' }))
    .thenExpect(t, 'api_key_not_narrower');
});

test('a raise applies until its end, and then the own amount again', (t) => {
  given([created]).when(raiseMonth).thenExpect(t, [raised]);
  given([created, raised]).when(raiseMonth).thenExpect(t, []);
  const [budget] = fold(created, raised)?.budgets ?? [];
  t.deepEqual(budget, { ...month, raised: raise });
  t.is(amountInForce(budget ?? month, at('2026-11-30T23:59:59.999Z')), eur('50'));
  t.is(amountInForce(budget ?? month, at(raise.until)), eur('20'));
});

test('a narrowed budget keeps its raise, and another change of the key its budgets', (t) => {
  const lower = narrowed({ ...month, amount_eur: '9.000000000' });
  t.deepEqual(fold(created, raised, lower)?.budgets, [{ ...month, amount_eur: '9.000000000', raised: raise }]);
  const { budgets: __, ...others } = (lower as Extract<ApiKeyEvent, { type: 'ApiKeyNarrowed' }>).data;
  t.deepEqual(fold(created, raised, { type: 'ApiKeyNarrowed', data: others })?.budgets, [{ ...month, raised: raise }]);
});

test('the budget over its whole life is raised too', (t) => {
  const ofLife: ApiKeyEvent = { ...created, data: { ...created.data, budget_eur: '9.000000000' } };
  const lifeRaised: ApiKeyEvent = { type: 'ApiKeyBudgetRaised', data: { key_id, ...raise } };
  given([ofLife]).when({ type: 'raise_key_budget', raise }).thenExpect(t, [lifeRaised]);
  const after = fold(ofLife, lifeRaised);
  if (after?.budget_eur === undefined || after.budget_eur === null) return t.fail();
  t.is(keyBudgetAt(after, after.budget_eur, at('2026-11-30T00:00:00Z')), eur('50'));
  t.is(keyBudgetAt(after, after.budget_eur, at(raise.until)), eur('9'));
});

test('a request counts in the budgets of its key, of the keys above and of the person, by its profile', (t) => {
  const parent = keyWith({ budgets: [{ ...month, budget_id: id('6', 5) }] });
  const caller = {
    key: keyBelow(keyWith({ budgets: [month, ofAdvanced] }), parent),
    principal: principalWith({
      budgets_by: {
        platform: [{ budget_id: id('6', 3), amount_eur: '1.000000000', per: 'total' }],
        tenant: [{ budget_id: id('6', 4), amount_eur: '2.000000000', per: 'week', zone: 'UTC' }],
      },
    }),
  };
  const ids = (...profiles: readonly string[]) =>
    callerBudgets(caller, profiles, at('2026-11-28T12:00:00Z')).map(({ budget_id, subject }) => [subject, budget_id]);
  const all = [
    ['key', id('6', 1)],
    ['key', id('6', 5)],
    ['person', id('6', 3)],
    ['person', id('6', 4)],
  ];
  t.deepEqual(ids('average'), all);
  t.deepEqual(ids(), all);
  t.deepEqual(ids('advanced', 'average'), all.toSpliced(1, 0, ['key', id('6', 2)]));
  t.deepEqual(callerBudgets(caller, [], at('2026-11-28T12:00:00Z')).at(-1), {
    budget_id: id('6', 4),
    subject: 'person',
    per: 'week',
    zone: 'UTC',
    starts_at: '2026-11-23T00:00:00.000Z',
    ends_at: '2026-11-30T00:00:00.000Z',
    amount_eur: '2.000000000',
  });
});
