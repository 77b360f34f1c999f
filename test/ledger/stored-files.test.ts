import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { FileFacts, FileUpload } from '../../src/domain/file-life.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { StoredFiles, type StoredFilesDeps } from '../../src/ledger/stored-files.ts';
import { contentStream, fileStream } from '../../src/ledger/stream-names.ts';
import { StreamTombstoned } from '../../src/ports/event-log.ts';
import { systemClock } from '../../src/time/clock.ts';
import { contentDigestOf } from '../_support/content-digest-of.ts';

function golden(type: string): unknown {
  const path = join(import.meta.dirname, `../domain/events-golden/${type}.v1.json`);
  return (JSON.parse(readFileSync(path, 'utf8')) as readonly unknown[])[0];
}

function scene() {
  const log = createMemoryEventLog();
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const contents = new SealedContents({ log, retention: log, cipher, createId: randomUUID });
  const files = new StoredFiles({
    log,
    contents,
    // Nothing is looked up here.
    index: {} as StoredFilesDeps['index'],
    clock: systemClock,
    hasher: createHmacKeyHasher(Buffer.alloc(32, 1)),
    keyedMs: 1_000,
    createId: randomUUID,
  });
  const facts = golden('FileUploaded') as FileFacts;
  const { name_hash: _hash, ...upload } = golden('FileUploadBegan') as FileUpload;
  return { log, files, facts, upload: { ...upload, name: 'invoice.pdf' } };
}

test('the recorded upload of a file carries the digest of its sealed content', async (t) => {
  const { log, files, facts, upload } = scene();
  await files.begin(upload);
  await files.store({ facts, record: randomBytes(100_000) });
  const recorded = (await log.readStream(fileStream(facts.file_id))).find(({ type }) => type === 'FileUploaded');
  t.like(JSON.parse(recorded?.data ?? '{}'), {
    content_digest: await contentDigestOf(log, contentStream(facts.file_id)),
  });
});

test('a file whose upload was given up is not stored, and nothing of it stays', async (t) => {
  const { log, files, facts, upload } = scene();
  await files.begin(upload);
  t.true(await files.fail(facts.file_id, 'refused'));
  const owner = { userId: facts.user_id, tenantId: facts.tenant_id, dialect: facts.dialect };
  await t.throwsAsync(files.store({ facts, record: randomBytes(100) }), { message: /given up/ });
  t.is(await files.find(facts.file_id, owner), null);
  await t.throwsAsync(log.readStream(contentStream(facts.file_id)), { instanceOf: StreamTombstoned });
});

test('the id of a file is used once', async (t) => {
  const { files, upload } = scene();
  await files.begin(upload);
  await t.throwsAsync(files.begin(upload), { message: /in use/ });
});
