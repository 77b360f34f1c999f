/** Turns the secret of an API key into what may be stored of it. */
export interface KeyHasher {
  /** Keyed hash, 64 hex digits. The same secret and pepper give the same hash. */
  hash(secret: string): string;
}
