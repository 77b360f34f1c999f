import { randomUUID } from 'node:crypto';
import { createAesContentCipher, type ContentKey } from '../adapters/aes-content-cipher.ts';
import type { Config } from '../config.ts';
import { contentKeyOfFile } from './secrets/content-key-file.ts';
import { contentKeyPrefix } from './data-directory-identity.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { ContentCipher } from '../ports/content-cipher.ts';
import { SealedContents } from '../ledger/sealed-contents.ts';

export interface ConfiguredContents {
  readonly contents: SealedContents;
  /** With the keys of the current configuration. */
  readonly cipher: ContentCipher;
  /** Checks new keys and returns a function that activates them. Raises as {@link configuredContents}. */
  prepareKeys(config: Config): Promise<() => void>;
}

/**
 * Stored contents with the configured keys or the key of the data directory. Raises `SecretFileUnusable`, and
 * `DirectoryContradicted` for an id that belongs to another key.
 */
export async function configuredContents(config: Config, ledger: OpenedLedger): Promise<ConfiguredContents> {
  const { log, retention } = ledger;
  let current = await cipherOf(config, ledger);
  const cipher: ContentCipher = {
    seal: (plain, associated) => current.seal(plain, associated),
    open: (sealed, associated) => current.open(sealed, associated),
  };
  return {
    cipher,
    contents: new SealedContents({ log, retention, cipher, createId: randomUUID }),
    prepareKeys: async (changed) => {
      const next = await cipherOf(changed, ledger);
      return () => {
        current = next;
      };
    },
  };
}

/** The cipher with the configured keys, or with that of the data directory. Raises as {@link configuredContents}. */
export async function cipherOf(
  config: Pick<Config, 'content_keys' | 'dataDir'>,
  ledger: Pick<OpenedLedger, 'secret' | 'secretNames'>,
): Promise<ContentCipher> {
  if (config.content_keys === undefined) {
    return createAesContentCipher([await contentKeyOfFile(config.dataDir, ledger)]);
  }
  const ring: ContentKey[] = [];
  for (const { id, key } of config.content_keys) {
    ring.push({ id, key: await ledger.secret(contentKeyPrefix + id, () => Buffer.from(key, 'hex')) });
  }
  return createAesContentCipher(ring);
}
