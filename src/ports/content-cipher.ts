/** Encrypts contents so that the log is unreadable without the key ring, and detects changes to them. */
export interface ContentCipher {
  /** Seals with the newest key. `associated` binds the content to its place (id + owner): opening needs it too. */
  seal(plain: Buffer, associated: string): Buffer;

  /** Opens a sealed content. Raises {@link ContentKeyMissing} and {@link ContentDamaged}. */
  open(sealed: Buffer, associated: string): Buffer;
}

/** The content was sealed with a key that is not in the ring: no key has its id, or another key has it. */
export class ContentKeyMissing extends Error {
  override readonly name = 'ContentKeyMissing';
  readonly keyId: string;

  constructor(keyId: string, options: ErrorOptions & { readonly hasNamesake?: boolean } = {}) {
    const why = options.hasNamesake
      ? 'the key that has this id now is another one'
      : 'which neither content_keys nor the data directory holds';
    super(`the content was sealed with the key ${keyId}, ${why}`, options);
    this.keyId = keyId;
  }
}

/** The content was changed, belongs to another place, or was sealed with another key of the same id. */
export class ContentDamaged extends Error {
  override readonly name = 'ContentDamaged';
  /** The id of the key that the content names and the ring holds; `null`: the content was not read so far. */
  readonly keyId: string | null;

  constructor(message: string, options: ErrorOptions & { readonly keyId?: string } = {}) {
    super(message, options);
    this.keyId = options.keyId ?? null;
  }
}
