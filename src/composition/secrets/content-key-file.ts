import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentKey } from '../../adapters/aes-content-cipher.ts';
import { contentKey } from '../../adapters/secret-file.ts';
import { contentKeyPrefix, fingerprintOf } from '../data-directory-identity.ts';
import type { OpenedLedger } from '../opened-ledger.ts';

/** The id of the first key in the file `content-key`. It keeps this id when it is moved to `content_keys`. */
export const firstFileKeyId = 'content-key';

/** The id of a later key in the file, after the first one was lost: it ends in eight digits of the fingerprint. */
export function laterFileKeyId(key: Buffer): string {
  return `${firstFileKeyId}-${fingerprintOf(contentKeyPrefix + firstFileKeyId, key).slice(0, 8)}`;
}

/**
 * The key in the file `content-key` of the data directory, with its id. The first start creates it; no new one is
 * created if the ledger was written with one that is missing. Raises `SecretFileUnusable` for a missing key, and
 * `DirectoryContradicted` for another key than the ledger was written with.
 */
export async function contentKeyOfFile(
  dataDir: string,
  ledger: Pick<OpenedLedger, 'secret' | 'secretNames'>,
): Promise<ContentKey> {
  const names = await ledger.secretNames();
  const hasFile = existsSync(join(dataDir, 'content-key'));
  if (hasFile) {
    const key = contentKey(dataDir, false);
    const id = laterFileKeyId(key);
    if (names.includes(contentKeyPrefix + id))
      return { id, key: await ledger.secret(contentKeyPrefix + id, () => key) };
  }
  const isNeeded = !hasFile && dependsOnFileKey(names);
  const read = (mayMake: boolean): Buffer => contentKey(dataDir, mayMake && !isNeeded);
  return { id: firstFileKeyId, key: await ledger.secret(contentKeyPrefix + firstFileKeyId, read) };
}

/** Whether the ledger was written with a key of the file. `names`: the secrets that it was written with. */
export function dependsOnFileKey(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith(contentKeyPrefix) && isFileKeyId(name.slice(contentKeyPrefix.length)));
}

function isFileKeyId(id: string): boolean {
  return id === firstFileKeyId || id.startsWith(`${firstFileKeyId}-`);
}
