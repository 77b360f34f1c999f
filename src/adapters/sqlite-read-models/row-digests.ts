import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A row is not as it was written. The message says which. */
export class RowEdited extends Error {
  override readonly name = 'RowEdited';
}

/** Keyed digests of rows, as HMAC-SHA-256. Without a key none is made, and none is checked. */
export class RowDigests {
  readonly #key: KeyObject | null;

  constructor(key: Buffer | null) {
    this.#key = key === null ? null : createSecretKey(key);
  }

  /** The digest of a row with these texts. */
  of(parts: readonly string[]): string {
    if (this.#key === null) return '';
    // The lengths separate the texts.
    const text = `${parts.map(({ length }) => length).join(' ')}\n${parts.join('')}`;
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  /** Whether the digest of a row is the one of these texts. */
  isOf({ digest }: { readonly digest?: unknown }, parts: readonly string[]): boolean {
    return this.#key === null || digest === this.of(parts);
  }
}
