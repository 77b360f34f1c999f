import test from 'ava';
import { actions, actionsPrefix, actionsPrefixOf } from '../../projections/actions.ts';
import type { Action } from '../../src/domain/actions/action.ts';
import type { ActionEvent } from '../../src/domain/actions/action-forms.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import type { PositionedEvent } from '../../src/ports/read-models.ts';
import * as streams from '../../src/ledger/stream-names.ts';
import * as directory from '../_support/directory-vocabulary.ts';
import { documentsOf } from '../_support/fold-projection.ts';
import { place } from '../_support/tally-projection.ts';
import { id, keyA, tenantId, userId, walletId, opened } from '../_support/wallet-vocabulary.ts';

/** What people did, by whom, to what, and what it changed. */

const { resellerId } = directory;
const actor = 'api:key=1 user=2 role=operator';
const byReseller = 'api:key=1 user=2 role=reseller_admin';

type Placed = readonly [stream: string, event: DomainEvent];

function withActor(event: DomainEvent, by = actor): DomainEvent {
  // `as`: each of them may name an actor.
  return { ...event, data: { ...event.data, actor: by } } as DomainEvent;
}

const scope = (kind: 'reseller' | 'tenant', scope_id: string, parent_id: string | null): Placed => [
  streams.scopeStream(kind, scope_id),
  withActor({ type: 'ScopeCreated', data: { scope_kind: kind, scope_id, parent_id, name: 'Ada Lovelace Ltd' } }),
];
const person = (event: DomainEvent): Placed => [streams.principalStream(userId), event];
const key = (event: DomainEvent): Placed => [streams.apiKeyStream(keyA), event];

const begun: readonly Placed[] = [
  scope('reseller', resellerId, null),
  scope('tenant', tenantId, resellerId),
  person(withActor(directory.personRegistered())),
  key(withActor(directory.keyCreated())),
];

/** The actions of a list, newest first. */
function listed(t: Parameters<typeof documentsOf>[0], prefix: string, ...events: readonly Placed[]): readonly Action[] {
  const recorded = events.map(([stream, event], index): PositionedEvent => ({
    position: place(index + 1),
    stream,
    recordedAt: new Date(Date.UTC(2026, 10, 1, 12, 0, index + 1)).toISOString(),
    event,
  }));
  const documents = documentsOf(t, actions as unknown as Parameters<typeof documentsOf>[1], recorded);
  return Object.keys(documents)
    .filter((found) => found.startsWith(prefix))
    .toSorted()
    .map((found) => {
      const document = documents[found] as { readonly action?: string };
      return documents[document.action ?? found] as Action;
    });
}

const told = ({ operation, subject_id, before, after }: Action) => ({ operation, subject_id, before, after });

test('an action says what was there before and after', (t) => {
  const found = listed(
    t,
    actionsPrefix,
    ...begun,
    person(withActor({ type: 'PrincipalPiiChanged', data: { user_id: userId, pii_enabled: true } })),
    person(withActor({ type: 'PrincipalSuspended', data: { user_id: userId, reason: 'left' } })),
  );
  t.is(found.length, 6);
  const [suspended, changed, created] = found;
  t.deepEqual(suspended && told(suspended), {
    operation: 'suspendUser',
    subject_id: userId,
    before: { status: 'active' },
    after: { status: 'suspended' },
  });
  t.like(suspended, { reason: 'left', actor, tenant_id: tenantId, reseller_id: resellerId, subject_kind: 'user' });
  t.deepEqual(changed && told(changed), {
    operation: 'changeUser',
    subject_id: userId,
    before: { pii_enabled: false },
    after: { pii_enabled: true },
  });
  t.like(created, { operation: 'createKey', before: null, after: { allowed_profiles: ['average'], user_id: userId } });
});

test('each level has its own limits, and lifts those of the levels below', (t) => {
  const limit = (requests_per_minute_max: number | undefined, by: string): Placed =>
    key(
      withActor(
        {
          type: 'ApiKeyLimitsSet',
          data: { key_id: keyA, ...(requests_per_minute_max !== undefined && { requests_per_minute_max }) },
        },
        by,
      ),
    );
  const found = listed(
    t,
    actionsPrefix,
    ...begun,
    limit(9, byReseller),
    limit(5, actor),
    limit(undefined, actor),
    limit(7, byReseller),
  );
  t.deepEqual(
    found.slice(0, 4).map(({ before, after }) => [before, after]),
    [
      [{ limits: null }, { limits: { requests_per_minute_max: 7 } }],
      [{ limits: { requests_per_minute_max: 5 } }, { limits: null }],
      [{ limits: null }, { limits: { requests_per_minute_max: 5 } }],
      [{ limits: null }, { limits: { requests_per_minute_max: 9 } }],
    ],
  );
});

test('a tenant and a reseller have what was done in them, and nothing else', (t) => {
  const other = scope('tenant', id('b', 9), null);
  const wallet: Placed = [streams.walletStream(walletId), withActor(opened)];
  const alert: Placed = [
    streams.walletStream(walletId),
    withActor({ type: 'WalletAlertSet', data: { below_eur: '1.000000000' } }),
  ];
  const policy: Placed = [streams.policyStream('user', userId), withActor(directory.policySet('user', userId))];
  const events = [...begun, other, wallet, alert, policy];
  const operationsOf = (prefix: string) => listed(t, prefix, ...events).map(({ operation }) => operation);
  t.deepEqual(operationsOf(actionsPrefixOf('tenant', tenantId)), [
    'setPolicy',
    'setWalletAlert',
    'createWallet',
    'createKey',
    'createUser',
    'createTenant',
  ]);
  t.deepEqual(operationsOf(actionsPrefixOf('reseller', resellerId)), [
    'setPolicy',
    'setWalletAlert',
    'createWallet',
    'createKey',
    'createUser',
    'createTenant',
    'createReseller',
  ]);
  t.is(operationsOf(actionsPrefix).length, 8);
  t.deepEqual(operationsOf(actionsPrefixOf('tenant', id('b', 9))), ['createTenant']);
});

test('names, hashes and what the program itself did are not told', (t) => {
  const found = listed(
    t,
    actionsPrefix,
    ...begun,
    key(withActor({ type: 'ApiKeyRenamed', data: { key_id: keyA, name: 'Ada' } })),
    person(withActor({ type: 'PrincipalClosed', data: { user_id: userId, reason: 'x' } }, 'system:sandbox')),
    person({ type: 'PrincipalResumed', data: { user_id: userId } }),
  );
  t.deepEqual(found[0] && told(found[0]), { operation: 'changeKey', subject_id: keyA, before: {}, after: {} });
  t.is(found.length, 5);
  t.notRegex(JSON.stringify(found), /Ada|laptop|wb_abc|abab/);
});

test('a value that is too long is told by its length', (t) => {
  const profiles = Array.from({ length: 900 }, (_, n) => `profile-${n}`);
  const [found] = listed(
    t,
    actionsPrefix,
    ...begun.slice(0, 3),
    key(withActor(directory.keyCreated({ allowed_profiles: profiles }))),
  );
  t.deepEqual(found?.after['allowed_profiles'], { characters: JSON.stringify(profiles).length });
});

test('only what an operator ended of a request is an action', (t) => {
  const ended = (resolved_by: 'operator' | null): ActionEvent => ({
    type: 'ReservationReleased',
    data: {
      reservation_id: id('e', 1),
      key_id: keyA,
      amount_eur: '1.000000000',
      reason: 'r',
      resolved_by,
      actor,
      postings: [],
    },
  });
  const stream = streams.walletStream(walletId);
  const wallet: Placed = [stream, withActor(opened)];
  t.is(listed(t, actionsPrefix, wallet, [stream, ended(null)]).length, 1);
  const [released] = listed(t, actionsPrefixOf('tenant', tenantId), wallet, [stream, ended('operator')]);
  t.like(released, { operation: 'releaseReservation', subject_id: id('e', 1), after: { amount_eur: '1.000000000' } });
});
