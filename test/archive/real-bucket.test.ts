import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import test from 'ava';
import { ArchiveRefused, ArchiveUnavailable } from '../../src/ports/archive-store.ts';
import { startVersitygw, storeOf } from './_versitygw.ts';

const sha256 = (words: string): string => createHash('sha256').update(words).digest('hex');
const bytes = Buffer.from('first');

test('a strict server writes each name once, and refuses what does not have its digest', async (t) => {
  const server = await startVersitygw(t);
  const store = storeOf(t, server);
  t.false(await store.has('events/a.jsonl.zst'));
  t.is(await store.get('events/a.jsonl.zst'), null);
  t.is(await store.put('events/a.jsonl.zst', bytes, sha256('first')), 'written');
  t.is(await store.put('events/a.jsonl.zst', Buffer.from('second'), sha256('second')), 'exists');
  await t.throwsAsync(store.put('events/b.jsonl.zst', bytes, sha256('other')), {
    instanceOf: ArchiveRefused,
    message: /400/,
  });
  const stored = await store.get('events/a.jsonl.zst');
  t.is(stored === null ? null : await text(Readable.from(stored)), 'first');
  t.deepEqual(await Array.fromAsync(store.list('events')), ['events/a.jsonl.zst']);
});

test('a wrong key, a bucket that is not there and a server that is away are told apart', async (t) => {
  const server = await startVersitygw(t);
  const refused = { instanceOf: ArchiveRefused };
  await t.throwsAsync(storeOf(t, server, { secretAccessKey: 'other' }).get('a'), { ...refused, message: /403/ });
  await t.throwsAsync(storeOf(t, server, { bucket: 'nothing' }).get('a'), { ...refused, message: /archive\.bucket/ });
  await server.stop();
  await t.throwsAsync(storeOf(t, server).get('a'), { instanceOf: ArchiveUnavailable });
});

test('a bucket with Object Lock takes an archive, and nobody can remove a version of it', async (t) => {
  const server = await startVersitygw(t, { isLocked: true });
  const store = storeOf(t, server);
  t.is(await store.put('events/a.jsonl.zst', bytes, sha256('first')), 'written');
  t.is(await store.put('events/a.jsonl.zst', bytes, sha256('first')), 'exists');
  const head = await server.ask('HEAD', 'archive/ledger/events/a.jsonl.zst');
  const version = head.headers.get('x-amz-version-id') ?? '';
  t.not(version, '');
  const removed = await server.ask('DELETE', `archive/ledger/events/a.jsonl.zst?versionId=${version}`);
  t.is(removed.status, 403);
});
