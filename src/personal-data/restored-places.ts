/** Which end of a part a place is. Within inserted text, a start is moved to its beginning and an end to its end. */
export type PlaceEdge = 'start' | 'end';

/**
 * Where the places of a text are after something was inserted into it, once or several times in turn. Places count
 * characters (Unicode code points), as the protocols do for citations.
 */
export class RestoredPlaces {
  readonly #passes: RestoringPass[] = [];

  /** Starts a pass of another restorer, which reads what the previous one has written. */
  nextPass(): RestoringPass {
    const pass = new RestoringPass();
    this.#passes.push(pass);
    return pass;
  }

  /** The place in the text as it is now, of a place in the original text. */
  after(place: number, edge: PlaceEdge): number {
    return this.#passes.reduce((at, pass) => pass.after(at, edge), place);
  }

  /** The place in the original text, of a place in the text as it is now. */
  before(place: number, edge: PlaceEdge): number {
    return this.#passes.reduceRight((at, pass) => pass.before(at, edge), place);
  }
}

/** A part of a text, and its replacement. */
interface Replaced {
  readonly before: Part;
  readonly after: Part;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The replacements of one restorer, reported in the order of the text. */
export class RestoringPass {
  #before = 0;
  #after = 0;
  readonly #replaced: Replaced[] = [];

  /** Reports text that is not changed. */
  pass(text: string): void {
    const length = charactersIn(text);
    this.#before += length;
    this.#after += length;
  }

  replace(text: string, by: string): void {
    const before = { start: this.#before, end: this.#before + charactersIn(text) };
    const after = { start: this.#after, end: this.#after + charactersIn(by) };
    this.#replaced.push({ before, after });
    this.#before = before.end;
    this.#after = after.end;
  }

  after(place: number, edge: PlaceEdge): number {
    return this.#moved(place, edge, { from: 'before', to: 'after' });
  }

  before(place: number, edge: PlaceEdge): number {
    return this.#moved(place, edge, { from: 'after', to: 'before' });
  }

  #moved(place: number, edge: PlaceEdge, { from, to }: { from: keyof Replaced; to: keyof Replaced }): number {
    const last = this.#lastFrom(place, from);
    if (last === undefined) return place;
    const [source, target] = [last[from], last[to]];
    if (place >= source.end) return target.end + place - source.end;
    return edge === 'start' || place === source.start ? target.start : target.end;
  }

  /** The last part that begins at or before a place. */
  #lastFrom(place: number, from: keyof Replaced): Replaced | undefined {
    let [low, high] = [0, this.#replaced.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#replaced[middle]?.[from].start ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return this.#replaced[low - 1];
  }
}

/** Works for a text that was cut within a character: the second half counts nothing. */
export function charactersIn(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--;
  return count;
}
