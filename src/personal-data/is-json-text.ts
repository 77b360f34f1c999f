import type { WorkInParts } from './work-in-parts.ts';

/** A text up to this length is parsed at once, characters. */
const shortMax = 32_768;

/** How many tokens one part of the work reads, and the size of that part in addition to the characters of long tokens. */
const tokensOfPart = 1_024;
const charactersOfPart = 16_384;

/** What stands between strings: a sign, a number or a word, with the blanks before it. */
const token = /[ \t\n\r]*(?:[[\]{},:"]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const blanks = /[ \t\n\r]*/y;

/** The end of the plain characters of a string: a quote, an escape, or a sign that may not stand there. */
// oxlint-disable-next-line no-control-regex -- a control character ends a string
const notPlain = /["\\\u0000-\u001f]/g;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** What may come next: a value, the first element or the end of a list, a name, the first name or the end of an object. */
type Expected = 'value' | 'element_or_end' | 'name' | 'name_or_end' | 'colon' | 'comma_or_end';

/** Whether `JSON.parse` accepts a text. A long one is read in parts. */
export function* isJsonText(text: string): WorkInParts<boolean> {
  if (text.length <= shortMax) return parses(text);
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  for (let at = 0, tokens = 1; ; tokens++) {
    if (tokens % tokensOfPart === 0) yield charactersOfPart;
    token.lastIndex = at;
    const [read] = token.exec(text) ?? [];
    if (read === undefined) return false;
    at += read.length;
    const next = after(read.trimStart(), expected, open);
    if (next === null) return false;
    if (read.endsWith('"')) {
      at = yield* endOfString(text, at);
      if (at < 0) return false;
    }
    expected = next;
    if (expected !== 'comma_or_end' || open.length > 0) continue;
    blanks.lastIndex = at;
    blanks.exec(text);
    return blanks.lastIndex === text.length;
  }
}

/** What may follow a token; `null` where it may not stand. `open`: the lists and objects that contain it. */
function after(read: string, expected: Expected, open: ('[' | '{')[]): Expected | null {
  const isValue = expected === 'value' || expected === 'element_or_end';
  const isName = expected === 'name' || expected === 'name_or_end';
  switch (read) {
    case '[':
    case '{':
      if (!isValue) return null;
      open.push(read);
      return read === '[' ? 'element_or_end' : 'name_or_end';
    case ']':
    case '}': {
      const mayEnd = expected === 'comma_or_end' || expected === (read === ']' ? 'element_or_end' : 'name_or_end');
      return mayEnd && open.pop() === (read === ']' ? '[' : '{') ? 'comma_or_end' : null;
    }
    case ',':
      if (expected !== 'comma_or_end') return null;
      return open.at(-1) === '[' ? 'value' : 'name';
    case ':':
      return expected === 'colon' ? 'value' : null;
    case '"':
      if (isName) return 'colon';
      return isValue ? 'comma_or_end' : null;
    default:
      return isValue ? 'comma_or_end' : null;
  }
}

/** The offset after the quote that closes a string; -1 when it is no string. `from`: after the quote that opens it. */
function* endOfString(text: string, from: number): WorkInParts<number> {
  for (let at = from, escapes = 1; ; escapes++) {
    if (escapes % tokensOfPart === 0) yield charactersOfPart;
    notPlain.lastIndex = at;
    const [sign] = notPlain.exec(text) ?? [];
    if (sign === '"') return notPlain.lastIndex;
    if (sign !== '\\') return -1;
    escape.lastIndex = notPlain.lastIndex - 1;
    if (!escape.test(text)) return -1;
    at = escape.lastIndex;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
