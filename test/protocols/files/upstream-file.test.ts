import test from 'ava';
import { isAway, readUpstreamFile, readUpstreamFilePage } from '../../../src/protocols/files/upstream-file.ts';

const openai = `{"id":"file-abc123","object":"file","bytes":5,"created_at":1763700000,"expires_at":1763703600,"filename":"a.txt","purpose":"batch"}`;
const anthropic = `{"id":"file_011","type":"file","filename":"a.txt","mime_type":"text/plain","size_bytes":5,"created_at":"2025-11-21T04:40:00Z","downloadable":false}`;

test('name, size and times are read from a record of either protocol', (t) => {
  const told = { name: 'a.txt', bytes: 5, createdAtMs: 1_763_700_000_000 };
  t.like(readUpstreamFile(Buffer.from(openai)), {
    ...told,
    id: 'file-abc123',
    purpose: 'batch',
    expiresAt: '2025-11-21T05:40:00.000Z',
  });
  t.like(readUpstreamFile(Buffer.from(anthropic)), { ...told, id: 'file_011', purpose: null, expiresAt: null });
});

test('replacing the id of a record changes no other byte', (t) => {
  const spaced = '{ "b":1.0, "id" : "file-1","x":"\\u0041" }';
  t.is(readUpstreamFile(Buffer.from(spaced))?.withId('file-2').toString(), spaced.replace('file-1', 'file-2'));
});

for (const text of [
  '',
  '[]',
  '{}',
  '{"id":5}',
  '{"id":""}',
  '{"id":"a/../b"}',
  '{"id":"a b"}',
  '{"id":"."}',
  '{"id":".."}',
  '{"id":"a"',
]) {
  test(`${JSON.stringify(text)} is no record of a file`, (t) => {
    t.is(readUpstreamFile(Buffer.from(text)), null);
  });
}

test('missing and malformed members of a record are read as null', (t) => {
  const strange = '{"id":"a","bytes":-1,"created_at":"soon","expires_at":1e999,"filename":7,"purpose":null}';
  t.like(readUpstreamFile(Buffer.from(strange)), {
    name: null,
    bytes: null,
    purpose: null,
    createdAtMs: null,
    expiresAt: null,
  });
});

test('a time that fits in no event is null, and the earliest and latest that fit are read', (t) => {
  const expiring = (time: string) => readUpstreamFile(Buffer.from(`{"id":"a","expires_at":${time}}`))?.expiresAt;
  t.is(expiring('253402300799'), '9999-12-31T23:59:59.000Z');
  t.is(expiring('0'), '1970-01-01T00:00:00.000Z');
  for (const time of ['253402300800', '1001795414086', '"+010000-01-01T00:00:00Z"', '"-000001-01-01T00:00:00Z"']) {
    t.is(expiring(time), null, time);
  }
});

const pageOf = (more: string, dialect: 'openai' | 'anthropic') =>
  readUpstreamFilePage(Buffer.from(`{"data":[${openai},{"id":"a b"},7,${anthropic}]${more}}`), dialect);

test('the next page is requested by its name if there is one, otherwise after the last file', (t) => {
  const page = pageOf('', 'openai');
  t.deepEqual(
    page?.files.map(({ id }) => id),
    ['file-abc123', 'file_011'],
  );
  t.is(page?.next, null);
  t.is(pageOf(',"has_more":false,"last_id":"x","next_page":null', 'openai')?.next, null);
  t.deepEqual(pageOf(',"has_more":true', 'openai')?.next, { parameter: 'after', value: 'file_011' });
  t.deepEqual(pageOf(',"has_more":true,"last_id":"x"', 'anthropic')?.next, { parameter: 'after_id', value: 'x' });
  t.deepEqual(pageOf(',"next_page":"p2"', 'anthropic')?.next, { parameter: 'page', value: 'p2' });
});

for (const text of ['', '[]', '{}', '{"data":{}}']) {
  test(`${JSON.stringify(text)} is no list of files`, (t) => {
    t.is(readUpstreamFilePage(Buffer.from(text), 'openai'), null);
  });
}

test('only statuses of an unavailable upstream leave open whether a file exists', (t) => {
  const away = [401, 403, 408, 429, 500, 502, 503, 529];
  t.deepEqual([200, 400, ...away, 404, 405, 409, 501].filter(isAway), away);
});
