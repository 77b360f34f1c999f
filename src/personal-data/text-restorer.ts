import type { PlaceEdge, RestoredPlaces } from './restored-places.ts';

/**
 * Puts a caller's own words back into what an upstream wrote. It knows strings, and nothing of where they stand.
 *
 * What it puts in holds no quote, backslash, line break or other control character: so it fits into JSON within a string,
 * however deep, without escapes.
 */
export interface TextRestorer {
  /** Of a whole text. One pass: what was put in is not looked through again. `places` is told where it was put in. */
  restore(text: string, places?: RestoredPlaces): string;
  /** The JSON number that a whole value stands for; `null` where it stands for none. */
  numberOf(text: string): string | null;
  /** Of a text that comes in pieces. */
  openLane(places?: RestoredPlaces): TextLane;
  /** The documents of the request, which citations may tell places in; absent: there are none. */
  readonly documents?: DocumentPlaces;
}

/** A part of a document, as a citation tells it. */
export interface CitedPart {
  /** Which of the request's. */
  readonly document: number;
  /** In characters of the document. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Moves the places that citations of documents tell; a place that does not fit to its document stays. */
export interface DocumentPlaces {
  /** Where a place that an upstream told stands for the caller. */
  after(place: number, edge: PlaceEdge, part: CitedPart): number;
  /** Where a place that the caller told stands for the upstream. */
  before(place: number, edge: PlaceEdge, part: CitedPart): number;
}

/** One text that comes in pieces. What it answers joins to what `restore` makes of the joined pieces, wherever they were cut. */
export interface TextLane {
  /** What can be passed on: all but the longest end that may be the beginning of something to be put back. */
  push(piece: string): string;
  /** What was held back, with what of it can be put back after all. The lane is over. */
  flush(): string;
  /** Something is held back. */
  readonly isHolding: boolean;
}

/** One after the other: what the first has put in is looked through by the second. */
export function inTurn(first: TextRestorer, second: TextRestorer): TextRestorer {
  return {
    restore: (text, places) => second.restore(first.restore(text, places), places),
    numberOf: (text) => first.numberOf(text) ?? second.numberOf(text),
    openLane: (places) => new LanesInTurn(first.openLane(places), second.openLane(places)),
    ...(second.documents !== undefined && { documents: second.documents }),
  };
}

class LanesInTurn implements TextLane {
  readonly #first: TextLane;
  readonly #second: TextLane;

  constructor(first: TextLane, second: TextLane) {
    this.#first = first;
    this.#second = second;
  }

  get isHolding(): boolean {
    return this.#first.isHolding || this.#second.isHolding;
  }

  push(piece: string): string {
    return this.#second.push(this.#first.push(piece));
  }

  flush(): string {
    return this.#second.push(this.#first.flush()) + this.#second.flush();
  }
}
