import type { BodyText } from '../personal-data/body-texts.ts';
import type { AnalysedText } from '../personal-data/placeholders/cast-parts.ts';
import { decodedText, type DecodedText } from '../personal-data/placeholders/decoded-text.ts';
import { unescapedText, type UnescapedText } from '../personal-data/placeholders/unescaped-text.ts';

/** What a text says to a reader who undoes its escapes, or decodes its base64; `null` where it has none. */
interface Readings {
  readonly unescaped: UnescapedText | null;
  readonly decoded: DecodedText | null;
}

/** The readings of each text. */
export function readingsOf(texts: readonly BodyText[]): readonly Readings[] {
  return texts.map(({ text, isNumber = false }) =>
    isNumber ? { unescaped: null, decoded: null } : { unescaped: unescapedText(text), decoded: decodedText(text) },
  );
}

/** The readings as texts of their own, in order. */
export function readingTexts(texts: readonly BodyText[], readings: readonly Readings[]): readonly BodyText[] {
  return readings.flatMap(({ unescaped, decoded }, index) => {
    const shown = texts[index];
    if (shown === undefined) return [];
    return [unescaped, decoded].flatMap((reading) => (reading === null ? [] : [{ ...shown, text: reading.text }]));
  });
}

/** The texts with what was found in their readings. `found`: the texts, followed by their {@link readingTexts}. */
export function withReadings(found: readonly AnalysedText[], readings: readonly Readings[]): readonly AnalysedText[] {
  let next = readings.length;
  const behind = <Text>(text: Text | null) => (text === null ? null : { text, spans: found[next++]?.spans ?? [] });
  return readings.map((reading, index) => {
    const unescaped = behind(reading.unescaped);
    const decoded = behind(reading.decoded);
    const own = found[index] ?? { text: '', spans: [] };
    return { ...own, ...(unescaped !== null && { unescaped }), ...(decoded !== null && { decoded }) };
  });
}
