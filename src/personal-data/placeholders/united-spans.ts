import type { PiiEntity } from '../pii-kinds.ts';
import type { FoundSpan } from './known-values.ts';

/** A part of a text that is never cast: overlapping findings are cut at its ends. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The order of kinds in an overlap, the first one wins: kinds with a checksum before kinds with a form, words last. */
const ranked: readonly PiiEntity[] = [
  ...(['SECRET', 'IBAN', 'CARD', 'EMAIL', 'NATIONAL_ID', 'TAX_ID', 'VAT_ID', 'HEALTH_ID', 'PASSPORT'] as const),
  ...(['ID_DOCUMENT', 'DRIVING_LICENCE', 'IP', 'DATE_OF_BIRTH', 'PLATE', 'PHONE', 'ADDRESS', 'PERSON'] as const),
];

const rank: ReadonlyMap<PiiEntity, number> = new Map(ranked.map((entity, place) => [entity, place]));

/**
 * The parts of a text to be cast, in order and without overlaps. Overlapping findings of several detectors are united
 * under the most specific kind; `kept` parts are left out.
 */
export function unitedSpans(
  text: string,
  spans: readonly FoundSpan[],
  kept: readonly TextRange[],
): readonly FoundSpan[] {
  const united: FoundSpan[] = [];
  for (const span of spans.map((each) => wholeCharacters(text, each)).toSorted(inOrder)) {
    const last = united.at(-1);
    if (last === undefined || span.start >= last.end) united.push(span);
    else united[united.length - 1] = union(last, span);
  }
  const parts: FoundSpan[] = [];
  let at = 0;
  for (const span of united) {
    while ((kept[at]?.end ?? Infinity) <= span.start) at += 1;
    for (const rest of without(span, kept, at)) {
      for (let next: FoundSpan | null = rest; next !== null;) {
        const end = endOfValue(text, next);
        writable(text, { ...next, end }, parts);
        next = end < next.end ? { ...next, start: end } : null;
      }
    }
  }
  return parts;
}

/** Findings that adjoin are one, as long as the text. A value is no longer than this, UTF-16 units: see `KnownValues`. */
const valueLengthMax = 200;

/** Where a finding ends that is longer than a value may be: between two words, if it has any. */
function endOfValue(text: string, { start, end }: FoundSpan): number {
  if (end - start <= valueLengthMax) return end;
  const blank = text.slice(start, start + valueLengthMax).search(/\s\S*$/);
  return blank > 0
    ? start + blank
    : wholeCharacters(text, { start, end: start + valueLengthMax, entity: 'PERSON' }).end;
}

function inOrder(a: FoundSpan, b: FoundSpan): number {
  return a.start - b.start || b.end - a.end;
}

function union(a: FoundSpan, b: FoundSpan): FoundSpan {
  const { entity } = (rank.get(b.entity) ?? 0) < (rank.get(a.entity) ?? 0) ? b : a;
  return { start: a.start, end: Math.max(a.end, b.end), entity };
}

/** Extends a finding that cuts a character in half, and by the combining marks on its last letter. */
function wholeCharacters(text: string, { start, end, entity }: FoundSpan): FoundSpan {
  const from = Math.max(0, Math.min(start, text.length));
  let to = Math.max(from, Math.min(end, text.length));
  if (isLow(text, to) && isHigh(text, to - 1)) to++;
  while (to < text.length && /\p{M}/u.test(text.charAt(to))) to++;
  return { start: isLow(text, from) && isHigh(text, from - 1) ? from - 1 : from, end: to, entity };
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** The kept ranges are in order and do not overlap; those before `at` end before the span. */
function without(span: FoundSpan, kept: readonly TextRange[], at: number): readonly FoundSpan[] {
  const rest: FoundSpan[] = [];
  let { start } = span;
  for (let next = at; (kept[next]?.start ?? Infinity) < span.end; next += 1) {
    const range = kept[next] ?? span;
    if (range.start > start) rest.push({ ...span, start, end: range.start });
    start = Math.max(start, range.end);
  }
  if (start < span.end) rest.push({ ...span, start });
  return rest;
}

/** Characters that a value may not contain, so that it fits into JSON at any depth. A value is cut at them. */
// eslint-disable-next-line no-control-regex
const unwritable = /["\\\p{Cc}\u2028\u2029]|\p{Surrogate}/u;

function writable(text: string, span: FoundSpan, parts: FoundSpan[]): void {
  let from = span.start;
  let at = from;
  const cut = (end: number): void => {
    const part = trimmed(text, { ...span, start: from, end });
    if (part !== null) parts.push(part);
  };
  for (const character of text.slice(span.start, span.end)) {
    if (unwritable.test(character)) {
      cut(at);
      from = at + character.length;
    }
    at += character.length;
  }
  cut(span.end);
}

/** Without blanks at its ends; `null` when no letter or digit is left. */
function trimmed(text: string, { start, end, entity }: FoundSpan): FoundSpan | null {
  const part = text.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(part)) return null;
  return {
    start: start + part.length - part.trimStart().length,
    end: end - (part.length - part.trimEnd().length),
    entity,
  };
}
