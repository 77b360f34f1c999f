import test from 'ava';
import { scope, scopeRefusals } from '../../../src/domain/scopes/scope.ts';
import type { ScopeEvent } from '../../../src/domain/scopes/scope-events.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(scope);

const tenant = { scope_kind: 'tenant', scope_id: id('3', 1), parent_id: id('1', 1), name: 'Example Ltd' } as const;
const named = { scope_kind: tenant.scope_kind, scope_id: tenant.scope_id };
const actor = 'cli:ops';

const created: ScopeEvent = { type: 'ScopeCreated', data: { ...tenant, actor } };
const suspended: ScopeEvent = { type: 'ScopeSuspended', data: { ...named, reason: 'overdue', actor } };
const resumed: ScopeEvent = { type: 'ScopeResumed', data: { ...named, actor } };
const closed: ScopeEvent = { type: 'ScopeClosed', data: { ...named, reason: 'ended', actor } };
const renamed: ScopeEvent = { type: 'ScopeChanged', data: { ...named, name: 'Other', actor } };

const create = { type: 'create_scope', scope: tenant, actor } as const;
const suspend = { type: 'suspend_scope', reason: 'overdue', actor } as const;
const resume = { type: 'resume_scope', actor } as const;
/** An administrator of the tenant, below the operator of the machine. */
const fromBelow = { type: 'resume_scope', actor: 'api:key=1 user=2 role=tenant_admin' } as const;
const close = { type: 'close_scope', reason: 'ended', actor } as const;
const rename = { type: 'rename_scope', name: 'Other', actor } as const;
const tags = { declared: [{ name: 'project', values: ['atlas'] }], from_metadata: false };
const declare = { type: 'declare_tags', tags, actor } as const;
const terms = { factor_basis_points: 12_000 };
const setPrices = { type: 'set_prices', pricesId: id('8', 1), terms, actor } as const;
const limit = { type: 'limit_scope', limits: { requests_at_once_max: 2 }, actor } as const;

/** The rules of what only a scope that is not closed does. */
const ofOpenScope = <Command>(when: Command) =>
  [
    { refusal: 'scope_not_created', given: [], when },
    { refusal: 'scope_closed', given: [created, closed], when },
  ] as const;

testDecisions('a scope', scope, {
  states: { absent: [], active: [created], suspended: [created, suspended], closed: [created, suspended, closed] },
  commands: {
    create_scope: create,
    rename_scope: rename,
    limit_scope: limit,
    declare_tags: declare,
    set_prices: setPrices,
    suspend_scope: suspend,
    resume_scope: resume,
    close_scope: close,
  },
  outcomes: {
    create_scope: { absent: 'ScopeCreated', active: 'nothing', suspended: 'nothing', closed: 'nothing' },
    rename_scope: {
      absent: 'scope_not_created',
      active: 'ScopeChanged',
      suspended: 'ScopeChanged',
      closed: 'scope_closed',
    },
    limit_scope: {
      absent: 'scope_not_created',
      active: 'ScopeLimitsSet',
      suspended: 'ScopeLimitsSet',
      closed: 'scope_closed',
    },
    declare_tags: {
      absent: 'scope_not_created',
      active: 'ScopeTagsDeclared',
      suspended: 'ScopeTagsDeclared',
      closed: 'scope_closed',
    },
    set_prices: {
      absent: 'scope_not_created',
      active: 'ScopePricesSet',
      suspended: 'ScopePricesSet',
      closed: 'scope_closed',
    },
    suspend_scope: {
      absent: 'scope_not_created',
      active: 'ScopeSuspended',
      suspended: 'nothing',
      closed: 'scope_closed',
    },
    resume_scope: { absent: 'scope_not_created', active: 'nothing', suspended: 'ScopeResumed', closed: 'scope_closed' },
    close_scope: { absent: 'scope_not_created', active: 'ScopeClosed', suspended: 'ScopeClosed', closed: 'nothing' },
  },
  refusals: scopeRefusals,
  ladders: {
    create_scope: [
      {
        refusal: 'scope_already_created',
        given: [created, closed],
        when: { ...create, scope: { ...tenant, name: 'B' } },
      },
    ],
    rename_scope: ofOpenScope(rename),
    limit_scope: ofOpenScope(limit),
    declare_tags: ofOpenScope(declare),
    set_prices: ofOpenScope(setPrices),
    suspend_scope: ofOpenScope(suspend),
    resume_scope: [
      ...ofOpenScope(resume),
      { refusal: 'scope_suspended_above', given: [created, suspended], when: fromBelow },
    ],
    close_scope: [{ refusal: 'scope_not_created', given: [], when: close }],
  },
});

test('a scope is not created again as another', (t) => {
  given([created])
    .when({ ...create, scope: { ...tenant, name: 'Other' } })
    .thenExpect(t, 'scope_already_created');
  given([created])
    .when({ ...create, scope: { ...tenant, parent_id: null } })
    .thenExpect(t, 'scope_already_created');
});

test('a scope is suspended, resumed, renamed and closed', (t) => {
  given([created]).when(suspend).thenExpect(t, [suspended]);
  given([created, suspended]).when(resume).thenExpect(t, [resumed]);
  given([created]).when(rename).thenExpect(t, [renamed]);
  given([created, renamed]).when(rename).thenExpect(t, []);
  given([created, suspended]).when(close).thenExpect(t, [closed]);
});

test('a declaration of tags replaces the one before, and an empty one ends it', (t) => {
  const { declared, from_metadata } = tags;
  const declaredTags: ScopeEvent = {
    type: 'ScopeTagsDeclared',
    data: { ...named, tags: declared, metadata_tags: from_metadata, actor },
  };
  const none = { declared: [], from_metadata: false };
  const lifted: ScopeEvent = { type: 'ScopeTagsDeclared', data: { ...named, tags: [], metadata_tags: false, actor } };
  given([created]).when(declare).thenExpect(t, [declaredTags]);
  given([created, declaredTags]).when(declare).thenExpect(t, []);
  given([created])
    .when({ ...declare, tags: none })
    .thenExpect(t, []);
  given([created, declaredTags])
    .when({ ...declare, tags: none })
    .thenExpect(t, [lifted]);
  // Nothing but that they come from `metadata`: there is nothing to declare.
  given([created])
    .when({ ...declare, tags: { ...none, from_metadata: true } })
    .thenExpect(t, []);
  t.deepEqual([created, declaredTags].reduce(scope.evolve, null)?.tags, tags);
  t.is([created, declaredTags, lifted].reduce(scope.evolve, null)?.tags, undefined);
});

test('each level has prices of its own, which empty terms lift', (t) => {
  const reseller = 'api:key=1 user=2 role=reseller_admin';
  const set: ScopeEvent = { type: 'ScopePricesSet', data: { ...named, prices_id: id('8', 1), ...terms, actor } };
  const theirs: ScopeEvent = {
    type: 'ScopePricesSet',
    data: { ...named, prices_id: id('8', 2), factor_basis_points: 15_000, actor: reseller },
  };
  const lifted: ScopeEvent = { type: 'ScopePricesSet', data: { ...named, prices_id: id('8', 3), actor } };
  given([created]).when(setPrices).thenExpect(t, [set]);
  given([created, set])
    .when({ ...setPrices, pricesId: id('8', 4) })
    .thenExpect(t, []);
  given([created, set])
    .when({ ...setPrices, pricesId: id('8', 3), terms: {} })
    .thenExpect(t, [lifted]);
  given([created])
    .when({ ...setPrices, terms: {} })
    .thenExpect(t, []);
  t.deepEqual([created, set, theirs].reduce(scope.evolve, null)?.prices_by, {
    platform: { prices_id: id('8', 1), ...terms },
    reseller: { prices_id: id('8', 2), factor_basis_points: 15_000 },
  });
  t.deepEqual([created, set, theirs, lifted].reduce(scope.evolve, null)?.prices_by, {
    reseller: { prices_id: id('8', 2), factor_basis_points: 15_000 },
  });
  t.is([created, set, lifted].reduce(scope.evolve, null)?.prices_by, undefined);
});

test('a scope folds to the last setting', (t) => {
  const statuses = [created, suspended, resumed, closed].map((_, index, all) =>
    all.slice(0, index + 1).reduce(scope.evolve, null),
  );
  t.deepEqual(
    statuses.map((state) => state?.status),
    ['active', 'suspended', 'active', 'closed'],
  );
  t.deepEqual([created, renamed].reduce(scope.evolve, null), { ...tenant, name: 'Other', status: 'active' });
  t.is(scope.evolve(null, suspended), null);
});
