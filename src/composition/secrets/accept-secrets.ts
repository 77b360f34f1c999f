import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentKey, keyPepper } from '../../adapters/secret-file.ts';
import type { LogIdentity } from '../../ports/log-identity.ts';
import { dependsOnFileKey, firstFileKeyId, laterFileKeyId } from './content-key-file.ts';
import { contentKeyPrefix, fingerprintOf } from '../data-directory-identity.ts';

interface SecretsPlace {
  readonly path: string;
  /** The configured pepper, hex; `null`: it is in the file `key-pepper`. */
  readonly keyPepper: string | null;
  /** The ids under `content_keys`; `null`: the key is in the file `content-key`. */
  readonly contentKeyIds: readonly string[] | null;
  /** The fingerprints of the secrets that the ledger was written with, by name. */
  readonly known: Readonly<Record<string, string>>;
  /** The embedded ledger; `null`: the ledger is outside the data directory. */
  readonly log: LogIdentity | null;
}

/** The outcome for the secrets. */
export interface AcceptedSecrets {
  /** The id of the key in the file `content-key`; `null`: the file does not exist or is not used. */
  readonly contentKeyId: string | null;
  /** Created files. */
  readonly made: readonly string[];
  /** Lost secrets, each with what is lost with it. */
  readonly lost: readonly { readonly secret: string; readonly loss: string }[];
}

/**
 * Creates missing secret files, and gives a new content key a new id. Must be called while the old fingerprints are
 * known. Raises `SecretFileUnusable` for a file that may not be used, and the errors of the log.
 */
export async function acceptSecrets(place: SecretsPlace): Promise<AcceptedSecrets> {
  const made: string[] = [];
  if (place.keyPepper === null && !existsSync(join(place.path, 'key-pepper'))) made.push('key-pepper');
  const pepper = keyPepper(place.path, place.keyPepper);
  const lost: AcceptedSecrets['lost'][number][] = [];
  if (made.length > 0 || isAnother('key-pepper', pepper, place.known)) {
    lost.push({ secret: 'key-pepper', loss: 'API keys created with it are no longer valid: create new ones' });
  }
  const contentKeyId = place.contentKeyIds === null ? await idOfFile(place, made) : null;
  const ids = place.contentKeyIds ?? [contentKeyId];
  for (const name of Object.keys(place.known).filter((known) => known.startsWith(contentKeyPrefix))) {
    const id = name.slice(contentKeyPrefix.length);
    if (!ids.includes(id)) lost.push({ secret: name, loss: contentsLost(id) });
  }
  return { contentKeyId, made, lost };
}

/** The id of the key in the file. Creates a required file that is missing, and adds it to `made`. */
async function idOfFile({ path, known, log }: SecretsPlace, made: string[]): Promise<string | null> {
  const isThere = existsSync(join(path, 'content-key'));
  if (log === null) return null;
  if (!isThere && !dependsOnFileKey(Object.keys(known))) return null;
  const key = contentKey(path);
  const first = contentKeyPrefix + firstFileKeyId;
  const later = laterFileKeyId(key);
  const isFirst = isThere && !isAnother(first, key, known) && known[contentKeyPrefix + later] === undefined;
  if (!isThere) made.push('content-key');
  if (isFirst) return firstFileKeyId;
  await log.keepFingerprint(contentKeyPrefix + later, fingerprintOf(contentKeyPrefix + later, key));
  return later;
}

function isAnother(name: string, secret: Buffer, known: SecretsPlace['known']): boolean {
  return known[name] !== undefined && known[name] !== fingerprintOf(name, secret);
}

function contentsLost(id: string): string {
  return `stored responses, files and answers encrypted with it cannot be read (503 content_key_missing) until content_keys lists it again as ${id}`;
}
