/**
 * Which account at an upstream made which opaque strings (encrypted reasoning, signatures of thoughts). Digests alone are
 * kept: nothing of a string can be read from them.
 *
 * A memory and no truth: what is forgotten by age, by number or with the file is as if nobody had ever known it.
 */
export interface BlockAccounts {
  /**
   * `digests`: keyed digests (lower-case hex, 32 digits or more) of strings that `account` has just given. Known here at
   * once, to others of the data directory within a second. The first 32 digits tell strings apart; anything that is no such
   * digest is passed over. Never raises.
   */
  made(digests: readonly string[], account: string): void;
  /** The account that made the string of a digest; `null`: nobody knows, or not any more. Never raises. */
  madeBy(digest: string): string | null;
}

/** What a string is known by: the first 16 bytes of its keyed digest, as hex; `null`: that is no digest. */
export function blockKey(digest: string): string | null {
  const key = digest.slice(0, keyDigits);
  return keyPattern.test(key) ? key : null;
}

const keyDigits = 32;

const keyPattern = /^[0-9a-f]{32}$/;
