import test from 'ava';
import { responseExpiries } from '../../projections/response-expiries.ts';
import { responseIndex, responseKey } from '../../projections/response-index.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { ResponseEvent } from '../../src/domain/responses/response-events.ts';
import { responseId } from '../../src/domain/responses/response-id.ts';
import { responseStream } from '../../src/ledger/stream-names.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { comparePlaces, place } from '../_support/tally-projection.ts';

const noon = Date.parse('2026-11-01T12:00:00Z');
const [alice, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const tenantId = '00000000-0000-4000-8000-0000000000ff';

type Stored = Extract<ResponseEvent, { readonly type: 'ResponseStored' }>;

function stored(userId: string, minute: number, more: Partial<Stored['data']> = {}): Stored {
  const atMs = noon + minute * 60_000;
  return {
    type: 'ResponseStored',
    data: {
      response_id: responseId(atMs, String(minute).padStart(32, '0')),
      user_id: userId,
      tenant_id: tenantId,
      key_id: '00000000-0000-4000-8000-0000000000cc',
      reservation_id: '00000000-0000-4000-8000-0000000000dd',
      profile: 'light',
      target: 'small',
      previous_response_id: null,
      created_at: new Date(atMs).toISOString(),
      expires_at: new Date(atMs + 86_400_000).toISOString(),
      content_bytes: 7,
      counted_bytes: 7,
      content_digest: 'd'.repeat(43),
      item_hashes: ['a'.repeat(16)],
      ...more,
    },
  };
}

function gone(type: 'ResponseDeleted' | 'ResponseExpired', { data }: Stored): ResponseEvent {
  const { response_id, user_id, tenant_id, expires_at, counted_bytes } = data;
  return { type, data: { response_id, user_id, tenant_id, expires_at, counted_bytes } };
}

const inOwnStreams = (events: readonly ResponseEvent[]) =>
  events.map((event, index) => {
    const [recorded] = recordedIn(responseStream(event.data.response_id), [event]);
    if (recorded === undefined) throw new Error('nothing was recorded');
    return Object.assign(recorded, { position: place(index + 1) });
  });

test('the index has every member of a stored response except its reservation and its key', (t) => {
  const event = stored(alice, 1);
  const { key_id: _, reservation_id: __, counted_bytes: ___, ...indexed } = event.data;
  t.deepEqual(documentsOf(t, responseIndex, inOwnStreams([event])), {
    [responseKey(alice, event.data.response_id)]: indexed,
  });
  const { response_id, user_id, tenant_id, expires_at } = event.data;
  t.deepEqual(documentsOf(t, responseExpiries, inOwnStreams([event])), {
    [`${expires_at}/${response_id}`]: { response_id, user_id, tenant_id, expires_at },
  });
});

for (const type of ['ResponseDeleted', 'ResponseExpired'] as const) {
  test(`after ${type} both read models lack the response, and have the others`, (t) => {
    const [first, second] = [stored(alice, 1), stored(bob, 2)];
    const events = inOwnStreams([first, second, gone(type, first)]);
    t.deepEqual(Object.keys(documentsOf(t, responseIndex, events)), [responseKey(bob, second.data.response_id)]);
    t.deepEqual(Object.keys(documentsOf(t, responseExpiries, events)), [
      `${second.data.expires_at}/${second.data.response_id}`,
    ]);
  });
}

test('responses are listed by owner, newest first, by expiry, next first, and by the response that they continue', (t) => {
  const root = stored(alice, 1);
  const previous = { previous_response_id: root.data.response_id };
  const branches = [stored(alice, 2, previous), stored(alice, 3, previous)];
  const soon = stored(bob, 4, { expires_at: new Date(noon + 300_000).toISOString() });
  const events = inOwnStreams([root, ...branches, soon]);
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  for (const projection of [responseIndex, responseExpiries]) {
    readModels.apply(projection, { after: null, events, upTo: place(4) });
  }
  const idsOf = (documents: readonly { readonly document: { readonly response_id: string } }[]) =>
    documents.map(({ document }) => document.response_id);
  const [rootId, leftId, rightId, soonId] = [root, ...branches, soon].map(({ data }) => data.response_id);
  const ofAlice = readModels.list(responseIndex, { afterKey: responseKey(alice, ''), limit: 3 });
  t.deepEqual(idsOf(ofAlice), [rightId, leftId, rootId]);
  t.deepEqual(idsOf(readModels.list(responseExpiries, { limit: 2 })), [soonId, rootId]);
  // Of several branches the newest.
  t.is(readModels.find(responseIndex, root.data.response_id)?.response_id, rightId);
  t.is(readModels.find(responseIndex, soonId ?? ''), null);
});
