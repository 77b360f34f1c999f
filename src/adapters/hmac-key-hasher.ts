import { createHmac, createSecretKey, hash } from 'node:crypto';
import { RecentMap } from '../limits/recent-map.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';

/** Secrets whose hash is remembered: those that were used lately. */
const rememberedMax = 10_000;

/**
 * HMAC-SHA256 under a pepper. Secrets of API keys are 256 random bits: no slow hash is needed against guessing, and the
 * pepper keeps a stolen log from telling whether a given secret is one of ours.
 *
 * What was hashed lately is remembered under its bare SHA-256, which is found in a quarter of the time: no secret is kept, and
 * 256 random bits are not found from their digest.
 */
export function createHmacKeyHasher(pepper: Buffer): KeyHasher {
  const key = createSecretKey(pepper);
  const remembered = new RecentMap<string, string>(rememberedMax);
  return {
    hash: (secret) => {
      const digest = hash('sha256', secret, 'base64url');
      const known = remembered.get(digest);
      if (known !== undefined) return known;
      const keyed = createHmac('sha256', key).update(secret).digest('hex');
      remembered.set(digest, keyed);
      return keyed;
    },
  };
}
