import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { createFolderArchiveStore } from '../../src/adapters/folder-archive-store.ts';
import { createS3ArchiveStore, type S3ArchiveSettings } from '../../src/adapters/s3-archive-store.ts';
import { errorCodeIn, namesPageIn } from '../../src/adapters/s3-archive-store/names-page.ts';
import { ArchiveDamaged, ArchiveRefused, ArchiveUnavailable } from '../../src/ports/archive-store.ts';
import { startS3StandIn, type S3Fault } from '../_support/s3-stand-in.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

const sha256 = (words: string): string => createHash('sha256').update(words).digest('hex');
const first = Buffer.from('first');

async function bucket(t: ExecutionContext, changes: Partial<S3ArchiveSettings> = {}) {
  const s3 = await startS3StandIn(t);
  const store = createS3ArchiveStore({ ...s3.settings, ...changes });
  t.teardown(() => store[Symbol.asyncDispose]());
  const put = (name: string, words: string) => store.put(name, Buffer.from(words), sha256(words));
  return { s3, store, put };
}

async function readText(bytes: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  return bytes === null ? null : await text(Readable.from(bytes));
}

test('an object is written once, read, found and listed', async (t) => {
  const { store, put, s3 } = await bucket(t);
  t.false(await store.has('events/a'));
  t.is(await store.get('events/a'), null);
  t.is(await put('events/a', 'first'), 'written');
  t.is(await put('events/a', 'second'), 'exists');
  t.true(await store.has('events/a'));
  t.is(await readText(await store.get('events/a')), 'first');
  t.deepEqual([...s3.objects.keys()], ['ledger/events/a']);
});

test('a service that writes over what is there is refused at the first object, and a look at one that is there proves enough', async (t) => {
  const { s3, store, put } = await bucket(t);
  s3.writesOver = true;
  await t.throwsAsync(put('events/a', 'first'), { instanceOf: ArchiveRefused, message: /`if-none-match`/ });
  s3.writesOver = false;
  t.is(await put('events/a', 'second'), 'exists');
  const before = s3.asked.length;
  t.is(await put('events/b', 'first'), 'written');
  t.is(s3.asked.length - before, 1);
  t.is(await readText(await store.get('events/a')), 'first');
});

test('the session token of temporary credentials is sent and signed, and none where keys are permanent', async (t) => {
  const { put, s3 } = await bucket(t, { sessionToken: 'the-token' });
  t.is(await put('events/a', 'first'), 'written');
  t.like(s3.asked[0], { token: 'the-token' });
  const permanent = await bucket(t);
  await permanent.put('events/a', 'first');
  t.false('token' in (permanent.s3.asked[0] ?? {}));
});

test('a list is read page by page, in order, without what is in other folders', async (t) => {
  const { s3, store } = await bucket(t);
  s3.pageNames = 3;
  const names = Array.from({ length: 10 }, (_, index) => `events/${String(index).padStart(3, '0')}&`);
  for (const name of [...names, 'charges/x']) s3.objects.set(`ledger/${name}`, first);
  s3.objects.set('other/events/000', first);
  t.deepEqual(await Array.fromAsync(store.list('events')), names);
});

test('a digest that is not that of the bytes is refused, and nothing is written', async (t) => {
  const { s3, store } = await bucket(t);
  await t.throwsAsync(store.put('events/a', first, sha256('other')), { instanceOf: ArchiveRefused, message: /400/ });
  t.is(s3.objects.size, 0);
});

for (const [fault, error, words] of [
  [{ status: 500 }, ArchiveUnavailable, /500/],
  [{ status: 503, body: '<Error><Code>SlowDown</Code></Error>' }, ArchiveUnavailable, /503 SlowDown/],
  [{ status: 429 }, ArchiveUnavailable, /429/],
  [{ status: 409 }, ArchiveUnavailable, /another process writes/],
  [
    { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
    ArchiveRefused,
    /403 AccessDenied.*archive\.access_key_id/,
  ],
  [
    { status: 403, body: '<Error><Code>RequestTimeTooSkewed</Code></Error>' },
    ArchiveRefused,
    /403 RequestTimeTooSkewed.*: set the clock of this machine/,
  ],
  [
    { status: 400, body: '<Error><Code>ExpiredToken</Code></Error>' },
    ArchiveRefused,
    /ExpiredToken.*: set a new archive\.access_key_id/,
  ],
  [
    { status: 400, body: '<Error><Code>AuthorizationHeaderMalformed</Code></Error>' },
    ArchiveRefused,
    /: check archive\.region$/,
  ],
  [{ status: 501, body: '<Error><Code>NotImplemented</Code></Error>' }, ArchiveRefused, /501 .*conditionally/],
  [{ status: 307, body: '<Error><Code>TemporaryRedirect</Code></Error>' }, ArchiveRefused, /archive\.region/],
  [{ status: 301, body: '<Error><Code>PermanentRedirect</Code></Error>' }, ArchiveRefused, /archive\.region/],
  [{ status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }, ArchiveRefused, /archive\.bucket/],
  ['broken_before', ArchiveUnavailable, /cannot be reached/],
  ['broken_after', ArchiveUnavailable, /cannot be reached/],
  ['silent', ArchiveUnavailable, /cannot be reached \(UND_ERR_HEADERS_TIMEOUT\)/],
] as const satisfies readonly (readonly [S3Fault, unknown, RegExp])[]) {
  test(`a write that is answered with ${typeof fault === 'string' ? fault : Object.values(fault).join(' ')} raises what it is`, async (t) => {
    const { s3, put } = await bucket(t, fault === 'silent' ? { answerMs: 300 } : {});
    s3.fault = () => fault;
    await t.throwsAsync(put('events/a', 'first'), { instanceOf: error, message: words });
  });
}

test('a read that is cut raises, and is no shorter object', async (t) => {
  const { s3, store, put } = await bucket(t);
  await put('events/a', 'x'.repeat(1_000_000));
  s3.fault = () => 'cut_body';
  await t.throwsAsync(store.get('events/a').then(readText), { instanceOf: ArchiveUnavailable });
});

test('a wrong key and a bucket that is not there are refused, and are no empty archive', async (t) => {
  const s3 = await startS3StandIn(t);
  for (const [changes, words] of [
    [{ accessKeyId: 'other' }, /403/],
    [{ bucket: 'other' }, /archive\.bucket/],
  ] as const) {
    await using store = createS3ArchiveStore({ ...s3.settings, ...changes });
    await t.throwsAsync(store.get('events/a'), { instanceOf: ArchiveRefused, message: words });
    await t.throwsAsync(Array.fromAsync(store.list('events')), { instanceOf: ArchiveRefused });
  }
});

test('an error names the bucket and no key', async (t) => {
  const { store } = await bucket(t, { bucket: 'other' });
  const error = await t.throwsAsync(store.get('events/a'));
  t.false(/the-secret|the-key/.test(error?.message ?? ''));
});

test('a list that is something else, or was cut, is not taken for a short one', async (t) => {
  const { s3, store } = await bucket(t);
  const whole =
    '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>ledger/events/a</Key></Contents></ListBucketResult>';
  for (const body of [
    '',
    '{}',
    whole.slice(0, -5),
    whole.replace('false', 'true'),
    whole.replace('IsTruncated', 'Is'),
    'x'.repeat(5_000_000),
  ]) {
    s3.fault = () => ({ status: 200, body });
    await t.throwsAsync(Array.fromAsync(store.list('events')), { instanceOf: ArchiveUnavailable });
  }
  s3.fault = () => ({ status: 200, body: whole });
  t.deepEqual(await Array.fromAsync(store.list('events')), ['events/a']);
});

test('a list that never ends is given up', async (t) => {
  const { s3, store } = await bucket(t);
  const body =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>';
  s3.fault = () => ({ status: 200, body });
  await t.throwsAsync(Array.fromAsync(store.list('events')), { instanceOf: ArchiveDamaged });
});

test('whatever a server answers is read without an error of the program', (t) => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '<Key>',
          '</Key>',
          '&#x110000;',
          '&amp;',
          '<IsTruncated>',
          'true',
          '</IsTruncated>',
          '<Code>',
          'a',
          '</ListBucketResult>',
        ),
      ),
      (parts) => {
        const page = namesPageIn(parts.join(''));
        const code = errorCodeIn(parts.join(''));
        return (page === null || Array.isArray(page.keys)) && (code === null || code.length > 0);
      },
    ),
  );
  t.pass();
});

test('a folder is read as a bucket is, and nothing is written to it', async (t) => {
  const folder = scratchFolder(t);
  const store = createFolderArchiveStore(folder);
  t.deepEqual(await Array.fromAsync(store.list('events')), []);
  t.false(await store.has('events/a'));
  t.is(await store.get('events/a'), null);
  await t.throwsAsync(store.put('events/a', first, sha256('first')), { instanceOf: ArchiveRefused });
});
