import type { PiiEntity } from '../pii-kinds.ts';
import type { FoundSpan } from './known-values.ts';

/** What stands in a text and is never cast: an end of it is cut off what was found around. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Of two kinds that overlap the first of these counts: what has a checksum before what has a form, and words last. */
const ranked: readonly PiiEntity[] = [
  ...(['IBAN', 'CARD', 'EMAIL', 'NATIONAL_ID', 'TAX_ID', 'VAT_ID', 'HEALTH_ID', 'PASSPORT'] as const),
  ...(['ID_DOCUMENT', 'DRIVING_LICENCE', 'IP', 'DATE_OF_BIRTH', 'PLATE', 'PHONE', 'ADDRESS', 'PERSON'] as const),
];

const rank: ReadonlyMap<PiiEntity, number> = new Map(ranked.map((entity, place) => [entity, place]));

/**
 * The parts of a text to be cast, in order and apart: everything that anybody found, so that whatever two detectors see
 * differently is covered whole, under the kind that says most; but nothing of `kept`.
 */
export function unitedSpans(
  text: string,
  spans: readonly FoundSpan[],
  kept: readonly TextRange[],
): readonly FoundSpan[] {
  const united: FoundSpan[] = [];
  for (const span of inOrder(spans.map((each) => wholeCharacters(text, each)))) {
    const last = united.at(-1);
    if (last === undefined || span.start >= last.end) united.push(span);
    else united[united.length - 1] = union(last, span);
  }
  return united.flatMap((span) => writable(text, without(span, kept)));
}

function inOrder(spans: readonly FoundSpan[]): readonly FoundSpan[] {
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function union(a: FoundSpan, b: FoundSpan): FoundSpan {
  const { entity } = (rank.get(b.entity) ?? 0) < (rank.get(a.entity) ?? 0) ? b : a;
  return { start: a.start, end: Math.max(a.end, b.end), entity };
}

/** Wider by the other half of a character that an end cuts in two, and by the marks on its last letter. */
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

/** Ranges that are kept are in order and apart. */
function without(span: FoundSpan, kept: readonly TextRange[]): readonly FoundSpan[] {
  const rest: FoundSpan[] = [];
  let { start } = span;
  for (const range of kept) {
    if (range.end <= start || range.start >= span.end) continue;
    if (range.start > start) rest.push({ ...span, start, end: range.start });
    start = Math.max(start, range.end);
  }
  if (start < span.end) rest.push({ ...span, start });
  return rest;
}

/** What a value may not hold, so that it fits into JSON at any depth: it is left standing, and the value cut there. */
// eslint-disable-next-line no-control-regex
const unwritable = /["\\\p{Cc}\u2028\u2029]|\p{Surrogate}/u;

function writable(text: string, spans: readonly FoundSpan[]): readonly FoundSpan[] {
  return spans.flatMap((span) => {
    const parts: FoundSpan[] = [];
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
    return parts;
  });
}

/** Without blanks at its ends; `null` where no letter and no digit is left. */
function trimmed(text: string, { start, end, entity }: FoundSpan): FoundSpan | null {
  const part = text.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(part)) return null;
  return {
    start: start + part.length - part.trimStart().length,
    end: end - (part.length - part.trimEnd().length),
    entity,
  };
}
