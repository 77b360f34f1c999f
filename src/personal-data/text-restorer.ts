/**
 * Puts a caller's own words back into what an upstream wrote. It knows strings, and nothing of where they stand.
 *
 * What it puts in holds no quote, backslash, line break or other control character: so it fits into JSON within a string,
 * however deep, without escapes.
 */
export interface TextRestorer {
  /** Of a whole text. One pass: what was put in is not looked through again. */
  restore(text: string): string;
  /** The JSON number that a whole value stands for; `null` where it stands for none. */
  numberOf(text: string): string | null;
  /** Of a text that comes in pieces. */
  openLane(): TextLane;
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
    restore: (text) => second.restore(first.restore(text)),
    numberOf: (text) => first.numberOf(text) ?? second.numberOf(text),
    openLane: () => new LanesInTurn(first.openLane(), second.openLane()),
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
