import { randomUUID } from 'node:crypto';
import { createAesContentCipher, type ContentKey } from '../adapters/aes-content-cipher.ts';
import { contentKey } from '../adapters/secret-file.ts';
import type { Config } from '../config.ts';
import type { EmbeddedLedger } from './embedded-ledger.ts';
import { SealedContents } from '../ledger/sealed-contents.ts';

/** What a key that is in no configuration is called: a ring that it moves into names it so. */
const fileKeyId = 'content-key';

/**
 * Kept contents under the configured keys, or under the one of the data directory. Raises `SecretUnusable`, and
 * `DirectoryContradicted` for an id that belongs to another key.
 */
export async function configuredContents(config: Config, ledger: EmbeddedLedger): Promise<SealedContents> {
  const { log, retention } = ledger;
  const keys = config.content_keys?.map(({ id, key }) => ({ id, read: () => Buffer.from(key, 'hex') }));
  const fileKey = { id: fileKeyId, read: (mayMake: boolean) => contentKey(config.dataDir, mayMake) };
  const ring: ContentKey[] = [];
  for (const { id, read } of keys ?? [fileKey]) ring.push({ id, key: await ledger.secret(`content-key ${id}`, read) });
  const cipher = createAesContentCipher(ring);
  return new SealedContents({ log, retention, cipher, mintId: randomUUID });
}
