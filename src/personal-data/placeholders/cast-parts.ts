import type { FoundSpan, KnownValues } from './known-values.ts';
import { keptSpansIn, type Knows } from './lookalikes.ts';
import { mayEscape, signOfEscape, type UnescapedText } from './unescaped-text.ts';
import type { DecodedText } from './decoded-text.ts';
import { spanOverlaps } from './span-overlaps.ts';
import { unitedSpans } from './united-spans.ts';

/** A text with the parts found in it. */
export interface AnalysedText {
  readonly text: string;
  readonly spans: readonly FoundSpan[];
  /** It stands for a JSON number, which is cast whole or not at all. */
  readonly isNumber?: boolean;
  /** What was found behind escapes; absent: it has none. */
  readonly unescaped?: { readonly text: UnescapedText; readonly spans: readonly FoundSpan[] };
  /** What was found in its base64, with places in what that says; absent: it has none that spells text. */
  readonly decoded?: { readonly text: DecodedText; readonly spans: readonly FoundSpan[] };
}

/** A part of a text that is cast, and the value that it spells. */
export interface CastPart extends FoundSpan {
  /** Unescaped: `Jörg`, also where the text has `J\u00f6rg`. */
  readonly value: string;
}

/**
 * The parts of a text to be cast, in order and without overlaps: what detectors found in it, what is known, and the same
 * behind escapes. Where both find something, the reading behind the escapes decides how far it goes. Of base64, the
 * groups of characters that say any of it are cast, as they are written.
 */
export function castParts(analysed: AnalysedText, known: KnownValues, knows: Knows): readonly CastPart[] {
  const { text, spans, unescaped } = analysed;
  const plain = readParts({ text, spans: [...spans, ...inBase64(analysed, known)] }, known, knows);
  if (unescaped === undefined) return plain;
  const { text: view, spans: behind } = unescaped;
  const found = readParts({ text: view.text, spans: behind }, known, knows);
  const read: CastPart[] = [];
  for (const part of found) {
    const place = view.original(part);
    const written = text.slice(place.start, place.end);
    // Without escapes it fits wherever the value fits, and comes back as it was written.
    read.push({ ...part, ...place, value: signOfEscape.test(written) ? part.value : written });
  }
  const mapped = withoutShorter(text, read, plain);
  const behindEscapes = spanOverlaps(mapped);
  const uncut: CastPart[] = [];
  for (const part of plain) {
    const isOwn = beginsWithDigits(text, part) && !behindEscapes.overlap(part);
    for (const each of isOwn ? [part] : rest(text, part, view.uncut(part))) uncut.push(each);
  }
  return merged(text, mapped, uncut);
}

/**
 * What was read behind escapes, except parts of what was found without reading any: the mark of a note behind a name is
 * no digit of it. Both are in order.
 */
function withoutShorter(text: string, read: readonly CastPart[], plain: readonly CastPart[]): readonly CastPart[] {
  let at = 0;
  const kept: CastPart[] = [];
  for (const part of read) {
    const { start, end } = part;
    while ((plain[at]?.end ?? Infinity) < end) at += 1;
    const longer = plain[at];
    const isWhole = longer === undefined || longer.start > start || longer.end - longer.start === end - start;
    if (isWhole || mayEscape.test(text.slice(longer.start, longer.end))) kept.push(part);
  }
  return kept;
}

/** The base64 that says what was found or is known. */
function inBase64({ decoded }: AnalysedText, known: KnownValues): readonly FoundSpan[] {
  if (decoded === undefined) return [];
  const { text, spans } = decoded;
  const all = known.isEmpty ? spans : [...spans, ...known.find(text.text)];
  return all.map((span) => ({ ...span, ...text.original(span) }));
}

/**
 * Whether a part stands behind a sign that makes an escape of its first digits, as in `LIKE '%4111…'`. It is a value if
 * nothing is found there behind the escape.
 */
function beginsWithDigits(text: string, { start }: Omit<FoundSpan, 'entity'>): boolean {
  const sign = text.charAt(start - 1);
  return sign === '%' ? /[\da-f]/i.test(text.charAt(start)) : sign === '\\' && /\d/.test(text.charAt(start));
}

function readParts(
  { text, spans }: Pick<AnalysedText, 'text' | 'spans'>,
  known: KnownValues,
  knows: Knows,
): readonly CastPart[] {
  const all = known.isEmpty ? spans : [...spans, ...known.find(text)];
  if (all.length === 0) return [];
  const united = unitedSpans(text, all, keptSpansIn(text, spans, knows));
  const parts: CastPart[] = [];
  for (const { start, end, entity } of united) {
    parts.push({ start, end, entity, value: text.slice(start, end) });
  }
  return parts;
}

/** All of `first`, and what is left of `second` beside it. Both are in order. */
function merged(text: string, first: readonly CastPart[], second: readonly CastPart[]): readonly CastPart[] {
  const parts = [...first];
  let at = 0;
  for (const part of second) {
    while ((first[at]?.end ?? Infinity) <= part.start) at += 1;
    let { start } = part;
    for (let next = at; (first[next]?.start ?? Infinity) < part.end; next += 1) {
      const { start: end, end: after } = first[next] ?? part;
      for (const left of rest(text, part, { start, end })) parts.push(left);
      start = Math.max(start, after);
    }
    for (const left of rest(text, part, { start, end: part.end })) parts.push(left);
  }
  return parts.toSorted((a, b) => a.start - b.start);
}

/** A piece of a part; none if no letter or digit is left. */
function rest(text: string, part: CastPart, { start, end }: Omit<FoundSpan, 'entity'>): readonly CastPart[] {
  if (start === part.start && end === part.end) return [part];
  const value = text.slice(start, end);
  return start < end && /[\p{L}\p{N}]/u.test(value) ? [{ ...part, start, end, value }] : [];
}
