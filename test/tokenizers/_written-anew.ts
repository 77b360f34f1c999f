// JSON as templates write it: Python's `json.dumps`, through which most of them go, with and without an indent.

/** A number with the digits that it was sent with. */
class SentNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** A value of a JSON text, numbers as {@link SentNumber}. */
export function parsedAsSent(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, { source }: { readonly source?: string } = {}) =>
    typeof value === 'number' ? new SentNumber(source ?? String(value)) : value,
  );
}

/** `1e15` is a float: written with all digits and a point. From 1e21 on every language keeps an exponent. */
function numberText({ digits }: SentNumber): string {
  if (!/[.e]/i.test(digits)) return digits;
  const text = String(Number(digits));
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** How JSON is written anew. */
export interface Style {
  /** Blanks a level; `null`: on one line, with a blank behind each comma and colon. */
  readonly indent: number | null;
  /** What is not ASCII, and what HTML reads, is written as escapes. */
  readonly isEscaped?: true;
}

function stringText(text: string, { isEscaped }: Style): string {
  const json = JSON.stringify(text);
  if (isEscaped !== true) return json;
  return json.replaceAll(/[<>&'\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes a value. */
export function writtenAnew(value: unknown, style: Style, depth = 0): string {
  if (value instanceof SentNumber) return numberText(value);
  if (typeof value === 'string') return stringText(value, style);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const children = Array.isArray(value)
    ? value.map((child: unknown) => writtenAnew(child, style, depth + 1))
    : Object.entries(value).map(
        ([name, child]) => `${stringText(name, style)}: ${writtenAnew(child, style, depth + 1)}`,
      );
  const { indent } = style;
  if (children.length === 0) return `${open}${close}`;
  if (indent === null) return `${open}${children.join(', ')}${close}`;
  const line = (level: number): string => `\n${' '.repeat(indent * level)}`;
  return `${open}${line(depth + 1)}${children.join(`,${line(depth + 1)}`)}${line(depth)}${close}`;
}

/** The same of a text that may hold JSON, as servers parse the arguments of a call first. */
export function argumentsAnew(text: string, style: Style): string {
  try {
    const value = parsedAsSent(text);
    return typeof value === 'object' && value !== null ? writtenAnew(value, style) : text;
  } catch {
    return text;
  }
}
