import { counterPlaces, type PlaceRow } from '../../domain/counters/dialects.ts';
import {
  usageOf,
  usageOfChoices,
  type CounterOptions,
  type UsageReading,
} from '../../domain/counters/read-counters.ts';
import { withEarlier, type ReadCounters } from '../../domain/counters/reported-counters.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { findCounters, withKindsOf, withOther, type FoundCounters } from './found-counters.ts';

/** Most single choices whose counters are kept: more than can be asked for. */
const choicesMax = 1_024;

/** How the counters of an answer were read, and where they were. */
export interface CounterReading extends UsageReading {
  /** The row of the table; see `counterPlaces` and `countersBeside`. */
  readonly place: string;
}

/** The counters of a whole answer. */
export function readAnswerCounters(
  object: JsonObjectText,
  surface: string,
  options?: CounterOptions,
): CounterReading | null {
  const counters = new AnswerCounters(surface);
  counters.note(object, options);
  return counters.reading;
}

/** What the records so far have said at one place. */
interface Said {
  readonly found: FoundCounters;
  readonly reading: CounterReading;
}

/**
 * The counters of an answer, from its object or from the records of a stream: the last that were read, never a sum, with
 * what only earlier ones have named. Zeros do not replace counters that counted something, and input and output may be in
 * different records. Those of the whole answer come before those of single choices. Of places in different records the first
 * holds, with the totals of others that are no less.
 */
export class AnswerCounters {
  readonly #surface: string;
  #options: CounterOptions | undefined;
  /** What the records so far have reported of each choice, and of the whole answer by place. */
  readonly #reported = new Map<string, ReadCounters>();
  readonly #ofWhole = new Map<PlaceRow, Said>();
  readonly #ofChoices = new Map<string, CounterReading>();

  constructor(surface: string) {
    this.#surface = surface;
  }

  /** Reads the counters that an object holds. Returns whether there are any. */
  note(object: JsonObjectText, options?: CounterOptions): boolean {
    this.#options = options;
    const all = findCounters(object, this.#surface);
    for (const { place, choice, read: next } of all) {
      const key = choice === null ? place.at : `[${choice}]`;
      const earlier = this.#reported.get(key);
      const read = earlier === undefined ? next : withEarlier(next, earlier);
      if (earlier !== undefined || this.#reported.size <= choicesMax) this.#reported.set(key, read);
      const found = { place, choice, read };
      const reading = this.#readingOf(found);
      if (reading === null) continue;
      if (choice !== null) {
        if (this.#ofChoices.size < choicesMax) this.#ofChoices.set(choice, reading);
      } else if (countsTokens(reading) || !this.#ofWhole.has(place)) {
        this.#ofWhole.set(place, { found, reading });
      }
    }
    return all.length > 0;
  }

  get reading(): CounterReading | null {
    const whole = this.#whole();
    if (this.#ofChoices.size === 0) return whole;
    const total = whole?.untold === 'division' ? whole.usage.input_tokens : null;
    const ofChoices = joined([...this.#ofChoices.values()], total);
    if (whole === null || !countsTokens(whole)) return ofChoices ?? whole;
    // Choices tell how a total alone is divided.
    return total !== null && ofChoices?.untold === null ? ofChoices : whole;
  }

  /**
   * The first of the places, unless only a later one counted anything, or tells no less; with the kinds that an earlier record
   * told of the same totals.
   */
  #whole(): CounterReading | null {
    const said = [...this.#ofWhole.values()];
    const sorted = said.toSorted((a, b) => placeIndex(a.found.place) - placeIndex(b.found.place));
    const first = sorted.find(({ reading }) => countsTokens(reading)) ?? sorted[0];
    if (first === undefined || said.length === 1) return first?.reading ?? null;
    const held = sorted
      .slice(sorted.indexOf(first) + 1)
      .reduce((before, other) => withOther(other.found, before, this.#surface) ?? before, first.found);
    const found = said
      .slice(0, said.indexOf(first))
      .reduce((later, earlier) => withKindsOf(earlier.found, later), held);
    return this.#readingOf(found);
  }

  #readingOf({ place, read }: FoundCounters): CounterReading | null {
    const reading = usageOf(this.#surface, read, this.#options);
    return reading === null ? null : { ...reading, place: place.at };
  }
}

function placeIndex(place: PlaceRow): number {
  return counterPlaces.indexOf(place);
}

function countsTokens({ usage }: UsageReading): boolean {
  return usage.input_tokens + usage.output_tokens > 0;
}

/** The counters of single choices, as those of the answer. */
function joined(choices: readonly CounterReading[], total: number | null): CounterReading | null {
  const [first] = choices;
  if (first === undefined) return null;
  const usage = usageOfChoices(
    choices.map((choice) => choice.usage),
    total,
  );
  return usage === first.usage ? first : { ...first, usage, meaning: 'counters of several choices' };
}
