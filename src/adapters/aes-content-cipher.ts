import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { ContentDamaged, ContentKeyMissing, type ContentCipher } from '../ports/content-cipher.ts';

/** A key of the ring. */
export interface ContentKey {
  /** Id, stored with everything that the key seals: 1 to 100 characters. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

const formatVersion = 1;
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/**
 * AES-256-GCM under a ring of keys: the first seals, all open. Sealed bytes are
 * `version (1) · length of the key's id (1) · key's id · nonce (12) · ciphertext · tag (16)`; all before the nonce is
 * authenticated with the associated text. Nonces are random: a key seals at most 2³² contents (NIST SP 800-38D §8.3).
 *
 * Raises `RangeError` for a ring that cannot be used.
 */
export function createAesContentCipher(ring: readonly ContentKey[]): ContentCipher {
  const [newest] = ring;
  if (newest === undefined) throw new RangeError('a ring needs at least one key');
  const keys = new Map(ring.map(({ id, key }) => [id, secretOf(id, key)]));
  if (keys.size < ring.length) throw new RangeError('two keys of the ring have the same id');
  const newestKey = createSecretKey(newest.key);
  const header = headerOf(newest.id);
  return {
    seal: (plain, associated) => seal(plain, { key: newestKey, header, associated }),
    open: (sealed, associated) => open(sealed, keys, associated),
  };
}

function secretOf(id: string, key: Buffer): KeyObject {
  const idBytes = Buffer.byteLength(id);
  if (idBytes === 0 || idBytes > 100) throw new RangeError('the id of a key has 1 to 100 bytes');
  if (key.length !== keyBytes) throw new RangeError(`the key ${id} has ${key.length} bytes, it needs ${keyBytes}`);
  return createSecretKey(key);
}

function headerOf(keyId: string): Buffer {
  const id = Buffer.from(keyId);
  return Buffer.concat([Buffer.of(formatVersion, id.length), id]);
}

interface Binding {
  readonly key: KeyObject;
  readonly header: Buffer;
  readonly associated: string;
}

function seal(plain: Buffer, { key, header, associated }: Binding): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(authenticated(header, associated));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Buffer, keys: ReadonlyMap<string, KeyObject>, associated: string): Buffer {
  const [version, idBytes] = sealed;
  if (version !== formatVersion || idBytes === undefined) throw new ContentDamaged('the sealed format is unknown');
  const headerBytes = 2 + idBytes;
  if (sealed.length < headerBytes + nonceBytes + tagBytes) throw new ContentDamaged('the sealed content is too short');
  const header = sealed.subarray(0, headerBytes);
  const keyId = header.toString('utf8', 2);
  const key = keys.get(keyId);
  if (key === undefined) throw new ContentKeyMissing(keyId);
  const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(authenticated(header, associated));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  const first = decipher.update(sealed.subarray(headerBytes + nonceBytes, sealed.length - tagBytes));
  try {
    const last = decipher.final();
    return last.length === 0 ? first : Buffer.concat([first, last]);
  } catch (error) {
    const what = 'the sealed content was changed, or it is of another place, or of another key with the same id';
    throw new ContentDamaged(what, { cause: error, keyId });
  }
}

/** The header states its own length, so no other pair of header and text gives the same bytes. */
function authenticated(header: Buffer, associated: string): Buffer {
  return Buffer.concat([header, Buffer.from(associated)]);
}
