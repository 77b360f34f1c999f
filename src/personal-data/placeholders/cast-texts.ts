import type { PiiEntity } from '../pii-kinds.ts';
import type { CastBook, CastEntry } from './cast-book.ts';
import { KnownValues } from './known-values.ts';
import { castParts, type AnalysedText, type CastPart } from './cast-parts.ts';
import type { Shape } from './shaped-placeholder.ts';

export interface CastResult {
  /** As many as were given, in the same order. */
  readonly texts: readonly string[];
  /** The entries that now occur in the texts, each once. */
  readonly used: ReadonlySet<CastEntry>;
}

/**
 * Casts the texts of one request: a value found in one of them is cast in all of them. Placeholders of the conversation
 * stay as they are, and so do texts that only look like placeholders. Pure, except that the book learns new values.
 */
export function castTexts(
  analysed: readonly AnalysedText[],
  book: CastBook,
  shapes: ReadonlyMap<PiiEntity, Shape> = new Map(),
): CastResult {
  for (const { text } of analysed) {
    book.avoid(text);
  }
  const known = knownValues(analysed, book);
  const used = new Set<CastEntry>();
  const texts: string[] = [];
  for (const each of analysed) {
    const { text, isNumber = false } = each;
    const parts = castParts(each, known, book.knows);
    const [only] = parts;
    if (only === undefined) texts.push(text);
    else if (isNumber) texts.push(take(text, only.entity, { isNumber: true }));
    else texts.push(spliced(text, parts, (value, entity) => take(value, entity, { shape: shapes.get(entity) })));
  }
  return { texts, used };

  function take(value: string, entity: PiiEntity, kind: { isNumber?: boolean; shape?: Shape | undefined }): string {
    const { isNumber = false, shape = null } = kind;
    const entry = book.entryOf(value, entity, { isNumber, shape });
    used.add(entry);
    return entry.placeholder;
  }
}

/** All values known in the conversation, including those found in this request. */
export function knownValues(analysed: readonly AnalysedText[], book: CastBook): KnownValues {
  const known = new KnownValues();
  for (const { value, entity } of book.entries) {
    known.add(value, entity);
  }
  const none = new KnownValues();
  for (const each of analysed) {
    for (const { value, entity } of castParts(each, none, book.knows)) {
      known.add(value, entity);
    }
  }
  return known;
}

function spliced(text: string, parts: readonly CastPart[], by: (value: string, entity: PiiEntity) => string): string {
  let out = '';
  let from = 0;
  for (const { start, end, value, entity } of parts) {
    out += text.slice(from, start) + by(value, entity);
    from = end;
  }
  return out + text.slice(from);
}

/** How many different values of each kind occur in a request as placeholders. */
export function entityCounts(used: ReadonlySet<CastEntry>): ReadonlyMap<PiiEntity, number> {
  const counts = new Map<PiiEntity, number>();
  for (const { entity } of used) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  return counts;
}
