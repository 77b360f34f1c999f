import type { WorkInParts } from '../work-in-parts.ts';
import type { FoundSpan, KnownValues } from './known-values.ts';
import { decodedText } from './decoded-text.ts';
import { placeholderSpansIn, type Knows } from './lookalikes.ts';
import { unescapedText } from './unescaped-text.ts';
import { unitedSpans } from './united-spans.ts';

/** Known values that are left in a text beside its placeholders, also behind escapes and in base64. */
export function* knownSpansLeft(known: KnownValues, text: string, knows: Knows): WorkInParts<readonly FoundSpan[]> {
  const decoded = yield* decodedText(text);
  const said = decoded === null ? [] : yield* known.find(decoded.text);
  const inBase64 = said.map((span) => ({ ...span, ...decoded?.original(span) }));
  const left = [...(yield* leftIn(known, text, knows)), ...inBase64];
  const view = yield* unescapedText(text);
  if (view === null) return left;
  const behind = yield* leftIn(known, view.text, knows);
  return [...left, ...behind.map((span) => ({ ...span, ...view.original(span) }))];
}

function* leftIn(known: KnownValues, text: string, knows: Knows): WorkInParts<readonly FoundSpan[]> {
  const found = yield* known.find(text);
  return found.length === 0 ? [] : yield* unitedSpans(text, found, yield* placeholderSpansIn(text, knows));
}

/**
 * Replaces placeholders before rules that would read their kind as a word of the text. One UTF-16 unit, not a letter, and
 * none that the rules leave out as unseen: what stands before and after a placeholder is no word.
 */
const veil = '\ufffd';

/** A text of the same length in which no rule sees a placeholder of the conversation. */
export function* veiled(text: string, knows: Knows): WorkInParts<string> {
  let out = '';
  let from = 0;
  for (const { start, end } of yield* placeholderSpansIn(text, knows)) {
    yield end - start;
    out += text.slice(from, start) + veil.repeat(end - start);
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}
