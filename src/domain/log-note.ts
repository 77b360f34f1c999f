import { noDigest, runningDigest } from './event-digest.ts';

/**
 * What an auditor notes of a log: the position of its last kept event, and a digest of all kept events up to it. Kept
 * are the events of streams that never lose any, so that the digest can be computed again at any later time.
 */
export interface LogNote {
  readonly position: string;
  readonly digest: string;
}

/** Why a log is not the noted one, continued. */
export interface NoteFault {
  readonly kind: 'noted';
  /** The noted position; `null`: the log has no such event. */
  readonly position: string | null;
  readonly expected: string;
  readonly found: string;
}

/** An event with its place in the whole log, and the digest of itself. */
interface KeptEvent {
  readonly position: string;
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly recordedAtMs: number;
  readonly digest: string;
}

const pattern = /^(.{1,100}):([\w-]{43})$/;

/** A note as one word, for people to keep and to type. */
export function noteText({ position, digest }: LogNote): string {
  return `${position}:${digest}`;
}

/** Reads {@link noteText}. `null`: the text is no note. Whether the position is one of the log is not checked. */
export function noteIn(text: string): LogNote | null {
  const [, position, digest] = pattern.exec(text) ?? [];
  return position === undefined || digest === undefined ? null : { position, digest };
}

/**
 * Computes the note of a log event by event, and compares it with an earlier one on the way. Every digest is computed
 * from the events themselves: the engine's own digests could have been written anew. Its memory does not grow.
 */
export class LogNoting {
  readonly #earlier: LogNote | null;
  #hasPassed = false;
  #digest: string = noDigest;
  #position: string | null = null;

  /** `earlier`: the note to compare with; `null`: there is none. */
  constructor(earlier: LogNote | null) {
    this.#earlier = earlier;
  }

  /** The note of all events so far; `null`: there were none. */
  get note(): LogNote | null {
    return this.#position === null ? null : { position: this.#position, digest: this.#digest };
  }

  /** Takes the next kept event, in log order. Returns how the log up to it differs from the earlier note. */
  add({ position, ...placed }: KeptEvent): NoteFault | null {
    this.#digest = runningDigest(this.#digest, { position, ...placed });
    this.#position = position;
    if (this.#earlier?.position !== position) return null;
    this.#hasPassed = true;
    const { digest } = this.#earlier;
    return digest === this.#digest ? null : { kind: 'noted', position, expected: digest, found: this.#digest };
  }

  /** To be called after the last event: the log must have had an event at the noted position. */
  end(): NoteFault | null {
    if (this.#earlier === null || this.#hasPassed) return null;
    const expected = `an event at ${this.#earlier.position}, as noted`;
    const found = this.#position === null ? 'no events' : `none there, and the last at ${this.#position}`;
    return { kind: 'noted', position: null, expected, found };
  }
}
