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
import { systemClock } from '../../src/ports/clock.ts';
import { contentDigestOf } from '../_support/content-digest-of.ts';

function golden(type: string): unknown {
  const path = join(import.meta.dirname, `../domain/events-golden/${type}.v1.json`);
  return (JSON.parse(readFileSync(path, 'utf8')) as readonly unknown[])[0];
}

test('the recorded upload of a file carries the digest of its sealed content', async (t) => {
  const log = createMemoryEventLog();
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const files = new StoredFiles({
    log,
    contents: new SealedContents({ log, retention: log, cipher, mintId: randomUUID }),
    // Nothing is looked up here.
    index: {} as StoredFilesDeps['index'],
    clock: systemClock,
    hasher: createHmacKeyHasher(Buffer.alloc(32, 1)),
    keyedMs: 1_000,
    mintId: randomUUID,
  });
  const facts = golden('FileUploaded') as FileFacts;
  const { name_hash: _hash, ...upload } = golden('FileUploadBegan') as FileUpload;
  await files.begin({ ...upload, name: 'invoice.pdf' });
  await files.store({ facts, record: randomBytes(100_000) });
  const recorded = (await log.readStream(fileStream(facts.file_id))).find(({ type }) => type === 'FileUploaded');
  t.like(JSON.parse(recorded?.data ?? '{}'), {
    content_digest: await contentDigestOf(log, contentStream(facts.file_id)),
  });
});
