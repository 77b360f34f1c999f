import type { PiiEntity } from '../pii-kinds.ts';
import type { WorkInParts } from '../work-in-parts.ts';
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
export function* castTexts(
  analysed: readonly AnalysedText[],
  book: CastBook,
  shapes: ReadonlyMap<PiiEntity, Shape> = new Map(),
): WorkInParts<CastResult> {
  for (const { text } of analysed) {
    yield charactersOfText;
    book.avoid(text);
  }
  const known = yield* knownValues(analysed, book);
  const used = new Set<CastEntry>();
  const texts: string[] = [];
  for (const each of analysed) {
    yield charactersOfText;
    const { text, isNumber = false } = each;
    const parts = yield* castParts(each, known, book.knows);
    const [only] = parts;
    if (only === undefined) texts.push(text);
    else if (isNumber) texts.push(take(text, only.entity, { isNumber: true }));
    else texts.push(yield* spliced(text, parts, (value, entity) => take(value, entity, { shape: shapes.get(entity) })));
  }
  return { texts, used };

  function take(value: string, entity: PiiEntity, kind: { isNumber?: boolean; shape?: Shape | undefined }): string {
    const { isNumber = false, shape = null } = kind;
    const entry = book.entryOf(value, entity, { isNumber, shape });
    used.add(entry);
    return entry.placeholder;
  }
}

/** The size of the work for each text in addition to its characters, and for each known value. */
const charactersOfText = 64;
/** The size of the work for a value in addition to its characters: its placeholder is looked up or drawn. */
const charactersOfValue = 256;

/** All values known in the conversation, including those found in this request. */
export function* knownValues(analysed: readonly AnalysedText[], book: CastBook): WorkInParts<KnownValues> {
  const known = new KnownValues();
  for (const { value, entity } of book.entries) {
    yield charactersOfText;
    known.add(value, entity);
  }
  const none = new KnownValues();
  for (const each of analysed) {
    yield charactersOfText;
    for (const { value, entity } of yield* castParts(each, none, book.knows)) {
      yield charactersOfText + value.length;
      known.add(value, entity);
    }
  }
  return known;
}

function* spliced(
  text: string,
  parts: readonly CastPart[],
  by: (value: string, entity: PiiEntity) => string,
): WorkInParts<string> {
  let out = '';
  let from = 0;
  for (const { start, end, value, entity } of parts) {
    yield charactersOfValue + value.length;
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
