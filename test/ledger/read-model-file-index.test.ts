import { randomUUID } from 'node:crypto';
import test from 'ava';
import { fileExpiries } from '../../projections/file-expiries.ts';
import { fileJobs } from '../../projections/file-jobs.ts';
import { fileKey, files, upstreamFileKey } from '../../projections/files.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { createReadModelFileIndex } from '../../src/ledger/read-models/read-model-file-index.ts';
import { rebuildProjection } from '../../src/ledger/rebuild.ts';
import { fileStream } from '../../src/ledger/stream-names.ts';
import { id } from '../_support/wallet-vocabulary.ts';

const upload = {
  dialect: 'openai',
  user_id: id('b', 1),
  tenant_id: id('c', 1),
  upstream: 'sandbox',
  account: 'main',
  key_id: id('d', 1),
  bytes: 5,
  name_hash: 'ab'.repeat(8),
  began_at: '2026-11-24T00:00:00.000Z',
} as const;

test('the jobs of files are read page by page, in the order of the ids', async (t) => {
  const log = createMemoryEventLog();
  const ids = ['file-a', 'file-b', 'file-c', 'file-d', 'file-e'];
  for (const file_id of ids) {
    const event = encodeEvent({ type: 'FileUploadBegan', data: { ...upload, file_id } }, randomUUID());
    await log.append(fileStream(file_id), 'no_stream', [event]);
  }
  const readModels = createMemoryReadModels(log);
  const index = createReadModelFileIndex({
    readModels,
    files,
    expiries: fileExpiries,
    jobs: fileJobs,
    ownerKey: (userId, dialect) => fileKey(userId, dialect, ''),
    upstreamKey: upstreamFileKey,
    catchUp: async () => void (await rebuildProjection(log, readModels, fileJobs)),
  });
  const pages: string[][] = [];
  for (let afterId: string | null = null; pages.length < 4;) {
    const page = await index.jobs({ afterId, limit: 2 });
    pages.push(page.map(({ file_id }) => file_id));
    afterId = page.at(-1)?.file_id ?? null;
    if (page.length < 2) break;
  }
  t.deepEqual(pages, [['file-a', 'file-b'], ['file-c', 'file-d'], ['file-e']]);
});
