import type { BodyText } from '../personal-data/body-texts.ts';
import type { AnalysedText } from '../personal-data/placeholders/cast-parts.ts';
import type { FoundSpan } from '../personal-data/placeholders/known-values.ts';

/** Names of members that are names of fields in quotes alone, as in records of health: "Given: a triangle" is none. */
const quoted: ReadonlySet<string> = new Set(['family', 'given']);

/** A text as detectors read it. The name of a member announces its value: `{"tel": 393471234567}`. */
export function shownText({ text, label }: BodyText): string {
  return beforeText(label) + text;
}

function beforeText(label: string | undefined): string {
  if (label === undefined) return '';
  return quoted.has(label) ? `"${label}": ` : `${label}: `;
}

/** A text with the parts that were found in its shown form. */
export function analysedText(shown: BodyText, spans: readonly FoundSpan[]): AnalysedText {
  const { text, label, isNumber = false } = shown;
  if (label === undefined && !isNumber) return { text, spans, isNumber };
  const before = beforeText(label).length;
  const own: FoundSpan[] = [];
  for (const { start, end, entity } of spans) {
    if (end <= before) continue;
    const from = isNumber ? 0 : Math.max(0, start - before);
    own.push({ start: from, end: isNumber ? text.length : end - before, entity });
  }
  return { text, spans: own, isNumber };
}
