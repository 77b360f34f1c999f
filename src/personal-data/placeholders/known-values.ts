import type { PiiEntity } from '../pii-kinds.ts';
import { isNameInAnyCase, namesAloneIn } from '../detection/names-alone.ts';
import { TooManyTexts } from '../too-many-texts.ts';
import { blank, FoldingText, foldText, isUnspaced, isWordUnit, type FoldedText, type Folding } from './folded-text.ts';

/** A part of a text that is personal data, in UTF-16 units. */
export interface FoundSpan {
  readonly start: number;
  readonly end: number;
  readonly entity: PiiEntity;
}

/** How two spellings of one value are compared. */
export const foldingOfEntity: Readonly<Record<PiiEntity, Folding>> = {
  PERSON: 'words',
  ADDRESS: 'words',
  EMAIL: 'literal',
  PHONE: 'digits',
  IBAN: 'digits',
  CARD: 'digits',
  IP: 'literal',
  DATE_OF_BIRTH: 'literal',
  NATIONAL_ID: 'digits',
  TAX_ID: 'digits',
  VAT_ID: 'digits',
  HEALTH_ID: 'digits',
  PASSPORT: 'digits',
  ID_DOCUMENT: 'digits',
  DRIVING_LICENCE: 'digits',
  PLATE: 'digits',
  SECRET: 'literal',
};

/** A longer value is found again only by detectors, which bounds the cost of a search per character. */
const unitsMax = 200;

/** The most values of one conversation: the placeholders of more do not fit into the context of a model. */
export const valuesMax = 100_000;

/** A shorter value without separators could be anything. */
const digitsMin = 5;

/** Less is the part of a number that continues on another line: elsewhere it may be any number. */
const unitsMin: Readonly<Partial<Record<PiiEntity, number>>> = { IBAN: 15, CARD: 12 };

interface Node {
  readonly next: Map<string, Node>;
  entity: PiiEntity | null;
  /** The spellings that count for a value of one word that may be an ordinary word in another case; `null`: all do. */
  exact: Set<string> | null;
  /** A name alone, which counts in any case between blanks and marks of punctuation. */
  isName: boolean;
}

/**
 * Finds known values again, in any spelling: a detector that saw a name in one text may miss it in another. Linear in
 * the text.
 */
export class KnownValues {
  readonly #roots = new Map<Folding, Node>();
  #size = 0;

  get isEmpty(): boolean {
    return this.#roots.size === 0;
  }

  /** Raises `TooManyTexts`. */
  add(value: string, entity: PiiEntity): void {
    const folding = foldingOf(value, entity);
    const { units } = foldText(value.trim(), folding);
    if (units.length === 0 || units.length > unitsMax) return;
    if (units.length < (unitsMin[entity] ?? 0)) return;
    const isOneWord = folding === 'words' && !units.includes(blank);
    let node = this.#roots.getOrInsertComputed(folding, emptyNode);
    for (const unit of units) node = node.next.getOrInsertComputed(unit, emptyNode);
    if (node.entity === null && ++this.#size > valuesMax) throw new TooManyTexts(valuesMax, 'different values');
    node.entity ??= entity;
    if (isOneWord && !node.isName) (node.exact ??= new Set()).add(value.trim());
    if (isOneWord && isNameInAnyCase(value, entity)) [node.exact, node.isName] = [null, true];
    if (entity === 'PERSON' && !isOneWord) for (const word of namesAloneIn(value)) this.add(word, entity);
  }

  /** In order. Results of one folding do not overlap; those of two may. */
  find(text: string): readonly FoundSpan[] {
    const found: FoundSpan[] = [];
    for (const [folding, root] of this.#roots) findFolded(root, { text, folding }, found);
    return found;
  }
}

function emptyNode(): Node {
  return { next: new Map(), entity: null, exact: null, isName: false };
}

function foldingOf(value: string, entity: PiiEntity): Folding {
  const folding = foldingOfEntity[entity];
  return folding === 'digits' && foldText(value, 'digits').units.length < digitsMin ? 'literal' : folding;
}

/** How many units one part of the work searches. */
const unitsOfPart = 2_048;

interface Searched {
  readonly text: string;
  readonly folding: Folding;
  readonly folded: FoldedText;
}

/** Searches a text that is folded as the search goes on: only the units of one part are in memory. */
function findFolded(root: Node, by: Omit<Searched, 'folded'>, found: FoundSpan[]): void {
  const folding = new FoldingText(by.text, by.folding);
  const searched = { ...by, folded: folding };
  for (let from = 0; ; from = folding.forget(from)) {
    // With the longest value that begins in this part.
    while (!folding.isWhole && folding.units.length < unitsOfPart + unitsMax + 1) folding.goOn();
    from = walk(root, { ...searched, from, to: folding.isWhole ? folding.units.length : unitsOfPart }, found);
    if (folding.isWhole) return;
  }
}

/** Searches the units from `from` to `to`. Returns the unit after them, or after the last that was found. */
function walk(
  root: Node,
  { from: start, to, ...searched }: Searched & { readonly from: number; readonly to: number },
  found: FoundSpan[],
): number {
  const { units } = searched.folded;
  let from = start;
  while (from < to) {
    const end = root.next.has(units[from] ?? '') && isEdge(searched, from) ? longestFrom(root, searched, from) : null;
    if (end === null) {
      from++;
      continue;
    }
    found.push({
      start: searched.folded.starts[from] ?? 0,
      end: searched.folded.ends[end.last] ?? 0,
      entity: end.entity,
    });
    from = end.last + 1;
  }
  return from;
}

function longestFrom(root: Node, searched: Searched, from: number): { last: number; entity: PiiEntity } | null {
  const { folded, text } = searched;
  let longest: { last: number; entity: PiiEntity } | null = null;
  let node: Node | undefined = root;
  for (let at = from; at < folded.units.length; at++) {
    node = node.next.get(folded.units[at] ?? '');
    if (node === undefined) break;
    if (node.entity === null || !isEdge(searched, at + 1)) continue;
    const { exact, isName } = node;
    const [start, end] = [folded.starts[from] ?? 0, folded.ends[at] ?? 0];
    const isSpelled = exact === null ? !isName || isPlainWord(text, start, end) : exact.has(text.slice(start, end));
    if (isSpelled) longest = { last: at, entity: node.entity };
  }
  return longest;
}

/** Whether a word begins with a capital, or is no part of an identifier, a path or an address: `rossi-api`, `/rossi/`. */
function isPlainWord(text: string, start: number, end: number): boolean {
  if (/^\p{Lu}/u.test(text.charAt(start))) return true;
  return (
    !/[\p{L}\d_/.@#$=\\-]$/u.test(text.slice(Math.max(0, start - 1), start)) &&
    !/^(?:[\d_/@=(\\-]|\.\w)/.test(text.slice(end, end + 2))
  );
}

/** Whether a word may begin or end before a unit: nothing is found in the middle of a word. */
function isEdge({ folded }: Searched, at: number): boolean {
  const next = folded.units[at];
  const last = folded.units[at - 1];
  if (next === undefined || last === undefined) return true;
  const [from, to] = [folded.ends[at - 1] ?? 0, folded.starts[at] ?? 0];
  // A separator was left out between the two.
  if (from < to) return true;
  if (from > to) return false;
  if (!isWordUnit(next) || !isWordUnit(last)) return true;
  return isUnspaced(next) || isUnspaced(last);
}
