import {
  usageOf,
  usageOfChoices,
  type CounterOptions,
  type UsageReading,
} from '../../domain/counters/read-counters.ts';
import { withEarlier, type ReadCounters } from '../../domain/counters/reported-counters.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { findCounters } from './found-counters.ts';

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

/**
 * The counters of an answer, from its object or from the records of a stream: the last that were read, never a sum, with
 * what only earlier ones have named. Zeros do not replace counters that counted something, and input and output may be in
 * different records. Those of the whole answer come before those of single choices.
 */
export class AnswerCounters {
  readonly #surface: string;
  #whole: CounterReading | null = null;
  /** What the records so far have reported of each choice, and of the whole answer (`null`). */
  readonly #reported = new Map<string | null, ReadCounters>();
  readonly #ofChoices = new Map<string, CounterReading>();

  constructor(surface: string) {
    this.#surface = surface;
  }

  /** Reads the counters that an object holds. Returns whether there are any. */
  note(object: JsonObjectText, options?: CounterOptions): boolean {
    let inObject: CounterReading | null = null;
    const found = findCounters(object, this.#surface);
    for (const { place, choice, read } of found) {
      const earlier = this.#reported.get(choice);
      const reported = earlier === undefined ? read : withEarlier(read, earlier);
      if (earlier !== undefined || this.#reported.size <= choicesMax) this.#reported.set(choice, reported);
      const reading = usageOf(this.#surface, reported, options);
      if (reading === null) continue;
      const placed = { ...reading, place: place.at };
      // The first of the places, unless only a later one counted anything.
      const isBetter: boolean = inObject === null || (!countsTokens(inObject) && countsTokens(placed));
      if (choice === null) inObject = isBetter ? placed : inObject;
      else if (this.#ofChoices.size < choicesMax) this.#ofChoices.set(choice, placed);
    }
    if (inObject !== null && (this.#whole === null || countsTokens(inObject))) this.#whole = inObject;
    return found.length > 0;
  }

  get reading(): CounterReading | null {
    const whole = this.#whole;
    if (this.#ofChoices.size === 0) return whole;
    const total = whole?.untold === 'division' ? whole.usage.input_tokens : null;
    const ofChoices = joined([...this.#ofChoices.values()], total);
    if (whole === null || !countsTokens(whole)) return ofChoices ?? whole;
    // Choices tell how a total alone is divided.
    return total !== null && ofChoices?.untold === null ? ofChoices : whole;
  }
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
