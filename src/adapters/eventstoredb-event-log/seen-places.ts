import { comparePlaces } from './positions.ts';
import type { LogPlace } from './positions.ts';

/** So many are remembered at least: whoever asks further back looks through the log. */
const SEEN_MIN = 2_000;

/** What is known of the log beyond a place, without looking. */
export interface KnownStretch {
  /** How far the stretch goes. */
  readonly upTo: LogPlace;
  /** The newest event of the streams asked for in it; `null`: there is none. */
  readonly newest: LogPlace | null;
}

/**
 * The places of what a subscription has lately brought: so far nobody need look through the log for the newest event of some
 * of its streams. It brings all of them, in the order of the log.
 */
export class SeenPlaces {
  readonly #prefixes: readonly string[] | null;
  #seen: { readonly stream: string; readonly place: LogPlace }[] = [];
  /** All that the subscription asks for beyond this place is in {@link #seen}; `null`: nothing is known yet. */
  #since: LogPlace | null;
  #upTo: LogPlace | null;

  /** The subscription asks for what comes after `after`. */
  constructor(prefixes: readonly string[] | null, after: LogPlace | null) {
    this.#prefixes = prefixes;
    this.#since = after;
    this.#upTo = after;
  }

  /** How far the subscription has looked through the log. */
  get upTo(): LogPlace | null {
    return this.#upTo;
  }

  /** All that the subscription asks for has been brought up to here. */
  reach(place: LogPlace): void {
    this.#since ??= place;
    this.#upTo = place;
  }

  /** The next event was brought. */
  take(stream: string, place: LogPlace): void {
    if (this.#since !== null) this.#seen.push({ stream, place });
    this.reach(place);
    if (this.#seen.length < 2 * SEEN_MIN) return;
    this.#since = this.#seen.at(-SEEN_MIN - 1)?.place ?? null;
    this.#seen = this.#seen.slice(-SEEN_MIN);
  }

  /**
   * What is known of some streams beyond a place, and be it nothing but what it has not come to yet; `null`: not all that stands
   * directly behind it.
   */
  beyond(after: LogPlace, prefixes: readonly string[]): KnownStretch | null {
    const isKnown = this.#since !== null && comparePlaces(this.#since, after) <= 0;
    if (!isKnown || this.#upTo === null || !prefixes.every((prefix) => this.#asksFor(prefix))) return null;
    if (comparePlaces(this.#upTo, after) <= 0) return { upTo: after, newest: null };
    for (let index = this.#seen.length - 1; index >= 0; index -= 1) {
      const seen = this.#seen[index];
      if (seen === undefined || comparePlaces(seen.place, after) <= 0) break;
      if (prefixes.some((prefix) => seen.stream.startsWith(prefix))) return { upTo: this.#upTo, newest: seen.place };
    }
    return { upTo: this.#upTo, newest: null };
  }

  #asksFor(prefix: string): boolean {
    return this.#prefixes === null || this.#prefixes.some((own) => prefix.startsWith(own));
  }
}
