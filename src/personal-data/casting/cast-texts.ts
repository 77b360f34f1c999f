import type { PiiEntity } from '../pii-kinds.ts';
import type { CastBook, CastEntry } from './cast-book.ts';
import { KnownValues, type FoundSpan } from './known-values.ts';
import { keptSpansIn } from './lookalikes.ts';
import type { Shape } from './shaped-placeholder.ts';
import { unitedSpans } from './united-spans.ts';

/** A text with what was found in it. */
export interface AnalysedText {
  readonly text: string;
  readonly spans: readonly FoundSpan[];
  /** It stands for a number of JSON: cast whole or not at all. */
  readonly isNumber?: boolean;
}

export interface CastResult {
  /** As many as came in, in their order. */
  readonly texts: readonly string[];
  /** What now stands in the texts, each entry once. */
  readonly used: ReadonlySet<CastEntry>;
}

/**
 * Casts the texts of one request: what was found in any of them is cast in all of them. A placeholder of the conversation
 * stays what it is, and what only looks like one stays as well. Pure but for the book, which learns what is new.
 */
export function castTexts(
  analysed: readonly AnalysedText[],
  book: CastBook,
  shapes: ReadonlyMap<PiiEntity, Shape> = new Map(),
): CastResult {
  for (const { text } of analysed) book.avoid(text);
  const known = knownValues(analysed, book);
  const used = new Set<CastEntry>();
  const texts = analysed.map(({ text, spans, isNumber = false }) => {
    const kept = keptSpansIn(text, spans, book.knows);
    const all = known.isEmpty ? spans : [...spans, ...known.find(text)];
    if (all.length === 0) return text;
    const united = unitedSpans(text, all, kept);
    if (!isNumber) return spliced(text, united, (value, entity) => take(value, entity, { shape: shapes.get(entity) }));
    const [only] = united;
    return only === undefined ? text : take(text, only.entity, { isNumber: true });
  });
  return { texts, used };

  function take(value: string, entity: PiiEntity, kind: { isNumber?: boolean; shape?: Shape | undefined }): string {
    const { isNumber = false, shape = null } = kind;
    const entry = book.entryOf(value, entity, { isNumber, shape });
    used.add(entry);
    return entry.placeholder;
  }
}

/** Everything that the conversation knows, what was found in this request included. */
export function knownValues(analysed: readonly AnalysedText[], book: CastBook): KnownValues {
  const known = new KnownValues();
  for (const { value, entity } of book.entries) known.add(value, entity);
  for (const { text, spans } of analysed) {
    for (const { start, end, entity } of unitedSpans(text, spans, keptSpansIn(text, spans, book.knows))) {
      known.add(text.slice(start, end), entity);
    }
  }
  return known;
}

function spliced(text: string, spans: readonly FoundSpan[], by: (value: string, entity: PiiEntity) => string): string {
  let out = '';
  let from = 0;
  for (const { start, end, entity } of spans) {
    out += text.slice(from, start) + by(text.slice(start, end), entity);
    from = end;
  }
  return out + text.slice(from);
}

/** How many different values of each kind stand in a request as placeholders. */
export function countsOf(used: ReadonlySet<CastEntry>): ReadonlyMap<PiiEntity, number> {
  const counts = new Map<PiiEntity, number>();
  for (const { entity } of used) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  return counts;
}
