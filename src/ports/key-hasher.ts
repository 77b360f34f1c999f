/** Hashes the secret of an API key, so that it can be stored. */
export interface KeyHasher {
  /** Keyed hash, 64 hex digits. The same secret and pepper give the same hash. */
  hash(secret: string): string;
}
