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

/** Number of the oldest contents that are examined if the ledger does not record which keys encrypted its contents. */
const lookedAtMax = 64;

/**
 * Whether the ledger was written with a key of the file. `names`: the names of the secrets that it was written with. An
 * earlier version recorded none; then the remaining contents are examined. Raises the errors of the log.
 */
export async function dependsOnFileKey(
  names: readonly string[],
  log: Pick<EventLog, 'readAll' | 'readStream'>,
): Promise<boolean> {
  const ofContents = names.filter((name) => name.startsWith(contentKeyPrefix));
  if (ofContents.length > 0) return ofContents.some((name) => isFileKeyId(name.slice(contentKeyPrefix.length)));
  for (const event of await log.readAll({ streamPrefixes: [contentPrefix], limit: lookedAtMax })) {
    // `as`: the category of the stream determines the type of its events.
    const { part, sealed } = (decodeEvent(event) as ContentEvent).data;
    const keyId = part === 0 ? sealingKeyId(Buffer.from(sealed, 'base64')) : null;
    if (keyId !== null && isFileKeyId(keyId) && (await isThere(event.stream, log))) return true;
  }
  return false;
}

function isFileKeyId(id: string): boolean {
  return id === firstFileKeyId || id.startsWith(`${firstFileKeyId}-`);
}

/** Removed contents stay in the log until it is compacted. */
async function isThere(stream: string, log: Pick<EventLog, 'readStream'>): Promise<boolean> {
  try {
    return (await log.readStream(stream, { limit: 1 })).length > 0;
  } catch (error) {
    if (error instanceof StreamTombstoned) return false;
    throw error;
  }
}
