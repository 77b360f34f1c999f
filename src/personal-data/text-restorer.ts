import type { PlaceEdge, RestoredPlaces } from './restored-places.ts';

/**
 * Restores a caller's own words in the text of an upstream. It works on strings, and does not know where they stand.
 *
 * Inserted text contains no quote, backslash, line break or other control character: it fits into JSON within a string,
 * at any depth, without escapes.
 */
export interface TextRestorer {
  /**
   * Restores a whole text in one pass: inserted text is not searched again. `places` is notified of each insertion.
   * `joined`: the texts before it that a client joins with it.
   */
  restore(text: string, places?: RestoredPlaces, joined?: JoinedTexts): string;
  /** The JSON number that a whole value stands for; `null` when it stands for none. */
  numberOf(text: string): string | null;
  /** Opens a text that comes in pieces. */
  openLane(places?: RestoredPlaces, joined?: JoinedTexts): TextLane;
  /** Begins to follow texts that a client joins; absent: it does not matter what stands before a text. */
  readonly joinTexts?: () => JoinedTexts;
  /**
   * How many characters of `next` belong to what is to be restored and begins in `text`, where a client joins the two;
   * `more`: what follows decides. `isWhole`: nothing follows. Absent: nothing that is restored is ever divided.
   */
  readonly crossing?: (text: string, next: string, isWhole: boolean) => number | 'more';
  /** An id without the form of a placeholder. It is no value: a caller sends it back, and it goes upstream as it is. */
  readonly id?: (text: string) => string;
  /** Restores addresses: what is within an absolute one stays. Absent: this one does. */
  readonly inAddresses?: TextRestorer;
  /** Restores strings that are not declared as texts; absent: this one does. */
  readonly inOtherStrings?: TextRestorer;
  /** The documents of the request, to which citations may refer; absent: there are none. */
  readonly documents?: DocumentPlaces;
}

/** Follows several texts of an answer as one, because their client joins them. A value may depend on what is before it. */
export interface JoinedTexts {
  /** Takes in text that stays as it is. */
  pass(text: string): void;
  /** Whether a value may be inserted after what was passed. */
  mayInsert(value: string): boolean;
}

/** A part of a document, as a citation refers to it. */
export interface CitedPart {
  /** The index of the document in the request. */
  readonly document: number;
  /** In characters of the document. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Moves the places in citations of documents. A place that does not fit its document is not moved. */
export interface DocumentPlaces {
  /** The caller's place, for a place from an upstream. */
  after(place: number, edge: PlaceEdge, part: CitedPart): number;
  /** The upstream's place, for a place from the caller. */
  before(place: number, edge: PlaceEdge, part: CitedPart): number;
}

/**
 * One text that comes in pieces. The results, joined, equal what `restore` makes of the joined pieces, wherever they
 * were cut.
 */
export interface TextLane {
  /**
   * Returns what can be passed on: everything but the longest end that may be the beginning of something to be
   * restored.
   */
  push(piece: string): string;
  /** Returns what was held back, restored as far as possible, and ends the lane. */
  flush(): string;
  /** Whether something is held back. */
  readonly isHolding: boolean;
  /** What is held back, as it was pushed; absent: it is not said. */
  readonly held?: string;
}

const idleLane: TextLane = { push: (piece) => piece, flush: () => '', isHolding: false };

/** Restores nothing. */
export const nothingToRestore: TextRestorer = {
  restore: (text) => text,
  numberOf: () => null,
  openLane: () => idleLane,
};

/** Runs one restorer after the other: the second also reads what the first has inserted. */
export function inTurn(first: TextRestorer, second: TextRestorer): TextRestorer {
  return {
    restore: (text, places, joined) => second.restore(first.restore(text, places), places, joined),
    numberOf: (text) => first.numberOf(text) ?? second.numberOf(text),
    openLane: (places, joined) => new LanesInTurn(first.openLane(places), second.openLane(places, joined)),
    ...(second.crossing !== undefined && { crossing: second.crossing }),
    ...(second.id !== undefined && { id: second.id }),
    ...(second.inAddresses !== undefined && { inAddresses: second.inAddresses }),
    ...(first.inOtherStrings !== undefined && { inOtherStrings: second }),
    ...(second.joinTexts !== undefined && { joinTexts: second.joinTexts }),
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

  get held(): string {
    return this.#first.isHolding ? '' : (this.#second.held ?? '');
  }

  push(piece: string): string {
    return this.#second.push(this.#first.push(piece));
  }

  flush(): string {
    return this.#second.push(this.#first.flush()) + this.#second.flush();
  }
}
