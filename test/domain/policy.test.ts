import test from 'ava';
import * as fc from 'fast-check';
import type { ApiKey } from '../../src/domain/api-key.ts';
import { nanoFromEur as eur } from '../../src/domain/money.ts';
import { grantOf, type Grant, type Policy } from '../../src/domain/policy.ts';
import { scopeKinds } from '../../src/domain/policy-events.ts';
import { keyWith, policyWith } from '../_support/grant-vocabulary.ts';

const profiles = ['light', 'average', 'advanced', 'future-model'];
const allowedBy = (grant: Grant): readonly string[] => profiles.filter((profile) => grant.allows(profile));

test('the best of the grades that several policies require counts', (t) => {
  const wide = policyWith({ pii_grades: { PERSON: 'C', IBAN: 'A' } });
  const narrow = policyWith({ pii_grades: { PERSON: 'B', IBAN: 'C', EMAIL: 'B' } });
  const strictest = { PERSON: 'B', IBAN: 'A', EMAIL: 'B' } as const;
  t.deepEqual(grantOf(keyWith(), [wide, narrow], null).piiRequirements, strictest);
  t.deepEqual(grantOf(keyWith(), [narrow, policyWith(), wide], null).piiRequirements, strictest);
  t.deepEqual(grantOf(keyWith(), [], null).piiRequirements, {});
});

const grants: readonly {
  readonly title: string;
  readonly key?: Partial<ApiKey>;
  readonly policies: readonly Partial<Policy>[];
  readonly allowed: readonly string[];
}[] = [
  { title: 'a key without policies may what the key says', policies: [], allowed: ['light', 'average'] },
  { title: 'a key that names nothing may nothing', key: { allowed_profiles: [] }, policies: [], allowed: [] },
  {
    title: 'a key for all models without policies may everything',
    key: { allow_all_models: true },
    policies: [],
    allowed: profiles,
  },
  {
    title: 'a policy takes away what it does not name',
    policies: [{ allowed_profiles: ['average', 'advanced'] }],
    allowed: ['average'],
  },
  { title: 'a policy does not give what the key lacks', policies: [{}], allowed: ['light', 'average'] },
  {
    title: 'a policy for all models does not widen the key',
    policies: [{ allow_all_models: true }],
    allowed: ['light', 'average'],
  },
  {
    title: 'a key for all models stays within the policy',
    key: { allow_all_models: true },
    policies: [{ allowed_profiles: ['light'] }],
    allowed: ['light'],
  },
  {
    title: 'a key for all models under policies for all models may future ones too',
    key: { allow_all_models: true },
    policies: [{ allow_all_models: true }, { allow_all_models: true }],
    allowed: profiles,
  },
  {
    title: 'a narrower policy for all models stays within the wider one',
    key: { allow_all_models: true },
    policies: [
      { scope_kind: 'platform', allowed_profiles: ['light', 'advanced'] },
      { scope_kind: 'tenant', allow_all_models: true },
    ],
    allowed: ['light', 'advanced'],
  },
  {
    title: 'policies intersect',
    key: { allow_all_models: true },
    policies: [{ allowed_profiles: ['light', 'average'] }, { allowed_profiles: ['average', 'advanced'] }],
    allowed: ['average'],
  },
  {
    title: 'policies that have nothing in common allow nothing',
    key: { allow_all_models: true },
    policies: [{ allowed_profiles: ['light'] }, { allowed_profiles: ['advanced'] }],
    allowed: [],
  },
];

for (const { title, key, policies, allowed } of grants) {
  test(title, (t) => {
    t.deepEqual(allowedBy(grantOf(keyWith(key), policies.map(policyWith), null)), allowed);
  });
}

const caps: readonly (readonly [title: string, key: string | null, policies: readonly string[], cap: bigint | null])[] =
  [
    ['there is no cap when nobody sets one', null, [], null],
    ['the cap of the key holds', '2.000000000', [], eur('2')],
    ['the cap of the policy holds', null, ['5.000000000'], eur('5')],
    ['the key narrows the policy', '2.000000000', ['5.000000000'], eur('2')],
    ['the key does not widen the policy', '9.000000000', ['5.000000000'], eur('5')],
    ['a narrower policy does not widen a wider one', null, ['3.000000000', '7.000000000'], eur('3')],
    ['the smallest of all holds, by a nano-euro', '3.000000001', ['7.000000000', '3.000000000'], eur('3')],
    ['a cap of zero is a cap', '0.000000000', ['5.000000000'], 0n],
  ];

for (const [title, max_request_eur, limits, cap] of caps) {
  test(`per request, ${title}`, (t) => {
    const policies = limits.map((limit) => policyWith({ max_request_eur: limit }));
    t.is(grantOf(keyWith({ max_request_eur }), policies, null).requestCap, cap);
  });
}

test('one policy that requires protection of personal data protects the request', (t) => {
  const with_ = policyWith({ pii_required: true });
  const without = policyWith();
  t.false(grantOf(keyWith(), [], null).piiRequired);
  t.false(grantOf(keyWith(), [without, without], null).piiRequired);
  t.true(grantOf(keyWith(), [with_, without], null).piiRequired);
  t.true(grantOf(keyWith(), [without, with_], null).piiRequired);
});

const defaults: readonly (readonly [
  title: string,
  policies: readonly string[],
  fallback: string | null,
  profile: string | null,
])[] = [
  ['the nearest policy names it', ['light', 'average'], null, 'average'],
  ['a nearer one that is not allowed is passed over', ['light', 'advanced'], null, 'light'],
  ['without policies it is the fallback', [], 'light', 'light'],
  ['a policy stands before the fallback', ['average'], 'light', 'average'],
  ['a fallback that is not allowed is none', ['advanced'], 'advanced', null],
  ['there may be none at all', [], null, null],
];

for (const [title, names, fallback, profile] of defaults) {
  test(`the default profile of a request without a model: ${title}`, (t) => {
    const policies = names.map((default_profile) => policyWith({ default_profile }));
    t.is(grantOf(keyWith(), policies, fallback).defaultProfile, profile);
  });
}

test('one more policy of any scope narrows a grant and never widens it', (t) => {
  const names = fc.uniqueArray(fc.constantFrom(...profiles), { minLength: 1 });
  const cents = fc.nat({ max: 1_000 }).map((n) => `${n}.000000000`);
  const policyArb = fc.record({
    scope_kind: fc.constantFrom(...scopeKinds),
    allowed_profiles: names,
    default_profile: fc.constantFrom(...profiles),
    pii_required: fc.boolean(),
    max_request_eur: cents,
    allow_all_models: fc.boolean(),
  });
  const keyArb = fc.record({
    allowed_profiles: names,
    allow_all_models: fc.boolean(),
    max_request_eur: fc.option(cents, { nil: null }),
  });
  fc.assert(
    fc.property(keyArb, fc.array(policyArb, { maxLength: 5 }), policyArb, fc.nat(), (key, policies, more, place) => {
      const before = grantOf(keyWith(key), policies.map(policyWith), 'light');
      const after = grantOf(keyWith(key), policies.toSpliced(place % 6, 0, more).map(policyWith), 'light');
      t.true(allowedBy(after).every((profile) => before.allows(profile)));
      t.true(after.requestCap !== null && (before.requestCap === null || after.requestCap <= before.requestCap));
      t.true(after.piiRequired || !before.piiRequired);
      t.true(after.defaultProfile === null || after.allows(after.defaultProfile));
    }),
  );
});
