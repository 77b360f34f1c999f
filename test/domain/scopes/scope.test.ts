import test from 'ava';
import { scope } from '../../../src/domain/scopes/scope.ts';
import type { ScopeEvent } from '../../../src/domain/scopes/scope-events.ts';
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
const close = { type: 'close_scope', reason: 'ended', actor } as const;
const rename = { type: 'rename_scope', name: 'Other', actor } as const;

test('a scope is created once, and the same again is no error', (t) => {
  given([]).when(create).thenExpect(t, [created]);
  given([created]).when(create).thenExpect(t, []);
  given([created, closed]).when(create).thenExpect(t, []);
  given([created])
    .when({ ...create, scope: { ...tenant, name: 'Other' } })
    .thenExpect(t, 'scope_already_created');
  given([created])
    .when({ ...create, scope: { ...tenant, parent_id: null } })
    .thenExpect(t, 'scope_already_created');
});

for (const command of [suspend, resume, close, rename]) {
  test(`nothing is done by ${command.type} to what was never created`, (t) => {
    given([]).when(command).thenExpect(t, 'scope_not_created');
  });

  test(`what is so already is done again without an event: ${command.type}`, (t) => {
    const before = { suspend_scope: [suspended], resume_scope: [], close_scope: [closed], rename_scope: [renamed] };
    given([created, ...before[command.type]])
      .when(command)
      .thenExpect(t, []);
  });
}

for (const command of [suspend, resume, rename]) {
  test(`a closed scope stays closed: ${command.type}`, (t) => {
    given([created, closed]).when(command).thenExpect(t, 'scope_closed');
  });
}

test('a scope is suspended, resumed, renamed and closed', (t) => {
  given([created]).when(suspend).thenExpect(t, [suspended]);
  given([created, suspended]).when(resume).thenExpect(t, [resumed]);
  given([created]).when(rename).thenExpect(t, [renamed]);
  given([created, suspended]).when(close).thenExpect(t, [closed]);
});

test('a scope folds to what was said last', (t) => {
  const standings = [created, suspended, resumed, closed].map((_, index, all) =>
    all.slice(0, index + 1).reduce(scope.evolve, null),
  );
  t.deepEqual(
    standings.map((state) => state?.standing),
    ['active', 'suspended', 'active', 'closed'],
  );
  t.deepEqual([created, renamed].reduce(scope.evolve, null), { ...tenant, name: 'Other', standing: 'active' });
  t.is(scope.evolve(null, suspended), null);
});
