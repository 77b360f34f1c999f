import { comparePlaces, beginning } from './positions.ts';
import type { LogPlace } from './positions.ts';

/** Least number of places remembered. Questions further back are answered from the log. */
const seenMin = 2_000;

/** What is known of the log after a place, without reading it. */
export interface KnownRange {
  /** The end of the range. */
  readonly upTo: LogPlace;
  /** The newest event of the streams asked for in it; `null`: there is none. */
  readonly newest: LogPlace | null;
}

/**
 * The places of the events that a subscription has recently delivered. It delivers all events of its streams, in log
 * order, so that their newest event can be found without reading the log.
 */
export class SeenPlaces {
  readonly #prefixes: readonly string[] | null;
  #seen: { readonly stream: string; readonly place: LogPlace }[] = [];
  /** All events of the subscription after this place are in {@link #seen}. */
  #since: LogPlace;
  #upTo: LogPlace | null;

  /** `after`: where the subscription starts, exclusive; `null`: at the beginning of the log. */
  constructor(prefixes: readonly string[] | null, after: LogPlace | null) {
    this.#prefixes = prefixes;
    this.#since = after ?? beginning;
    this.#upTo = after;
  }

  /** How far the subscription has read the log. */
  get upTo(): LogPlace | null {
    return this.#upTo;
  }

  /** Notes that all events of the subscription up to `place` were delivered. */
  reach(place: LogPlace): void {
    this.#upTo = place;
  }

  /** Notes the next delivered event. */
  take(stream: string, place: LogPlace): void {
    this.#seen.push({ stream, place });
    this.reach(place);
    if (this.#seen.length < 2 * seenMin) return;
    this.#since = this.#seen.at(-seenMin - 1)?.place ?? this.#since;
    this.#seen = this.#seen.slice(-seenMin);
  }

  /**
   * What is known of some streams after a place, or of all the log (`null`); the range is empty if the subscription has
   * not passed the place yet. `null`: events directly after the place may be missing.
   */
  beyond(from: LogPlace | null, prefixes: readonly string[]): KnownRange | null {
    const after = from ?? beginning;
    const isKnown = comparePlaces(this.#since, after) <= 0;
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
