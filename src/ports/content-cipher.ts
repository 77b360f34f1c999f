/** Makes contents unreadable to whoever holds the log without the key ring, and notices when they were changed. */
export interface ContentCipher {
  /** Seals with the newest key; `associated` binds the text to its place (id + owner): it opens with the same only. */
  seal(plain: Buffer, associated: string): Buffer;

  /** Raises {@link ContentKeyMissing} (a key id that the ring does not hold) and {@link ContentDamaged}. */
  open(sealed: Buffer, associated: string): Buffer;
}

/** The content was sealed with a key that the ring does not hold: `content_keys` has lost it. */
export class ContentKeyMissing extends Error {
  override readonly name = 'ContentKeyMissing';
  readonly keyId: string;

  constructor(keyId: string) {
    super(`the content was sealed with the key ${keyId}, which content_keys does not list`);
    this.keyId = keyId;
  }
}

/** The content was changed, or it is that of another place. */
export class ContentDamaged extends Error {
  override readonly name = 'ContentDamaged';
}
