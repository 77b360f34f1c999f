import test from 'ava';
import { principal, principalRefusals } from '../../../src/domain/principal.ts';
import type { PrincipalEvent } from '../../../src/domain/principal-events.ts';
import type { PrincipalChangeEvent } from '../../../src/domain/scopes/principal-change-events.ts';
import { principalWith } from '../../_support/grant-vocabulary.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(principal);

const { status: _, ...person } = principalWith();
const { user_id, wallet_id, role } = person;
const registered: PrincipalEvent = {
  type: 'PrincipalRegistered',
  data: { ...person, group_ids: [...person.group_ids] },
};
const [group, other] = [id('9', 1), id('9', 3)];

const suspended: PrincipalChangeEvent = { type: 'PrincipalSuspended', data: { user_id, reason: 'asked' } };
const resumed: PrincipalChangeEvent = { type: 'PrincipalResumed', data: { user_id } };
const closed: PrincipalChangeEvent = { type: 'PrincipalClosed', data: { user_id, reason: 'left' } };
const joined: PrincipalChangeEvent = { type: 'PrincipalJoinedGroup', data: { user_id, group_id: other } };
const left: PrincipalChangeEvent = { type: 'PrincipalLeftGroup', data: { user_id, group_id: group } };

const suspend = { type: 'suspend_principal', reason: 'asked' } as const;
const resume = { type: 'resume_principal' } as const;
/** An administrator of the tenant; the suspension has no actor. */
const fromBelow = { type: 'resume_principal', actor: 'api:key=1 user=2 role=tenant_admin' } as const;
const close = { type: 'close_principal', reason: 'left' } as const;
const join = (groupId: string) => ({ type: 'join_group', groupId }) as const;
const leave = (groupId: string) => ({ type: 'leave_group', groupId }) as const;

const limitTo = (atOnce: number) => ({ type: 'limit_principal', limits: { requests_at_once_max: atOnce } }) as const;

const month = { budget_id: id('6', 1), amount_eur: '20.000000000', per: 'month', zone: 'Europe/Rome' } as const;
const setBudgets = { type: 'set_person_budgets', budgets: [month] } as const;
const budgetsSet: PrincipalChangeEvent = { type: 'PrincipalBudgetsSet', data: { user_id, budgets: [month] } };
const raiseTo = (amount_eur: string) =>
  ({
    type: 'raise_person_budget',
    name: { per: 'month', zone: 'Europe/Rome' },
    raise: { amount_eur, until: '2026-12-01T00:00:00.000Z', reason: 'end of year' },
  }) as const;

/** What is open to people who are not closed. */
const changes = <Type extends PrincipalChangeEvent['type']>(type: Type) =>
  ({ unknown: 'principal_not_registered', active: type, suspended: type, closed: 'principal_closed' }) as const;

const inAllGroups: PrincipalEvent = {
  type: 'PrincipalRegistered',
  data: { ...person, group_ids: Array.from({ length: 20 }, (_, index) => id('8', index)) },
};
const ofRegistered = <Command>(when: Command) => [{ refusal: 'principal_not_registered', given: [], when }] as const;
/** The rules of what only a person who is not closed does. */
const ofOpen = <Command>(when: Command) =>
  [...ofRegistered(when), { refusal: 'principal_closed', given: [registered, closed], when }] as const;

testDecisions('a person', principal, {
  states: {
    unknown: [],
    active: [registered],
    suspended: [registered, suspended],
    closed: [registered, closed],
  },
  commands: {
    register_principal: { type: 'register_principal', principal: person },
    change_principal_pii: { type: 'change_principal_pii', piiEnabled: !person.pii_enabled },
    change_principal: { type: 'change_principal', role: 'admin' },
    limit_principal: limitTo(2),
    set_person_budgets: setBudgets,
    raise_person_budget: raiseTo('30.000000000'),
    join_group: join(other),
    leave_group: leave(group),
    suspend_principal: suspend,
    resume_principal: resume,
    close_principal: close,
  },
  outcomes: {
    register_principal: {
      unknown: 'PrincipalRegistered',
      active: 'principal_already_registered',
      suspended: 'principal_already_registered',
      closed: 'principal_already_registered',
    },
    change_principal_pii: {
      unknown: 'principal_not_registered',
      active: 'PrincipalPiiChanged',
      suspended: 'PrincipalPiiChanged',
      closed: 'PrincipalPiiChanged',
    },
    change_principal: changes('PrincipalChanged'),
    limit_principal: changes('PrincipalLimitsSet'),
    set_person_budgets: changes('PrincipalBudgetsSet'),
    raise_person_budget: {
      ...changes('PrincipalBudgetRaised'),
      active: 'budget_not_set',
      suspended: 'budget_not_set',
    },
    join_group: changes('PrincipalJoinedGroup'),
    leave_group: changes('PrincipalLeftGroup'),
    suspend_principal: { ...changes('PrincipalSuspended'), suspended: 'nothing' },
    resume_principal: { ...changes('PrincipalResumed'), active: 'nothing' },
    close_principal: { ...changes('PrincipalClosed'), closed: 'nothing' },
  },
  refusals: principalRefusals,
  ladders: {
    register_principal: [
      {
        refusal: 'principal_already_registered',
        given: [registered, closed],
        when: { type: 'register_principal', principal: person },
      },
    ],
    change_principal_pii: ofRegistered({ type: 'change_principal_pii', piiEnabled: !person.pii_enabled }),
    change_principal: ofOpen({ type: 'change_principal', role: 'admin' }),
    limit_principal: ofOpen(limitTo(2)),
    set_person_budgets: ofOpen(setBudgets),
    raise_person_budget: [
      ...ofOpen(raiseTo('30.000000000')),
      { refusal: 'budget_not_set', given: [registered], when: raiseTo('1.000000000') },
      { refusal: 'budget_not_raised', given: [registered, budgetsSet], when: raiseTo('20.000000000') },
    ],
    join_group: [
      { refusal: 'principal_not_registered', given: [], when: join(other) },
      { refusal: 'principal_closed', given: [inAllGroups, closed], when: join(other) },
      { refusal: 'principal_in_too_many_groups', given: [inAllGroups], when: join(other) },
    ],
    leave_group: ofOpen(leave(group)),
    suspend_principal: ofOpen(suspend),
    resume_principal: [
      ...ofOpen(resume),
      { refusal: 'principal_suspended_above', given: [registered, suspended], when: fromBelow },
    ],
    close_principal: ofRegistered(close),
  },
});

test('suspending, resuming and closing a person record their reasons', (t) => {
  given([registered]).when(suspend).thenExpect(t, [suspended]);
  given([registered, suspended]).when(resume).thenExpect(t, [resumed]);
  given([registered, suspended]).when(close).thenExpect(t, [closed]);
});

test('a person joins and leaves a group once, and is in twenty at most', (t) => {
  given([registered]).when(join(other)).thenExpect(t, [joined]);
  given([registered]).when(join(group)).thenExpect(t, []);
  given([registered]).when(leave(group)).thenExpect(t, [left]);
  given([registered]).when(leave(other)).thenExpect(t, []);
  const many = Array.from({ length: 18 }, (_, index) => ({
    type: 'PrincipalJoinedGroup' as const,
    data: { user_id, group_id: id('9', 10 + index) },
  }));
  given([registered, ...many])
    .when(join(other))
    .thenExpect(t, 'principal_in_too_many_groups');
});

test('a person gets another role and wallet, and keeps the other settings', (t) => {
  given([registered])
    .when({ type: 'change_principal', role: 'admin' })
    .thenExpect(t, [{ type: 'PrincipalChanged', data: { user_id, wallet_id, role: 'admin', platform_role: null } }]);
  given([registered])
    .when({ type: 'change_principal', platformRole: 'finance' })
    .thenExpect(t, [
      { type: 'PrincipalChanged', data: { user_id, wallet_id, role, platform_role: 'finance' } },
      { type: 'PlatformRoleGranted', data: { user_id, platform_role: 'finance' } },
    ]);
  given([registered]).when({ type: 'change_principal', role, walletId: wallet_id }).thenExpect(t, []);
});

test('a role that administers the platform or moves its money is an alert each time it is given, by any way', (t) => {
  const actor = 'cli:ops';
  for (const platformRole of ['operator', 'finance'] as const) {
    const granted = { type: 'PlatformRoleGranted', data: { user_id, platform_role: platformRole, actor } } as const;
    const changed = {
      type: 'PrincipalChanged',
      data: { user_id, wallet_id, role, platform_role: platformRole },
    } as const;
    given([registered])
      .when({ type: 'change_principal', platformRole, actor })
      .thenExpect(t, [{ ...changed, data: { ...changed.data, actor } }, granted]);
    given([registered, changed]).when({ type: 'change_principal', platformRole, actor }).thenExpect(t, []);
    const promoted = { ...person, platform_role: platformRole };
    given([])
      .when({ type: 'register_principal', principal: promoted, actor })
      .thenExpect(t, [
        { type: 'PrincipalRegistered', data: { ...promoted, group_ids: [...promoted.group_ids], actor } },
        granted,
      ]);
  }
  given([registered])
    .when({ type: 'change_principal', platformRole: 'auditor' })
    .thenExpect(t, [{ type: 'PrincipalChanged', data: { user_id, wallet_id, role, platform_role: 'auditor' } }]);
});

test('limits of a person are set once, and folded by level', (t) => {
  const limited: PrincipalChangeEvent = { type: 'PrincipalLimitsSet', data: { user_id, requests_at_once_max: 2 } };
  given([registered]).when(limitTo(2)).thenExpect(t, [limited]);
  given([registered, limited]).when(limitTo(2)).thenExpect(t, []);
  const folded = [registered, limited].reduce(principal.evolve, principal.initialState);
  t.deepEqual(folded?.limits, { requests_at_once_max: 2 });
});

test('a person folds to the last setting', (t) => {
  const fold = (...events: readonly PrincipalEvent[]) => [registered, ...events].reduce(principal.evolve, null);
  t.is(fold(suspended)?.status, 'suspended');
  t.false('status' in (fold(suspended, resumed) ?? {}));
  t.is(fold(closed)?.status, 'closed');
  t.deepEqual(fold(joined, left)?.group_ids, [id('9', 2), other]);
  t.is(principal.evolve(null, suspended), null);
});
