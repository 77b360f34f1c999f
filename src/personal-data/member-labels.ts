import { nameFieldOf, partsOfName } from './detection/field-names.ts';

/** An object or a list that is open. */
interface Open {
  readonly isList: boolean;
  /** The name of the member that holds it. */
  readonly name: string | null;
  /** How many elements or members were before. */
  place: number;
  /** In an object: the name of the member whose value comes next; `null` before a name. */
  member: string | null;
  /** The strings of a list that may name columns; `null` once it has anything else. */
  strings: string[] | null;
}

/** Deeper values have no label. */
const depthMax = 64;
/** The most columns of a table. */
const columnsMax = 64;

/**
 * Follows the strings of a JSON text, and says what announces each: the name of its member, also for the elements of a
 * list, and the name of its column in lists of lists that follow a list of such names
 * (`{"columns": ["id", "last_name"], "rows": [[1, "Rossi"]]}`).
 */
export class MemberLabels {
  readonly #open: Open[] = [];
  #depth = 0;
  #columns: readonly string[] | null = null;
  #last: string | null = null;

  /** The text between two strings, which may be a long list of numbers. */
  pass(between: string): void {
    for (let at = 0; at < between.length; at += 1) this.#passSign(between.charAt(at));
  }

  #passSign(sign: string): void {
    if (sign === '[' || sign === '{') return this.#push(sign === '[');
    if (sign === ']' || sign === '}') return this.#pop();
    if ((sign !== ',' && sign !== ':') || this.#depth > depthMax) return;
    const top = this.#open.at(-1);
    if (top === undefined) return;
    if (sign === ',') top.place += 1;
    top.member = sign === ',' ? null : this.#last;
  }

  /** The label of the next string; `null` for the name of a member, and where nothing announces it. */
  next(text: string): string | null {
    const label = this.#labelOf();
    const top = this.#open.at(-1);
    if (top?.isList === true && top.strings !== null) {
      if (top.strings.length === top.place && top.place < columnsMax) top.strings.push(text);
      else top.strings = null;
    }
    this.#last = text;
    return label;
  }

  #labelOf(): string | null {
    if (this.#depth > depthMax) return this.#last;
    const top = this.#open.at(-1);
    if (top === undefined) return this.#last;
    if (!top.isList) return top.member;
    const isRow = this.#open.at(-2)?.isList === true;
    return (isRow ? this.#columns?.[top.place] : undefined) ?? top.name ?? this.#last;
  }

  #push(isList: boolean): void {
    const top = this.#open.at(-1);
    this.#depth += 1;
    if (this.#depth > depthMax) return;
    if (top !== undefined) top.strings = null;
    const name = top === undefined || top.isList ? (isList ? null : (top?.name ?? null)) : top.member;
    this.#open.push({ isList, name, place: 0, member: null, strings: [] });
  }

  #pop(): void {
    // A text that is cut off at its beginning ends more than it opens.
    if (this.#depth === 0) return;
    this.#depth -= 1;
    if (this.#depth >= depthMax) return;
    const strings = this.#open.pop()?.strings ?? [];
    if (strings.length > 1 && strings.some((each) => nameFieldOf(partsOfName(each)) !== null)) this.#columns = strings;
  }
}
