import test from 'ava';
import {
  apiKey,
  apiKeyRefusals,
  keyBelow,
  keyUnderFormerSecret,
  refusalOfKey,
  type ApiKey,
  type FormerSecret,
} from '../../src/domain/api-key.ts';
import type { ApiKeyEvent } from '../../src/domain/api-key-events.ts';
import { keyWith } from '../_support/grant-vocabulary.ts';
import { testDecisions } from '../_support/decision-table.ts';
import { specificationOf } from '../_support/given-when-then.ts';
import { id } from '../_support/wallet-vocabulary.ts';

const { given } = specificationOf(apiKey);

function createdAs(key: ApiKey): ApiKeyEvent {
  const { revoked: _, allowed_profiles, ...data } = key;
  return { type: 'ApiKeyCreated', data: { ...data, allowed_profiles: [...allowed_profiles] } };
}

const { revoked: _, ...key } = keyWith();
const create = { type: 'create_api_key', key } as const;
const revoke = { type: 'revoke_api_key', reason: 'lost' } as const;
const created = createdAs(keyWith());
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { key_id: key.key_id, reason: 'lost' } };

const { name: _name, key_id: _id, ...may } = key;
const of = (outcome: ApiKeyEvent['type']) =>
  ({ unknown: 'api_key_not_created', good: outcome, revoked: 'api_key_already_revoked' }) as const;

const rename = { type: 'rename_api_key', name: 'desk' } as const;
const limit = { type: 'limit_api_key', limits: { requests_at_once_max: 2 } } as const;
const requireTags = { type: 'require_tags', tags: ['project'] } as const;
const rotate = {
  type: 'rotate_api_key',
  rotationId: id('4', 1),
  keyHash: 'cd'.repeat(32),
  keyPrefix: 'wb_xyz',
  previousValidUntil: '2026-12-01T00:00:00.000Z',
  endsEarlier: false,
} as const;
const widen = {
  type: 'narrow_api_key',
  limits: { ...may, allowed_profiles: [...may.allowed_profiles, 'another'] },
} as const;

const handOver = { type: 'hand_over_budget', part: 4_000_000_000n, spent: 1_000_000_000n } as const;

const budgeted = (budget_eur: string): ApiKeyEvent => createdAs(keyWith({ budget_eur }));

const euros = (amount: number) => `${amount}.000000000`;
const raise = (amount: number, budgetId?: string) =>
  ({
    type: 'raise_key_budget',
    ...(budgetId !== undefined && { budgetId }),
    raise: { amount_eur: euros(amount), until: '2026-12-01T00:00:00.000Z', reason: 'end of year' },
  }) as const;
const dayBudgets = Array.from({ length: 8 }, (_, nth) => ({
  budget_id: id('6', nth),
  amount_eur: euros(5),
  per: 'day' as const,
  zone: 'UTC',
  profiles: [`profile-${nth}`],
}));
const nine = {
  type: 'narrow_api_key',
  limits: { ...may, budgets: [{ budget_id: id('6', 9), amount_eur: euros(5), per: 'month', zone: 'UTC' }] },
} as const;

/** The rules of what only a key that was not revoked does. */
const ofGoodKey = <Command>(when: Command) =>
  [
    { refusal: 'api_key_not_created', given: [], when },
    { refusal: 'api_key_already_revoked', given: [created, revoked], when },
  ] as const;

testDecisions('a key', apiKey, {
  states: { unknown: [], good: [created], revoked: [created, revoked] },
  commands: {
    create_api_key: create,
    revoke_api_key: revoke,
    rename_api_key: rename,
    narrow_api_key: { type: 'narrow_api_key', limits: { ...may, allowed_profiles: ['light'] } },
    hand_over_budget: handOver,
    limit_api_key: limit,
    raise_key_budget: raise(9),
    require_tags: requireTags,
    rotate_api_key: rotate,
  },
  outcomes: {
    create_api_key: {
      unknown: 'ApiKeyCreated',
      good: 'api_key_already_created',
      revoked: 'api_key_already_created',
    },
    revoke_api_key: of('ApiKeyRevoked'),
    rename_api_key: of('ApiKeyRenamed'),
    narrow_api_key: of('ApiKeyNarrowed'),
    // It has no budget.
    hand_over_budget: { ...of('ApiKeyNarrowed'), good: 'nothing' },
    limit_api_key: of('ApiKeyLimitsSet'),
    // It has no budget.
    raise_key_budget: { ...of('ApiKeyBudgetRaised'), good: 'budget_not_set' },
    require_tags: of('ApiKeyTagsRequired'),
    rotate_api_key: of('ApiKeyRotated'),
  },
  refusals: apiKeyRefusals,
  ladders: {
    create_api_key: [{ refusal: 'api_key_already_created', given: [created, revoked], when: create }],
    revoke_api_key: ofGoodKey(revoke),
    rename_api_key: ofGoodKey(rename),
    narrow_api_key: [
      ...ofGoodKey(widen),
      { refusal: 'api_key_not_narrower', given: [created], when: widen },
      { refusal: 'too_many_budgets', given: [createdAs(keyWith({ budgets: dayBudgets }))], when: nine },
    ],
    hand_over_budget: [
      ...ofGoodKey(handOver),
      { refusal: 'api_key_not_narrower', given: [budgeted('4.999999999')], when: handOver },
    ],
    limit_api_key: ofGoodKey(limit),
    raise_key_budget: [
      ...ofGoodKey(raise(9)),
      { refusal: 'budget_not_set', given: [budgeted('9.000000000')], when: raise(9, id('6', 1)) },
      { refusal: 'budget_not_raised', given: [budgeted('9.000000000')], when: raise(9) },
    ],
    require_tags: ofGoodKey(requireTags),
    rotate_api_key: ofGoodKey(rotate),
  },
});

test('a key hands over what it has not spent of its budget, and as often as that lasts', (t) => {
  const { allowed_profiles, allow_all_models, max_request_eur, expires_at } = key;
  const handedOver = (budget_eur: string): ApiKeyEvent => ({
    type: 'ApiKeyNarrowed',
    data: {
      key_id: key.key_id,
      allowed_profiles: [...allowed_profiles],
      allow_all_models,
      max_request_eur,
      budget_eur,
      expires_at,
    },
  });
  given([budgeted('9.000000000')])
    .when(handOver)
    .thenExpect(t, [handedOver('5.000000000')]);
  given([budgeted('9.000000000'), handedOver('5.000000000')])
    .when(handOver)
    .thenExpect(t, [handedOver('1.000000000')]);
});

test('a key requires the tags that were set last, once each, also of the keys below it', (t) => {
  const required = (...tags: string[]): ApiKeyEvent => ({
    type: 'ApiKeyTagsRequired',
    data: { key_id: key.key_id, tags },
  });
  given([created])
    .when({ type: 'require_tags', tags: ['team', 'project', 'team'] })
    .thenExpect(t, [required('project', 'team')]);
  given([created, required('project')])
    .when(requireTags)
    .thenExpect(t, []);
  given([created, required('project')])
    .when({ type: 'require_tags', tags: [] })
    .thenExpect(t, [required()]);
  t.is([created, required('project'), required()].reduce(apiKey.evolve, null)?.required_tags, undefined);
  const [own, above] = [keyWith({ required_tags: ['team'] }), keyWith({ required_tags: ['project'] })];
  t.deepEqual(keyBelow(own, above).required_tags, ['team', 'project']);
  t.is(keyBelow(keyWith(), keyWith()).required_tags, undefined);
});

test('a key is created as it is asked for, and revoked with a reason', (t) => {
  given([]).when(create).thenExpect(t, [created]);
  given([created]).when(revoke).thenExpect(t, [revoked]);
});

test('a key folds to its creation, and to revoked', (t) => {
  t.deepEqual(apiKey.evolve(null, created), keyWith());
  t.deepEqual(apiKey.evolve(keyWith(), revoked), keyWith({ revoked: true }));
});

test('the revocation of an unknown key folds to no key', (t) => {
  t.is(apiKey.evolve(null, revoked), null);
});

test('a fold does not change the key before it', (t) => {
  const before = keyWith();
  apiKey.evolve(before, revoked);
  t.false(before.revoked);
});

const expiry = Date.parse('2026-11-01T12:00:00.000Z');
const expires_at = '2026-11-01T12:00:00.000Z';

const uses: readonly (readonly [title: string, key: ApiKey, now: number, refusal: ReturnType<typeof refusalOfKey>])[] =
  [
    ['without an expiry is good for ever', keyWith(), Number.MAX_SAFE_INTEGER, null],
    ['is good until the millisecond before its expiry', keyWith({ expires_at }), expiry - 1, null],
    ['has expired at its expiry', keyWith({ expires_at }), expiry, 'api_key_expired'],
    ['has expired after its expiry', keyWith({ expires_at }), expiry + 1, 'api_key_expired'],
    ['that was revoked is refused as revoked', keyWith({ revoked: true }), 0, 'api_key_revoked'],
    [
      'both revoked and expired is refused as revoked',
      keyWith({ revoked: true, expires_at }),
      expiry,
      'api_key_revoked',
    ],
    ['whose expiry cannot be read has expired', keyWith({ expires_at: 'some day' }), 0, 'api_key_expired'],
  ];

for (const [title, used, now, refusal] of uses) {
  test(`a key ${title}`, (t) => {
    t.is(refusalOfKey(used, now), refusal);
  });
}

const formerUntil = (valid_until: string): FormerSecret => ({ key_id: key.key_id, valid_until });

test('a secret that was rotated out opens its key until the overlap or the key itself ends, whichever is first', (t) => {
  const overlapEnds = '2026-11-01T11:00:00.000Z';
  for (const own of [null, expires_at]) {
    const former = keyUnderFormerSecret(keyWith({ expires_at: own }), formerUntil(overlapEnds));
    t.deepEqual(former, keyWith({ expires_at: overlapEnds }));
    t.is(refusalOfKey(former, Date.parse(overlapEnds)), refusalOfKey(keyWith({ expires_at }), expiry));
  }
  const longer = formerUntil('2026-11-01T13:00:00.000Z');
  t.deepEqual(keyUnderFormerSecret(keyWith({ expires_at }), longer), keyWith({ expires_at }));
});

test('a secret from before the last rotation that ended all opens nothing, whatever the clock says', (t) => {
  const [cutOff, later] = [id('4', 7), id('4', 8)];
  const key = keyWith({ expires_at: null, cut_off_rotation_id: later });
  const lookedUp = (cut_off_rotation_id?: string) =>
    keyUnderFormerSecret(key, {
      ...formerUntil('9999-01-01T00:00:00.000Z'),
      ...(cut_off_rotation_id !== undefined && { cut_off_rotation_id }),
    });
  for (const earlier of [undefined, cutOff]) t.is(refusalOfKey(lookedUp(earlier), 1), 'api_key_expired', earlier);
  t.is(refusalOfKey(lookedUp(later), 1), null);
});
