import { eachMatch, occursIn } from '../next-match.ts';
import { idLength, idLengthMax, isDrawnId } from './keyed-symbols.ts';
import type { FoundSpan } from './known-values.ts';
import { hyphenSigns } from './end-of-hyphen.ts';
import { shapedPattern } from './shaped-placeholder.ts';
import { tagOfEntity } from './tag-of-entity.ts';
import { spanOverlaps } from './span-overlaps.ts';
import type { TextRange } from './united-spans.ts';

/**
 * Reports what looks like a placeholder in a text, of this conversation or any other: kind and id, in lower case, e.g.
 * `person-k7q3v`.
 */
export function lookalikesIn(text: string, found: (core: string) => void): void {
  if (!occursIn(text, joint)) return;
  eachMatch(text, lookalike, matching, ({ 1: tag = '', 2: id = '' }) => found(`${tag}-${id}`.toLowerCase()));
}

const tags = Object.values(tagOfEntity).join('|');
const joint = new RegExp(`[${hyphenSigns}_]`, 'g');
const lookalike = new RegExp(
  `(?:(?<=%(?:25)?5b)|(?<![a-z]))(${tags})\\\\{0,4}${joint.source}([a-z0-9]{${idLength},64})`,
  'gi',
);

/** None has more characters, with those before it. */
const matching = { reach: 96 };

/** A text that looks like a placeholder, including brackets. */
interface Lookalike extends TextRange {
  /** The kind, in lower case, and a hyphen; empty for one that looks like a value. */
  readonly tag: string;
  /** In lower case; the whole text for one that looks like a value. */
  readonly id: string;
  readonly idStart: number;
}

function lookalikeSpansIn(text: string): readonly Lookalike[] {
  const bracketed: Lookalike[] = [];
  eachMatch(text, lookalike, matching, ({ index, 0: whole, 1: tag = '', 2: id = '' }) => {
    const end = index + whole.length;
    bracketed.push({
      start: text[index - 1] === '[' ? index - 1 : index,
      end: text[end] === ']' ? end + 1 : end,
      tag: `${tag.toLowerCase()}-`,
      id: id.toLowerCase(),
      idStart: end - id.length,
    });
  });
  if (!['@pii.invalid', '198.1', '+999', 'XX99'].some((part) => text.includes(part))) return bracketed;
  const others: Lookalike[] = [];
  for (const { index, 0: id } of text.matchAll(shapedPattern)) {
    others.push({ start: index, end: index + id.length, tag: '', id, idStart: index });
  }
  return [...bracketed, ...others].toSorted((a, b) => a.start - b.start);
}

/** Whether a kind and id, or the whole of a placeholder that looks like a value, belongs to the conversation. */
export type Knows = (name: string) => boolean;

/**
 * The placeholders of the conversation in a text, in order: nothing within them is cast. Characters next to one are not
 * part of it.
 */
export function placeholderSpansIn(text: string, knows: Knows): readonly TextRange[] {
  const spans: TextRange[] = [];
  for (const each of lookalikeSpansIn(text)) {
    const known = knownPart(each, knows);
    if (known !== null) spans.push(known);
  }
  return spans;
}

/**
 * The placeholders of the conversation, and texts that only look like placeholders: those stay as they are, unless they
 * contain a detected number or address, as `Card-4111…` does. Only a text that could have been drawn from a key looks
 * like one.
 */
export function keptSpansIn(text: string, found: readonly FoundSpan[], knows: Knows): readonly TextRange[] {
  const lookalikes = lookalikeSpansIn(text);
  if (lookalikes.length === 0) return [];
  const values = spanOverlaps(found.filter(({ entity }) => entity !== 'PERSON' && entity !== 'ADDRESS'));
  const kept: TextRange[] = [];
  for (const each of lookalikes) {
    const known = knownPart(each, knows);
    if (known !== null) kept.push(known);
    else if (!values.overlap(each) && isDrawn(each)) kept.push(each);
  }
  return kept;
}

function knownPart({ start, end, tag, id, idStart }: Lookalike, knows: Knows): TextRange | null {
  if (knows(tag + id)) return { start, end };
  if (tag === '') return null;
  for (let length = Math.min(id.length - 1, idLengthMax); length >= idLength; length--) {
    if (knows(tag + id.slice(0, length))) return { start, end: idStart + length };
  }
  return null;
}

function isDrawn({ tag, id }: Lookalike): boolean {
  if (tag !== '') return isDrawnId(id);
  return !id.includes('@') || isDrawnId(id.slice('pii.'.length, id.indexOf('@')));
}
