/** Encrypts contents so that the log is unreadable without the key ring, and detects changes to them. */
export interface ContentCipher {
  /** Seals with the newest key. `associated` binds the content to its place (id + owner): opening needs it too. */
  seal(plain: Buffer, associated: string): Buffer;

  /** Opens a sealed content. Raises {@link ContentKeyMissing} and {@link ContentDamaged}. */
  open(sealed: Buffer, associated: string): Buffer;
}

/** The content was sealed with a key that is missing from the ring: `content_keys` has lost it. */
export class ContentKeyMissing extends Error {
  override readonly name = 'ContentKeyMissing';
  readonly keyId: string;

  constructor(keyId: string) {
    super(`the content was sealed with the key ${keyId}, which content_keys does not list`);
    this.keyId = keyId;
  }
}

/** The content was changed, or belongs to another place. */
export class ContentDamaged extends Error {
  override readonly name = 'ContentDamaged';
}
