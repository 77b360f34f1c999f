import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sealingKeyId, type ContentKey } from '../../adapters/aes-content-cipher.ts';
import { contentKey } from '../../adapters/secret-file.ts';
import type { ContentEvent } from '../../domain/content-events.ts';
import { decodeEvent } from '../../ledger/codec.ts';
import { contentPrefix } from '../../ledger/stream-names.ts';
import { StreamTombstoned, type EventLog } from '../../ports/event-log.ts';
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
  const hasFile = existsSync(join(dataDir, 'content-key'));
  if (hasFile) {
    const key = contentKey(dataDir, false);
    const id = laterFileKeyId(key);
    if (names.includes(contentKeyPrefix + id))
      return { id, key: await ledger.secret(contentKeyPrefix + id, () => key) };
  }
  const isNeeded = !hasFile && (await dependsOnFileKey(names, ledger.log));
  const read = (mayMake: boolean): Buffer => contentKey(dataDir, mayMake && !isNeeded);
  return { id: firstFileKeyId, key: await ledger.secret(contentKeyPrefix + firstFileKeyId, read) };
}

/** So many of the oldest contents are looked at where the ledger does not tell what its contents were sealed with. */
const lookedAtMax = 64;

/**
 * Whether the ledger was written with a key of the file. `names`: those of the secrets that it was written with. An earlier
 * version kept none: then the contents that are still there tell. Raises what the log raises.
 */
export async function dependsOnFileKey(
  names: readonly string[],
  log: Pick<EventLog, 'readAll' | 'readStream'>,
): Promise<boolean> {
  const ofContents = names.filter((name) => name.startsWith(contentKeyPrefix));
  if (ofContents.length > 0) return ofContents.some((name) => isFileKeyId(name.slice(contentKeyPrefix.length)));
  for (const event of await log.readAll({ streamPrefixes: [contentPrefix], limit: lookedAtMax })) {
    // The stream's category fixes the type of its events.
    const { part, sealed } = (decodeEvent(event) as ContentEvent).data;
    const keyId = part === 0 ? sealingKeyId(Buffer.from(sealed, 'base64')) : null;
    if (keyId !== null && isFileKeyId(keyId) && (await isThere(event.stream, log))) return true;
  }
  return false;
}

function isFileKeyId(id: string): boolean {
  return id === firstFileKeyId || id.startsWith(`${firstFileKeyId}-`);
}

/** What was removed is in the log until it is compacted. */
async function isThere(stream: string, log: Pick<EventLog, 'readStream'>): Promise<boolean> {
  try {
    return (await log.readStream(stream, { limit: 1 })).length > 0;
  } catch (error) {
    if (error instanceof StreamTombstoned) return false;
    throw error;
  }
}
