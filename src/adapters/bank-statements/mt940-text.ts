/** The information of an entry, as :86: has it. */
export interface Mt940Text {
  /** What the payer wrote, for people. */
  readonly text: string;
  /** All in which a reference may stand. */
  readonly texts: readonly string[];
  /** The reference that the payer chose; `null`: none. */
  readonly endToEnd: string | null;
}

/** Subfields of the German form that carry the payer's text, in their order. */
const textFields = /^(?:2[0-9]|6[0-3])$/;

/** What begins such a text, with the sign that stands before each subfield: a question mark, or what a bank has instead. */
const fieldsPattern = /^(?:\d{3})?([?~<^])\d{2}/;

/** The words by which German banks mark the parts of a text. */
const markPattern = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/g;

/**
 * Reads the lines of :86: in the German form (`166?00…?20…`), the form with slashes (`/EREF/…//REMI/…/`), or as plain
 * text. Words are cut at the ends of lines, and go on in the next.
 */
export function mt940Text(lines: readonly string[]): Mt940Text {
  const whole = lines.join('');
  const sign = fieldsPattern.exec(whole)?.[1];
  const written = sign === undefined ? whole : germanText(whole, sign);
  const parts = partsOf(written);
  const text = parts.get('SVWZ') ?? parts.get('REMI') ?? (sign === undefined ? lines.join(' ') : written);
  const endToEnd = (parts.get('EREF') ?? '').trim();
  return { text: text.trim(), texts: [written, ...parts.values(), whole], endToEnd: endToEnd === '' ? null : endToEnd };
}

/** The payer's text of subfields of 27 characters. */
function germanText(whole: string, sign: string): string {
  return whole
    .split(sign)
    .filter((field) => textFields.test(field.slice(0, 2)))
    .map((field) => field.slice(2))
    .join('');
}

/** The marked parts of a text, by their mark. */
function partsOf(written: string): ReadonlyMap<string, string> {
  const marks = [...written.matchAll(markPattern)];
  const german = marks.map((mark, index) => {
    const from = mark.index + mark[0].length;
    return [mark[1] ?? '', written.slice(from, marks[index + 1]?.index)] as const;
  });
  if (german.length > 0) return new Map(german.toReversed());
  const slashed = written.split(/\/(EREF|REMI|NAME|IBAN|BIC|TRCD|RTYP|MARF|CSID|PREF|ISDT|PURP)\//);
  return new Map(
    slashed.flatMap((part, index) =>
      index % 2 === 1 ? [[part, withoutSlashes((slashed[index + 1] ?? '').replace(/^(USTD|STRD)\/\//, ''))]] : [],
    ),
  );
}

/** A pattern would try each slash of a row as the first of those at the end. */
function withoutSlashes(part: string): string {
  let end = part.length;
  while (part[end - 1] === '/') end -= 1;
  return part.slice(0, end);
}
