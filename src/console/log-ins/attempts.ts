import { timingSafeEqual } from 'node:crypto';
import type { ConsoleSessions } from '../../ports/console-sessions.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';

export interface AttemptsDeps {
  readonly stored: Pick<ConsoleSessions, 'takeOnce'>;
  readonly keyHasher: KeyHasher;
  /** Returns 32 random bytes. */
  readonly mintSecret: () => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How long an attempt lasts, milliseconds. */
const lastsMsMax = 600_000;

const [randomBytes, timeBytes, sealBytes] = [16, 6, 32];
const headBytes = randomBytes + timeBytes;

/**
 * Attempts to log in: a token each, made for one purpose, which lasts ten minutes and counts once. Nothing is kept of one
 * that is begun, so that nobody can fill a storage with them: the token has its time and a seal. What has counted is kept
 * until its time is over, for all processes of the data directory.
 */
export class Attempts {
  readonly #deps: AttemptsDeps;

  constructor(deps: AttemptsDeps) {
    this.#deps = deps;
  }

  /** A new token, base64url. */
  begin(purpose: string): string {
    const head = Buffer.alloc(headBytes);
    head.set(this.#deps.mintSecret().subarray(0, randomBytes));
    head.writeUIntBE(this.#deps.now(), randomBytes, timeBytes);
    return Buffer.concat([head, this.#seal(purpose, head)]).toString('base64url');
  }

  /** Whether a token was made for the purpose, and its time is not over. It may have counted. */
  isOf(purpose: string, token: string): boolean {
    return this.#endsAt(purpose, token) !== null;
  }

  /** Whether the token counts: once, of all who ask. */
  take(purpose: string, token: string): boolean {
    const endsAt = this.#endsAt(purpose, token);
    return endsAt !== null && this.#deps.stored.takeOnce(this.#deps.keyHasher.hash(hashed('taken', token)), endsAt);
  }

  #endsAt(purpose: string, token: string): number | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== headBytes + sealBytes || bytes.toString('base64url') !== token) return null;
    const head = bytes.subarray(0, headBytes);
    if (!timingSafeEqual(bytes.subarray(headBytes), this.#seal(purpose, head))) return null;
    const [begunAt, now] = [head.readUIntBE(randomBytes, timeBytes), this.#deps.now()];
    // The clock may have been put back.
    return Math.abs(now - begunAt) < lastsMsMax ? begunAt + lastsMsMax : null;
  }

  #seal(purpose: string, head: Buffer): Buffer {
    return Buffer.from(this.#deps.keyHasher.hash(hashed('attempt', purpose, head.toString('hex'))), 'hex');
  }
}

function hashed(...parts: readonly string[]): string {
  return JSON.stringify(['console', ...parts]);
}
