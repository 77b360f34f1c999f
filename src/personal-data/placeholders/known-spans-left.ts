import type { FoundSpan, KnownValues } from './known-values.ts';
import { decodedText } from './decoded-text.ts';
import { placeholderSpansIn, type Knows } from './lookalikes.ts';
import { unescapedText } from './unescaped-text.ts';
import { unitedSpans } from './united-spans.ts';

/** Known values that are left in a text beside its placeholders, also behind escapes and in base64. */
export function knownSpansLeft(known: KnownValues, text: string, knows: Knows): readonly FoundSpan[] {
  const decoded = decodedText(text);
  const said = decoded === null ? [] : known.find(decoded.text);
  const inBase64 = said.map((span) => ({ ...span, ...decoded?.original(span) }));
  const left = [...leftIn(known, text, knows), ...inBase64];
  const view = unescapedText(text);
  if (view === null) return left;
  const behind = leftIn(known, view.text, knows);
  return [...left, ...behind.map((span) => ({ ...span, ...view.original(span) }))];
}

function leftIn(known: KnownValues, text: string, knows: Knows): readonly FoundSpan[] {
  const found = known.find(text);
  return found.length === 0 ? [] : unitedSpans(text, found, placeholderSpansIn(text, knows));
}

/**
 * Replaces placeholders before rules that would read their kind as a word of the text. One UTF-16 unit, not a letter, and
 * none that the rules leave out as unseen: what stands before and after a placeholder is no word.
 */
const veil = '\ufffd';

/** A text of the same length in which no rule sees a placeholder of the conversation. */
export function veiled(text: string, knows: Knows): string {
  let out = '';
  let from = 0;
  for (const { start, end } of placeholderSpansIn(text, knows)) {
    out += text.slice(from, start) + veil.repeat(end - start);
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}
