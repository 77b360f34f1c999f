import { randomBytes, randomUUID } from 'node:crypto';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { contentStream } from '../../src/ledger/stream-names.ts';

const contentBytes = 40_000;
const writers = 32;

/** Writes sealed contents of 40 kB each and removes them again: they stand in the file until it is compacted. */
export async function writeRemovedContents(path: string, count: number): Promise<void> {
  await using engine = await openSqliteEventLog({ path });
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const sealed = new SealedContents({ log: chainedLog(engine), retention: engine, cipher, createId: randomUUID });
  const ids = Array.from({ length: count }, () => randomUUID()).values();
  const writer = async (): Promise<void> => {
    for (const id of ids) {
      await sealed.put(contentStream(id), id, randomBytes(contentBytes));
      await sealed.remove(contentStream(id));
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}
