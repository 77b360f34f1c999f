import test from 'ava';
import { apiKeys } from '../../projections/api-keys.ts';
import { policies } from '../../projections/policies.ts';
import { principals } from '../../projections/principals.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { apiKeyStream, policyStream, principalStream } from '../../src/ledger/stream-names.ts';
import * as words from '../_support/directory-vocabulary.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { comparePlaces, place } from '../_support/tally-projection.ts';
import { keyA, tenantId, userId } from '../_support/wallet-vocabulary.ts';

test('a created key is a document under its id', (t) => {
  const recorded = recordedIn(apiKeyStream(keyA), [words.keyCreated()]);
  t.deepEqual(documentsOf(t, apiKeys, recorded), { [keyA]: words.key });
});

test('a key is found by the hash of its secret, also when it was revoked', (t) => {
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  const events = recordedIn(apiKeyStream(keyA), [words.keyCreated(), words.keyRevoked]);
  readModels.apply(apiKeys, { after: null, events, upTo: place(2) });
  t.deepEqual(readModels.find(apiKeys, words.keyHash), { ...words.key, revoked: true });
});

test('the end of a key that was never created leaves nothing', (t) => {
  t.deepEqual(documentsOf(t, apiKeys, recordedIn(apiKeyStream(keyA), [words.keyRevoked])), {});
});

test('a person is a document under their id, with their latest protection setting', (t) => {
  const stream = principalStream(userId);
  t.deepEqual(documentsOf(t, principals, recordedIn(stream, [words.personRegistered()])), { [userId]: words.person });
  const changed = recordedIn(stream, [words.personRegistered(), words.personPiiChanged]);
  t.deepEqual(documentsOf(t, principals, changed), { [userId]: { ...words.person, pii_enabled: true } });
  t.deepEqual(documentsOf(t, principals, recordedIn(stream, [words.personPiiChanged])), {});
});

test('the latest policy of a scope is a document under the kind and id of the scope', (t) => {
  const first = words.policySet('tenant', tenantId, { pii_required: true });
  const second = words.policySet('tenant', tenantId, { max_request_eur: '2.000000000' });
  const documents = documentsOf(t, policies, recordedIn(policyStream('tenant', tenantId), [first, second]));
  t.deepEqual(documents, { [`tenant-${tenantId}`]: second.data });
});
