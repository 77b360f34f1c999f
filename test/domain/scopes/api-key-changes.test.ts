import test from 'ava';
import { apiKey, type KeyLimits } from '../../../src/domain/api-key.ts';
import type { ApiKeyEvent } from '../../../src/domain/api-key-events.ts';
import type { ApiKeyChangeEvent } from '../../../src/domain/scopes/api-key-change-events.ts';
import { keyCreated } from '../../_support/directory-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id, keyA } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(apiKey);

const created = keyCreated({
  allowed_profiles: ['light', 'average'],
  budget_eur: '10.000000000',
  expires_at: '2027-06-01T00:00:00.000Z',
});
const limits: KeyLimits = {
  allowed_profiles: ['light', 'average'],
  allow_all_models: false,
  max_request_eur: null,
  budget_eur: '10.000000000',
  expires_at: '2027-06-01T00:00:00.000Z',
};
const narrow = (more: Partial<KeyLimits>) => ({ type: 'narrow_api_key', limits: { ...limits, ...more } }) as const;
const narrowed = (more: Partial<KeyLimits>): ApiKeyEvent => {
  const { allowed_profiles, ...rest } = { ...limits, ...more };
  return { type: 'ApiKeyNarrowed', data: { key_id: keyA, allowed_profiles: [...allowed_profiles], ...rest } };
};
const rotate = {
  type: 'rotate_api_key',
  rotationId: id('4', 1),
  keyHash: 'cd'.repeat(32),
  keyPrefix: 'wb_xyz',
  previousValidUntil: '2026-12-01T00:00:00.000Z',
  endsEarlier: false,
} as const;

const narrower: readonly Partial<KeyLimits>[] = [
  { allowed_profiles: ['light'] },
  { allowed_profiles: [] },
  { max_request_eur: '0.500000000' },
  { budget_eur: '9.999999999' },
  { expires_at: '2027-05-31T00:00:00.000Z' },
];

for (const more of narrower) {
  test(`a key may be given less: ${JSON.stringify(more)}`, (t) => {
    given([created])
      .when(narrow(more))
      .thenExpect(t, [narrowed(more)]);
    given([created, narrowed(more)])
      .when(narrow(more))
      .thenExpect(t, []);
  });

  test(`a narrowed key is never widened again: ${JSON.stringify(more)}`, (t) => {
    given([created, narrowed(more)])
      .when(narrow({}))
      .thenExpect(t, 'api_key_not_narrower');
  });
}

const wider: readonly Partial<KeyLimits>[] = [
  { allowed_profiles: ['light', 'advanced'] },
  { allow_all_models: true },
  { budget_eur: null },
  { budget_eur: '10.000000001' },
  { expires_at: null },
];

for (const more of wider) {
  test(`a key is never given more: ${JSON.stringify(more)}`, (t) => {
    given([created]).when(narrow(more)).thenExpect(t, 'api_key_not_narrower');
  });
}

test('a key for all models may be given a list', (t) => {
  const open = keyCreated({ allow_all_models: true, allowed_profiles: [], max_request_eur: null });
  const asked = { ...limits, budget_eur: null, expires_at: null };
  given([open])
    .when({ type: 'narrow_api_key', limits: asked })
    .thenExpect(t, [narrowed(asked)]);
});

test('a key is renamed, and rotated once by one id', (t) => {
  given([created])
    .when({ type: 'rename_api_key', name: 'desk' })
    .thenExpect(t, [{ type: 'ApiKeyRenamed', data: { key_id: keyA, name: 'desk' } }]);
  given([created]).when({ type: 'rename_api_key', name: 'laptop' }).thenExpect(t, []);
  const rotated: ApiKeyChangeEvent = {
    type: 'ApiKeyRotated',
    data: {
      key_id: keyA,
      rotation_id: rotate.rotationId,
      key_hash: rotate.keyHash,
      key_prefix: rotate.keyPrefix,
      previous_key_hash: 'ab'.repeat(32),
      previous_valid_until: rotate.previousValidUntil,
    },
  };
  given([created]).when(rotate).thenExpect(t, [rotated]);
  given([created, rotated]).when(rotate).thenExpect(t, []);
  t.like([created, rotated].reduce<ReturnType<typeof apiKey.evolve>>(apiKey.evolve, null), {
    key_hash: rotate.keyHash,
    key_prefix: 'wb_xyz',
    budget_eur: '10.000000000',
  });
});

test('a rotation that ends every earlier secret is the cut-off of those after it, until the next', (t) => {
  const rotation = (index: number, cutOff: number | null): ApiKeyChangeEvent => ({
    type: 'ApiKeyRotated',
    data: {
      key_id: keyA,
      rotation_id: id('4', index),
      key_hash: `c${index}`.repeat(32),
      key_prefix: 'wb_xyz',
      previous_key_hash: index === 1 ? 'ab'.repeat(32) : `c${index - 1}`.repeat(32),
      previous_valid_until: rotate.previousValidUntil,
      ...(cutOff !== null && { cut_off_rotation_id: id('4', cutOff) }),
    },
  });
  const command = (index: number, endsEarlier: boolean) =>
    ({ ...rotate, rotationId: id('4', index), keyHash: `c${index}`.repeat(32), endsEarlier }) as const;
  const events = [created, rotation(1, null), rotation(2, 2), rotation(3, 2)];
  given(events.slice(0, 1))
    .when(command(1, false))
    .thenExpect(t, [rotation(1, null)]);
  given(events.slice(0, 2))
    .when(command(2, true))
    .thenExpect(t, [rotation(2, 2)]);
  given(events.slice(0, 3))
    .when(command(3, false))
    .thenExpect(t, [rotation(3, 2)]);
  given(events)
    .when(command(4, true))
    .thenExpect(t, [rotation(4, 4)]);
  given(events).when(command(2, true)).thenExpect(t, []);
});
