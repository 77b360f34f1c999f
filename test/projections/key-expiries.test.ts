import test from 'ava';
import { expiriesFrom, expiryPrefix, keyExpiries } from '../../projections/key-expiries.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { ApiKeyEvent } from '../../src/domain/api-key-events.ts';
import { foldProjection } from '../../src/ledger/rebuild.ts';
import { eachDocument } from '../../src/ledger/read-models/each-document.ts';
import { apiKeyStream } from '../../src/ledger/stream-names.ts';
import { key, keyCreated } from '../_support/directory-vocabulary.ts';
import { feedAll } from '../_support/feed-all.ts';
import { record } from '../_support/recorded-log.ts';
import { id } from '../_support/wallet-vocabulary.ts';

/** Keys are listed in order of expiry, and looked up from a time on. */

const created = (n: number, expires_at: string | null): ApiKeyEvent => keyCreated({ key_id: id('d', n), expires_at });

function narrowed(n: number, expires_at: string): ApiKeyEvent {
  const { allowed_profiles, allow_all_models, max_request_eur, budget_eur } = key;
  const limits = { allowed_profiles: [...allowed_profiles], allow_all_models, max_request_eur, budget_eur };
  return { type: 'ApiKeyNarrowed', data: { key_id: id('d', n), ...limits, expires_at } };
}

test('a rebuilt list is the one that was followed: a key that was renamed still expires', async (t) => {
  const log = createMemoryEventLog();
  const [key_id, expires_at] = [id('d', 1), '2026-12-24T00:00:00.000Z'];
  const renamed: ApiKeyEvent = { type: 'ApiKeyRenamed', data: { key_id, name: 'laptop' } };
  await record(log, apiKeyStream(key_id), created(1, expires_at), renamed);
  const readModels = createMemoryReadModels(log);
  await feedAll(log, readModels, [keyExpiries]);
  const { documents } = await foldProjection(log, keyExpiries);
  t.deepEqual(documents.get(`key/${key_id}`), { key_id, expires_at });
  for (const [place, document] of documents) t.deepEqual(readModels.get(keyExpiries, place), document);
  t.is(documents.size, 2);
});

test('keys are in order of expiry, as they were last narrowed, and without those that were revoked', async (t) => {
  const log = createMemoryEventLog();
  const histories: readonly (readonly ApiKeyEvent[])[] = [
    [created(1, '2026-12-24T00:00:00+01:00')],
    [created(2, null)],
    [created(3, null), narrowed(3, '2026-12-01T00:00:00.000Z')],
    [created(4, '2026-12-30T00:00:00.000Z'), narrowed(4, '2026-11-30T00:00:00Z')],
    [created(5, '2026-12-02T00:00:00.000Z'), { type: 'ApiKeyRevoked', data: { key_id: id('d', 5), reason: 'lost' } }],
    [created(6, '2026-12-23T22:59:59Z')],
  ];
  for (const [index, events] of histories.entries()) await record(log, apiKeyStream(id('d', index + 1)), ...events);
  const readModels = createMemoryReadModels(log);
  await feedAll(log, readModels, [keyExpiries]);
  const listed = (from: string): readonly string[] =>
    eachDocument(readModels, keyExpiries, expiryPrefix, expiriesFrom(Date.parse(from)))
      .map(({ document }) => document.key_id)
      .toArray();
  t.deepEqual(
    listed('2026-01-01T00:00:00Z'),
    [4, 3, 6, 1].map((n) => id('d', n)),
  );
  t.deepEqual(
    listed('2026-12-01T00:00:00.001Z'),
    [6, 1].map((n) => id('d', n)),
  );
  t.is(readModels.get(keyExpiries, `key/${id('d', 5)}`), null);
});
