import test from 'ava';
import { keptBytes } from '../../projections/kept-bytes.ts';
import type { FileEvent } from '../../src/domain/file-events.ts';
import type { ResponseEvent } from '../../src/domain/responses/response-events.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { place } from '../_support/tally-projection.ts';

const [here, there] = ['00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-0000000000bb'];
const expiry = { expires_at: '2026-11-22T13:00:00.000Z' };
const content_digest = 'd'.repeat(43);

const fileOf = (tenantId: string) => ({
  file_id: 'file-1',
  dialect: 'openai' as const,
  user_id: '00000000-0000-4000-8000-00000000000a',
  tenant_id: tenantId,
});

const uploaded = (tenantId: string, bytes: number): FileEvent => ({
  type: 'FileUploaded',
  data: {
    ...fileOf(tenantId),
    key_id: '00000000-0000-4000-8000-0000000000cc',
    upstream: 'sandbox',
    account: 'account',
    upstream_file_id: 'file-up',
    // What the upstream says of it is not what is counted.
    bytes: 1,
    purpose: null,
    created_at: expiry.expires_at,
    ...expiry,
    counted_bytes: bytes,
    content_digest,
  },
});

const stored = (tenantId: string, bytes: number): ResponseEvent => ({
  type: 'ResponseStored',
  data: {
    ...responseOf(tenantId),
    key_id: '00000000-0000-4000-8000-0000000000cc',
    reservation_id: '00000000-0000-4000-8000-0000000000dd',
    profile: 'light',
    target: 'small',
    previous_response_id: null,
    created_at: expiry.expires_at,
    content_bytes: 1,
    item_hashes: [],
    counted_bytes: bytes,
    content_digest,
  },
});

const responseOf = (tenantId: string) => ({
  response_id: 'resp_1',
  user_id: '00000000-0000-4000-8000-00000000000a',
  tenant_id: tenantId,
  ...expiry,
});

const fileGone = (type: 'FileDeleted' | 'FileExpired', tenantId: string, bytes: number): FileEvent => ({
  type,
  data: { ...fileOf(tenantId), ...expiry, counted_bytes: bytes },
});

const responseGone = (type: 'ResponseDeleted' | 'ResponseExpired', tenantId: string, bytes: number): ResponseEvent => ({
  type,
  data: { ...responseOf(tenantId), counted_bytes: bytes },
});

const recorded = (events: readonly (FileEvent | ResponseEvent)[]) =>
  events.map((event, index) => {
    const [only] = recordedIn('response_id' in event.data ? 'response-1' : 'file-1', [event]);
    if (only === undefined) throw new Error('nothing was recorded');
    return Object.assign(only, { position: place(index + 1) });
  });

test('the stored bytes of a tenant are the sum of its own files and responses', (t) => {
  const events = recorded([uploaded(here, 100), stored(here, 20), uploaded(there, 3)]);
  t.deepEqual(documentsOf(t, keptBytes, events), { [here]: { bytes: 120 }, [there]: { bytes: 3 } });
});

test('removed and expired data no longer counts, and a tenant that stores nothing has no document', (t) => {
  const all = [uploaded(here, 100), uploaded(here, 7), stored(here, 20), stored(here, 5), stored(there, 1)];
  const gone = [
    fileGone('FileDeleted', here, 100),
    fileGone('FileExpired', here, 7),
    responseGone('ResponseDeleted', here, 20),
    responseGone('ResponseExpired', here, 5),
  ];
  t.deepEqual(documentsOf(t, keptBytes, recorded([...all, ...gone.slice(1)])), {
    [here]: { bytes: 100 },
    [there]: { bytes: 1 },
  });
  t.deepEqual(documentsOf(t, keptBytes, recorded([...all, ...gone])), { [there]: { bytes: 1 } });
});
