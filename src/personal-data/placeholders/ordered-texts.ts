import { firstNotBelow } from '../../wire/first-not-below.ts';

/** Texts that are searched by their beginnings, in logarithmic time. The first search after an addition sorts them. */
export class OrderedTexts {
  readonly #texts: string[] = [];
  #isSorted = true;

  add(text: string): void {
    this.#isSorted = false;
    this.#texts.push(text);
  }

  /** Whether one of the texts is `beginning`, or begins with it. */
  someBeginWith(beginning: string): boolean {
    if (!this.#isSorted) this.#texts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    this.#isSorted = true;
    return this.#texts[firstNotBelow(this.#texts, beginning)]?.startsWith(beginning) === true;
  }
}
