import type { JsonObjectText } from '../wire/json-object-text.ts';
import { choiceOf } from './piece-places.ts';
import { placeholderLengthMax } from './placeholders/placeholder-reader.ts';
import type { TextLeaf } from './text-leaf.ts';
import type { TextRestorer } from './text-restorer.ts';

/** So many lists are followed at a time: more than an answer has. */
const listsMax = 64;

/** A list of tokens and the position of an element in it; of several lists within each other the outermost. */
const listed = /^.{0,256}?logprobs(?:\.[^.[\]]{1,64}){0,4}\[\d+\]/;

/**
 * Finds lists of tokens that spell a placeholder of the conversation, in one token or over several. Of the tokens that a
 * model considered for a place, the first one counts there.
 */
export class TokenTexts {
  readonly #restorer: TextRestorer;
  readonly #isStreamed: boolean;
  /** By list, which may go on in other records, the end of its tokens while a placeholder may go on there. */
  readonly #tails = new Map<string, string>();
  /** The element that was read last, and the body it is of. */
  #element = '';
  #of: JsonObjectText | null = null;

  /** `isStreamed`: what may be the beginning of a placeholder counts as one, since what follows comes too late. */
  constructor(restorer: TextRestorer, { isStreamed = false } = {}) {
    this.#restorer = restorer;
    this.#isStreamed = isStreamed;
  }

  /** Takes in the next token. Returns nothing in its place if its list spells a placeholder here. */
  read(leaf: TextLeaf, object: JsonObjectText): string {
    const { text, path } = leaf;
    const [element] = leaf.isName ? [] : (listed.exec(path) ?? []);
    if (element === undefined || (this.#of === object && this.#element === element)) return this.#spelled(text, text);
    this.#element = element;
    this.#of = object;
    const list = `${choiceOf(leaf, object)} ${element.replaceAll(/\[\d+\]/g, '')}`;
    const joined = (this.#tails.get(list) ?? '') + text;
    const end = joined.slice(-placeholderLengthMax);
    const isOpen = this.#restorer.crossing?.(end, '', false) === 'more';
    if (this.#tails.size < listsMax || this.#tails.has(list)) this.#tails.set(list, isOpen ? end : '');
    return isOpen && this.#isStreamed ? '' : this.#spelled(joined, text);
  }

  #spelled(joined: string, text: string): string {
    return this.#restorer.restore(joined) === joined ? text : '';
  }
}
