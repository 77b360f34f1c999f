import { randomUUID } from 'node:crypto';
import { createAesContentCipher } from './adapters/aes-content-cipher.ts';
import { contentKey } from './adapters/secret-file.ts';
import type { Config } from './config.ts';
import type { EmbeddedLedger } from './embedded-ledger.ts';
import { SealedContents } from './ledger/sealed-contents.ts';

/** What a key that is in no configuration is called: a ring that it moves into names it so. */
const fileKeyId = 'content-key';

/** Kept contents under the configured keys, or under the one of the data directory. Raises `SecretUnusable`. */
export function configuredContents(config: Config, { log, retention }: EmbeddedLedger): SealedContents {
  const ring = config.content_keys?.map(({ id, key }) => ({ id, key: Buffer.from(key, 'hex') }));
  const cipher = createAesContentCipher(ring ?? [{ id: fileKeyId, key: contentKey(config.dataDir) }]);
  return new SealedContents({ log, retention, cipher, mintId: randomUUID });
}
