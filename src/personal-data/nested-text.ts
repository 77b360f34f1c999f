import { GroupedValue } from './grouped-value.ts';
import { MemberLabels } from './member-labels.ts';
import { eachMatch, nextMatch } from './next-match.ts';
import { spelledTextsIn } from './spelled-text.ts';
import { TooManyTexts } from './too-many-texts.ts';

/**
 * A text with the JSON in it decoded: if a text is JSON, its readable parts are the strings in it, unescaped, and so on
 * within those.
 */
export interface NestedText {
  readonly text: string;
  /** `null` when the text is not JSON and is read as it is. */
  readonly parts: readonly NestedPart[] | null;
  /** What lists of numbers in it spell; absent when there are none. */
  readonly spelled?: readonly string[];
}

/**
 * A part of a JSON text: a string or a long number in it, or the text beside the strings if it is not valid JSON after
 * all.
 */
interface NestedPart {
  readonly start: number;
  readonly end: number;
  /** A string includes its quotes. */
  readonly kind: 'string' | 'number' | 'beside';
  /** The name of its member or column; of a number, the last string before it. */
  label: string | null;
  readonly within: NestedText;
}

/** A text that can be read. */
export interface ReadableText {
  readonly text: string;
  /** The digits of a number. */
  readonly isNumber: boolean;
  /** What announces it in the same JSON, if anything does: the name of its member. */
  readonly label: string | null;
}

/** The most strings and long numbers of JSON in all texts of a body: more than fit into the context of a model. */
export const stringsMax = 100_000;

/** How deep JSON within strings of JSON is followed. */
const depthMax = 8;

/**
 * Reads a text. `isJson`: it is meant to be JSON, so that its strings are read even if it is invalid, for example cut
 * off, and everything beside them as well. In any other text only whole objects and lists count as JSON. Raises
 * `TooManyTexts`.
 */
export function nestedText(text: string, isJson: boolean, depth = 0): NestedText {
  const isWhole = (isJson || /^\s*[[{]/.test(text)) && depth < depthMax && parses(text);
  if (!isWhole && !isJson) return { text, parts: null };
  const parts: NestedPart[] = [];
  const spelled: string[] = [];
  let from = 0;
  let strings = 0;
  let label: string | null = null;
  const labels = new MemberLabels();
  let list = new GroupedValue();
  let nameOfList: string | null = null;
  const endList = (between: string): void => {
    if (/^[^[{}:\]]*\]/.test(between)) addNumbers(list, between.slice(0, between.indexOf(']')));
    const grouped = isWhole ? list.text(nameOfList) : null;
    if (grouped !== null) spelled.push(grouped);
    list = new GroupedValue();
  };
  const beside = (end: number): void => {
    const between = text.slice(from, end);
    labels.pass(between);
    for (const each of spelledTextsIn(between)) spelled.push(each);
    if (isWhole && between.length >= shortestNumber) {
      numbersIn(between, ({ index, 0: json }, digits) => {
        const start = from + index;
        const within = { text: digits, parts: null };
        parts.push({ start, end: start + json.length, kind: 'number', label, within });
      });
      for (const grouped of groupsIn(between, label)) spelled.push(grouped);
    }
    if (isWhole || end === from) return;
    parts.push({ start: from, end, kind: 'beside', label: null, within: { text: between, parts: null } });
  };
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', from)) {
    const end = endOfString(text, start);
    const decoded = end < 0 ? null : decode(text.slice(start, end));
    if (end < 0 || decoded === null) break;
    beside(start);
    const between = text.slice(from, start);
    if (signOfJson.test(between) && !betweenLists.test(between)) {
      endList(between);
      nameOfList = label;
    }
    const numbers = between.slice(between.lastIndexOf('[') + 1);
    if (!signOfJson.test(numbers)) addNumbers(list, numbers);
    list.add(decoded, false);
    if (++strings > stringsMax) throw new TooManyTexts(stringsMax, 'strings of JSON in texts');
    const part: NestedPart = { start, end, kind: 'string', label: null, within: nestedText(decoded, false, depth + 1) };
    labels.next(part, decoded);
    parts.push(part);
    label = decoded;
    from = end;
  }
  endList(text.slice(from));
  beside(text.length);
  return { text, parts, ...(spelled.length > 0 && { spelled }) };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The readable texts, in order. */
export function readableTexts(nested: NestedText): readonly ReadableText[] {
  return [...eachReadableText(nested)];
}

/** The readable texts one by one: there may be many. */
export function* eachReadableText(
  { text, parts }: NestedText,
  as: Omit<ReadableText, 'text'> = { isNumber: false, label: null },
): Iterable<ReadableText> {
  if (parts === null) {
    if (text !== '') yield { text, ...as };
    return;
  }
  for (const { within, kind, label } of parts) yield* eachReadableText(within, { isNumber: kind === 'number', label });
}

/** What lists of numbers in it spell, also within its strings. */
export function spelledTexts({ parts, spelled = [] }: NestedText): readonly string[] {
  return [...spelled, ...(parts ?? []).flatMap(({ within }) => spelledTexts(within))];
}

/** The text with other readable texts, taken from `next` in the order of `readableTexts`. */
export function writtenText({ text, parts }: NestedText, next: () => string): string {
  if (parts === null) return text === '' ? '' : next();
  let written = '';
  let from = 0;
  for (const { start, end, kind, within } of parts) {
    const replaced = writtenText(within, next);
    if (replaced === within.text) continue;
    written += text.slice(from, start) + (kind === 'beside' ? replaced : JSON.stringify(replaced));
    from = end;
  }
  return written + text.slice(from);
}

/** A number of JSON, as it may stand for a whole number of up to 24 digits. */
const writtenNumber = /(?<![\w.+-])-?\d{1,64}(?:\.\d{1,64})?(?:[eE][+-]?\d{1,64})?(?![\w.+-])/g;
/** Whole numbers of at least seven digits: shorter ones identify no one. */
const [shortestNumber, longestNumber] = [7, 24];
/** Below 0 only as many as a card has: others are places and differences. */
const shortestBelowZero = 12;

/**
 * The digits of a long whole number, behind its sign if it is below 0, also of one that is written with decimals or an
 * exponent (`4.1e15`, `410e-1`); `null` for any other number. Zeros that only an exponent adds do not make it long.
 */
export function digitsOfNumber(json: string): string | null {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d{1,64})(?:\.(\d{1,64}))?(?:[eE]([+-]?\d{1,64}))?$/.exec(json) ?? [];
  const all = whole + decimals;
  const point = whole.length + Number(exponent);
  if (point < shortestNumber || /[1-9]/.test(all.slice(point))) return null;
  const written = all.slice(0, point).replace(/^0+/, '');
  const length = written.length + Math.max(0, point - all.length);
  const isLong = written.length >= (sign === '' ? shortestNumber : shortestBelowZero);
  return isLong && length <= longestNumber ? sign + written.padEnd(length, '0') : null;
}

/** No number has more characters, with the one before and after it. */
const numberReach = 256;

function numbersIn(between: string, found: (match: RegExpExecArray, digits: string) => void): void {
  let from = 0;
  for (;;) {
    const match = nextMatch(between, writtenNumber, { from, reach: numberReach });
    if (match === null) return;
    const digits = digitsOfNumber(match[0]);
    if (digits !== null) found(match, digits);
    from = match.index + match[0].length;
  }
}

/** No list has more characters. */
const listReach = 1_536;

const numberList = /\[\s{0,64}\d{1,16}(?:\s{0,64},\s{0,64}\d{1,16}){1,8}\s{0,64}\]/g;

/** The lists of numbers in a text that are the groups of one card, each behind the name that says so. */
function groupsIn(between: string, label: string | null): readonly string[] {
  const found: string[] = [];
  eachMatch(between, numberList, { reach: listReach }, ([list]) => {
    const groups = new GroupedValue();
    for (const [number] of list.matchAll(/\d+/g)) groups.add(number, true);
    const grouped = groups.text(label);
    if (grouped !== null) found.push(grouped);
  });
  return found;
}

/** Without one, two strings are elements of the same list. */
const signOfJson = /[[\]{}:]/;
/** The groups of a value may be in several lists: `[["4111", "1111"], ["1111", "1111"]]`. */
const betweenLists = /^\s{0,16}\],\s{0,16}\[\s{0,16}$/;

/** The numbers between two strings of a list, with their commas. */
function addNumbers(list: GroupedValue, numbers: string): void {
  if (numbers.length > listReach) list.add('', true);
  else for (const each of numbers.split(',')) if (each.trim() !== '') list.add(each.trim(), true);
}

/** The offset after the closing quote of the string that begins at `start`; -1 when it is not closed. */
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

/** `null` for a text that is not a JSON string. */
function decode(quoted: string): string | null {
  try {
    // A JSON string parses to a string.
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
