import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyHasher } from '../ports/key-hasher.ts';

/**
 * HMAC-SHA256 under a pepper. Secrets of API keys are 256 random bits: no slow hash is needed against guessing, and the
 * pepper keeps a stolen log from telling whether a given secret is one of ours.
 */
export function createHmacKeyHasher(pepper: Buffer): KeyHasher {
  const key = createSecretKey(pepper);
  return { hash: (secret) => createHmac('sha256', key).update(secret).digest('hex') };
}
