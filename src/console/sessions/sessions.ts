import { timingSafeEqual } from 'node:crypto';
import type { ConsoleSession, ConsoleSessions, SessionOwner, SessionSettings } from '../../ports/console-sessions.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';

export interface SessionsDeps {
  readonly stored: ConsoleSessions;
  readonly keyHasher: KeyHasher;
  /** Returns 32 random bytes. */
  readonly mintSecret: () => Uint8Array;
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How long a session lasts without use, and at most; how long a link may be used; milliseconds. */
const idleMsMax = 1_800_000;
const lastsMsMax = 28_800_000;
const linkMsMax = 60_000;

/** How old the noted time of use may become before it is noted again. */
const seenMsMin = 60_000;

/** A session, and the token of its forms. */
export interface OpenSession extends ConsoleSession {
  readonly formToken: string;
}

/** Begins, finds and ends sessions. Only hashes of secrets are kept. Raises what the storage raises. */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /** Returns the secret of a new session: always a new one, whatever the browser has sent. */
  begin(owner: SessionOwner): string {
    const { stored, mintSecret, createId, now } = this.#deps;
    const at = now();
    stored.sweep({ begun: at - lastsMsMax, seen: at - idleMsMax, now: at });
    const secret = Buffer.from(mintSecret()).toString('base64url');
    stored.begin({ id: createId(), owner, begunAt: at, seenAt: at, settings: {} }, this.#hash('session', secret));
    return secret;
  }

  /** `null`: there is no such session any more. */
  find(secret: string): OpenSession | null {
    const { stored, now } = this.#deps;
    const found = stored.find(this.#hash('session', secret));
    if (found === null) return null;
    const at = now();
    if (hasEnded(found, at)) {
      stored.end(found.id);
      return null;
    }
    if (at - found.seenAt >= seenMsMin) stored.see(found.id, at);
    return { ...found, formToken: this.#hash('form', secret) };
  }

  /** A token that begins a session once, within a minute, in the name of an actor on this machine. */
  link(actor: string): string {
    const { stored, mintSecret, now } = this.#deps;
    const token = Buffer.from(mintSecret()).toString('base64url');
    stored.addLink({ hash: this.#hash('link', token), actor, endsAt: now() + linkMsMax });
    return token;
  }

  /** The actor of a token; `null`: it was used, or is none. */
  takeLink(token: string): string | null {
    const now = this.#deps.now();
    return this.#deps.stored.takeLink(this.#hash('link', token), { after: now, upTo: now + linkMsMax });
  }

  list(owner: string): readonly ConsoleSession[] {
    const at = this.#deps.now();
    return this.#deps.stored.list(owner).filter((session) => !hasEnded(session, at));
  }

  set(id: string, settings: SessionSettings): void {
    this.#deps.stored.set(id, settings);
  }

  end(id: string): void {
    this.#deps.stored.end(id);
  }

  /** Whether the device of a passkey has counted on: see {@link ConsoleSessions.countOn}. */
  countOn(passkeyId: string, signCount: number): boolean {
    return this.#deps.stored.countOn(passkeyId, signCount);
  }

  #hash(what: string, secret: string): string {
    return this.#deps.keyHasher.hash(JSON.stringify(['console', what, secret]));
  }
}

/** A time far ahead was noted before the clock was put back: it makes no session last longer. */
function hasEnded({ begunAt, seenAt }: ConsoleSession, at: number): boolean {
  return at - begunAt >= lastsMsMax || Math.abs(at - seenAt) >= idleMsMax;
}

/** Whether a form was made for the session. */
export function isOfSession({ formToken }: OpenSession, sent: string | null): boolean {
  const [expected, given] = [Buffer.from(formToken), Buffer.from(sent ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
