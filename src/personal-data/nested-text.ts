/**
 * A text with the JSON in it undone: where a text is JSON, what can be read are its strings, as they are without escapes,
 * and so on within those.
 */
export interface NestedText {
  readonly text: string;
  /** `null` where the text is no JSON and is read as it is. */
  readonly parts: readonly NestedPart[] | null;
}

/** A part of a text of JSON: a string in it, or what stands beside the strings of what is no JSON after all. */
interface NestedPart {
  readonly start: number;
  readonly end: number;
  /** A string, quotes included. */
  readonly isString: boolean;
  readonly within: NestedText;
}

/** JSON within strings of JSON is followed so deep. */
const depthMax = 8;

/**
 * Reads a text. `isJson`: it is meant to be JSON, so that where it is not, as when it was cut off, its strings are read
 * as such all the same, and everything beside them as well. Of any other text only whole objects and lists count as JSON.
 */
export function nestedText(text: string, isJson: boolean, depth = 0): NestedText {
  const isWhole = (isJson || /^\s*[[{]/.test(text)) && depth < depthMax && parses(text);
  if (!isWhole && !isJson) return { text, parts: null };
  const parts: NestedPart[] = [];
  let from = 0;
  const beside = (end: number): void => {
    if (isWhole || end === from) return;
    parts.push({ start: from, end, isString: false, within: { text: text.slice(from, end), parts: null } });
  };
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', from)) {
    const end = endOfString(text, start);
    const decoded = end < 0 ? null : decode(text.slice(start, end));
    if (end < 0 || decoded === null) break;
    beside(start);
    parts.push({ start, end, isString: true, within: nestedText(decoded, false, depth + 1) });
    from = end;
  }
  beside(text.length);
  return { text, parts };
}

/** The texts that can be read, in their order. */
export function readableTexts({ text, parts }: NestedText): readonly string[] {
  if (parts === null) return text === '' ? [] : [text];
  return parts.flatMap(({ within }) => readableTexts(within));
}

/** The text with others in the place of those that `readableTexts` tells, taken from `next` in the same order. */
export function writtenText({ text, parts }: NestedText, next: () => string): string {
  if (parts === null) return text === '' ? '' : next();
  let written = '';
  let from = 0;
  for (const { start, end, isString, within } of parts) {
    const replaced = writtenText(within, next);
    if (replaced === within.text) continue;
    written += text.slice(from, start) + (isString ? JSON.stringify(replaced) : replaced);
    from = end;
  }
  return written + text.slice(from);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The offset after the quote that closes the string that begins at `start`; -1 where none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return -1;
}

/** `null` for what is no string of JSON. */
function decode(quoted: string): string | null {
  try {
    // A JSON string parses to a string.
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
