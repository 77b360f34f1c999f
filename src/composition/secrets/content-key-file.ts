import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentKey } from '../../adapters/aes-content-cipher.ts';
import { contentKey } from '../../adapters/secret-file.ts';
import { contentPrefix } from '../../ledger/stream-names.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { contentKeyPrefix, fingerprintOf } from '../data-directory-identity.ts';
import type { OpenedLedger } from '../opened-ledger.ts';

/** The id of the first key that the file `content-key` held: a `content_keys` that it moves into names it so. */
export const firstFileKeyId = 'content-key';

/** The id of a key that the file holds after the first one was lost: with the first eight digits of its fingerprint. */
export function laterFileKeyId(key: Buffer): string {
  return `${firstFileKeyId}-${fingerprintOf(contentKeyPrefix + firstFileKeyId, key).slice(0, 8)}`;
}

/**
 * The key in the file `content-key` of the data directory, with its id. The first start makes it; none is made where the
 * ledger was written with one that is gone. Raises `SecretFileUnusable` for a key that is missing, and
 * `DirectoryContradicted` for another key than the ledger was written with.
 */
export async function contentKeyOfFile(dataDir: string, ledger: OpenedLedger): Promise<ContentKey> {
  const names = await ledger.secretNames();
  const isThere = existsSync(join(dataDir, 'content-key'));
  if (isThere) {
    const key = contentKey(dataDir, false);
    const id = laterFileKeyId(key);
    if (names.includes(contentKeyPrefix + id))
      return { id, key: await ledger.secret(contentKeyPrefix + id, () => key) };
  }
  const isNeeded = !isThere && (await dependsOnFileKey(names, ledger.log));
  const read = (mayMake: boolean): Buffer => contentKey(dataDir, mayMake && !isNeeded);
  return { id: firstFileKeyId, key: await ledger.secret(contentKeyPrefix + firstFileKeyId, read) };
}

/**
 * Whether contents may be sealed with a key of the file. `names`: those of the secrets that the ledger was written with.
 * An earlier version kept none: then any content may be. Raises what the log raises.
 */
export async function dependsOnFileKey(names: readonly string[], log: Pick<EventLog, 'readAll'>): Promise<boolean> {
  const ofContents = names.filter((name) => name.startsWith(contentKeyPrefix));
  if (ofContents.length === 0) return (await log.readAll({ streamPrefixes: [contentPrefix], limit: 1 })).length > 0;
  const first = contentKeyPrefix + firstFileKeyId;
  return ofContents.some((name) => name === first || name.startsWith(`${first}-`));
}
