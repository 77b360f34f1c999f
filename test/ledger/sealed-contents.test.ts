import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { contentKey } from '../../src/adapters/secret-file.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { contentStream } from '../../src/ledger/stream-names.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { filesBelow } from '../_support/files-below.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { engineUnderTest } from '../adapters/_event-log-fixtures.ts';
import { sealedContentsContract } from './sealed-contents.contract.ts';

const opened: AsyncDisposable[] = [];
test.after.always('the peers stop', () => Promise.all(opened.map((peer) => peer[Symbol.asyncDispose]())));

const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
test.after.always('the logs of the contract go', () => rmSync(folder, { recursive: true, force: true }));

const openSqlite = (): ReturnType<typeof openSqliteEventLog> =>
  openSqliteEventLog({ path: join(folder, randomUUID(), 'log.db') });

sealedContentsContract(engineUnderTest('memory', async () => createMemoryEventLog(), 'by compaction'));
sealedContentsContract(engineUnderTest('sqlite', openSqlite, 'by compaction'));
sealedContentsContract(
  engineUnderTest(
    'eventstoredb',
    async () => {
      const peer = await startPeer();
      opened.push(peer);
      return openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
    },
    'by its operators',
  ),
);

/** Whether any file below the folder holds the bytes. */
const holds = (folder: string, sought: Buffer): boolean =>
  filesBelow(folder).some(([, bytes]) => bytes.includes(sought));

test('no file holds the text in clear; after removal and compaction none holds the sealed bytes', async (t) => {
  const dataDir = scratchFolder(t);
  const cipher = createAesContentCipher([{ id: 'content-key', key: contentKey(dataDir) }]);
  const log = await openSqliteEventLog({ path: join(dataDir, 'ledger.db') });
  const contents = new SealedContents({ log, retention: log, cipher, createId: randomUUID });
  const canary = 'the canary of 7315 sings in clear';
  const stream = contentStream(randomUUID());
  const other = contentStream(randomUUID());
  await contents.put(stream, 'mine', Buffer.from(canary.repeat(5_000)));
  await contents.put(other, 'mine', Buffer.from(canary));
  const sealed = (await log.readStream(stream)).map(({ data }) => Buffer.from(data.slice(-60, -2)));
  t.is(sealed.length, 4);
  for (const text of [
    canary,
    Buffer.from(canary).toString('base64').slice(4, 40),
    Buffer.from(canary).toString('hex'),
  ]) {
    t.false(holds(dataDir, Buffer.from(text)));
  }
  t.true(sealed.every((bytes) => holds(dataDir, bytes)));
  await contents.remove(stream);
  await log.compact();
  t.false(sealed.some((bytes) => holds(dataDir, bytes)));
  t.is((await contents.get(other, 'mine'))?.toString(), canary);
  await log[Symbol.asyncDispose]();
});
