/**
 * Which account at an upstream made which opaque strings (encrypted reasoning, signatures of thoughts). Only digests
 * are stored, from which no string can be recovered.
 *
 * A cache: entries may be lost by age, by number or with the file.
 */
export interface BlockAccounts {
  /**
   * Adds entries. `digests`: keyed digests (lower-case hex, 32 digits or more) of strings that `account` has just
   * returned. Visible here at once, and to other processes of the data directory within a second. The first 32 digits
   * identify a string; other values are ignored. Never raises.
   */
  made(digests: readonly string[], account: string): void;
  /** The account that made the string of a digest; `null`: unknown, or forgotten. Never raises. */
  madeBy(digest: string): string | null;
}

/** The key of a string: the first 16 bytes of its keyed digest, as hex; `null`: not a valid digest. */
export function blockKey(digest: string): string | null {
  const key = digest.slice(0, keyDigits);
  return keyPattern.test(key) ? key : null;
}

const keyDigits = 32;

const keyPattern = /^[0-9a-f]{32}$/;
