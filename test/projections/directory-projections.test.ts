import test from 'ava';
import { apiKeys } from '../../projections/api-keys.ts';
import { formerSecrets } from '../../projections/former-secrets.ts';
import { policies } from '../../projections/policies.ts';
import { principals } from '../../projections/principals.ts';
import { scopes } from '../../projections/scopes.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { apiKeyStream, policyStream, principalStream, scopeStream } from '../../src/ledger/stream-names.ts';
import * as words from '../_support/directory-vocabulary.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { comparePlaces, place } from '../_support/tally-projection.ts';
import { keyA, tenantId, userId } from '../_support/wallet-vocabulary.ts';

test('a created key is a document under its id', (t) => {
  const recorded = recordedIn(apiKeyStream(keyA), [words.keyCreated()]);
  t.deepEqual(documentsOf(t, apiKeys, recorded), { [keyA]: words.key });
});

test('a key is found by the hash of its secret, even after it was revoked', (t) => {
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  const events = recordedIn(apiKeyStream(keyA), [words.keyCreated(), words.keyRevoked]);
  readModels.apply(apiKeys, { after: null, events, upTo: place(2) });
  t.deepEqual(readModels.find(apiKeys, words.keyHash), { ...words.key, revoked: true });
});

test('the end of a key that was never created adds no document', (t) => {
  t.deepEqual(documentsOf(t, apiKeys, recordedIn(apiKeyStream(keyA), [words.keyRevoked])), {});
});

test('a person is a document under their id, with their latest protection setting', (t) => {
  const stream = principalStream(userId);
  t.deepEqual(documentsOf(t, principals, recordedIn(stream, [words.personRegistered()])), { [userId]: words.person });
  const changed = recordedIn(stream, [words.personRegistered(), words.personPiiChanged]);
  t.deepEqual(documentsOf(t, principals, changed), { [userId]: { ...words.person, pii_enabled: true } });
  t.deepEqual(documentsOf(t, principals, recordedIn(stream, [words.personPiiChanged])), {});
});

test('the latest policies of a scope are a document under the kind and id of the scope', (t) => {
  const first = words.policySet('tenant', tenantId, { pii_required: true });
  const second = words.policySet('tenant', tenantId, { max_request_eur: '2.000000000' });
  const documents = documentsOf(t, policies, recordedIn(policyStream('tenant', tenantId), [first, second]));
  const scope = { scope_kind: 'tenant', scope_id: tenantId };
  t.deepEqual(documents, { [`tenant-${tenantId}`]: { ...scope, by_level: { platform: second.data } } });
});

test('a scope is a document under its kind and id, even if closed', (t) => {
  const named = { scope_kind: 'tenant', scope_id: tenantId } as const;
  const created = { type: 'ScopeCreated', data: { ...named, parent_id: null, name: 'Example' } } as const;
  const closed = { type: 'ScopeClosed', data: { ...named, reason: 'ended' } } as const;
  t.deepEqual(documentsOf(t, scopes, recordedIn(scopeStream('tenant', tenantId), [created, closed])), {
    [`tenant-${tenantId}`]: { ...created.data, status: 'closed', blocked_by: 'platform' },
  });
});

test('a secret that was rotated out is a document under its hash', (t) => {
  const rotated = {
    type: 'ApiKeyRotated',
    data: {
      key_id: keyA,
      rotation_id: tenantId,
      key_hash: 'cd'.repeat(32),
      key_prefix: 'wb_xyz',
      previous_key_hash: words.keyHash,
      previous_valid_until: '2027-01-01T00:00:00.000Z',
    },
  } as const;
  t.deepEqual(documentsOf(t, formerSecrets, recordedIn(apiKeyStream(keyA), [words.keyCreated(), rotated])), {
    [words.keyHash]: { key_id: keyA, valid_until: '2027-01-01T00:00:00.000Z' },
  });
  // It keeps the cut-off before it, unless it is ended by this very rotation.
  for (const cutOff of [tenantId, userId]) {
    const cut = { ...rotated, data: { ...rotated.data, cut_off_rotation_id: cutOff } };
    const { cut_off_rotation_id: kept } =
      documentsOf(t, formerSecrets, recordedIn(apiKeyStream(keyA), [words.keyCreated(), cut]))[words.keyHash] ?? {};
    t.is(kept, cutOff === userId ? userId : undefined);
  }
});
