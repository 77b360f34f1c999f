import type { Part } from '../announced-name.ts';
import { isWordCode } from '../text-words.ts';

/** No table has more columns. */
export const cellsMax = 64;
/** The longest name of a column, characters. */
export const columnNameMax = 48;
/** With what may stand around it. */
const cellMax = 64;

/** How tables separate their cells. A line of prose has commas too, so they come last. */
export const separators = ['\t', '|', ';', '~', '^', '#', '&', ',', '  '] as const;
/** Lines between cells as they are drawn. */
const bars: ReadonlySet<number> = new Set(Array.from('|¦│┃┆┇┊┋║', (bar) => bar.charCodeAt(0)));

export interface Separator {
  readonly sign: string;
  /** How often the sign stands between two cells: once, or twice as in "||" and "!!". */
  readonly times: number;
}

/** How often a sign stands between two cells of a line: "||" and "!!" have it twice. */
export function timesIn(text: string, { start, end }: Part, sign: string): number {
  if (sign === '  ' || sign === ',' || sign === '\t') return 1;
  let times = 1;
  for (let at = start + 2; at < end - 1; at += 1) {
    if (!isSign(text, at, sign)) continue;
    if (!isSign(text, at + 1, sign)) return 1;
    times = 2;
    at += 1;
  }
  return times;
}

/** What a character is to a line that may name columns: a separator, by its place and 1; or a sign that no name has. */
const kindOfCode = new Uint8Array(128);
const otherSign = 255;
for (const sign of '=<>{[?$@:!') kindOfCode[sign.charCodeAt(0)] = otherSign;
for (const [place, separator] of separators.entries()) kindOfCode[separator.charCodeAt(0)] = place + 1;
const blanks = separators.length;
const barKind = separators.indexOf('|') + 1;

/** Which separators make short cells of a line, as bits: most lines are told in few characters. */
export function separatorsIn(text: string, { start, end }: Part): number {
  const last = separators.map(() => start);
  let [possible, seen, lookAt] = [(1 << separators.length) - 1, 0, start + cellMax];
  for (let at = start; at < end && possible !== 0; at += 1) {
    const kind = kindAt(text, at, start);
    if (kind === otherSign) return 0;
    if (kind !== 0 && (kind !== blanks || text.charCodeAt(at + 1) === 32)) {
      last[kind - 1] = at;
      seen |= 1 << (kind - 1);
    }
    if (at < lookAt) continue;
    for (const [place, from] of last.entries()) if (at - from >= cellMax) possible &= ~(1 << place);
    lookAt = at + 16;
  }
  return possible & seen;
}

function kindAt(text: string, at: number, start: number): number {
  const code = text.charCodeAt(at);
  if (code >= 128) return bars.has(code) ? barKind : 0;
  const kind = kindOfCode[code] ?? 0;
  if (kind !== otherSign) return kind;
  // "! Last name !! First name", "\\textbf{Last name}".
  if (code === exclamation) return at === start ? 0 : isSign(text, at, '|') ? barKind : otherSign;
  return code === brace && isWordCode(text.charCodeAt(at - 1)) ? 0 : otherSign;
}

const [exclamation, brace] = [33, 123];

/** Whether a separator stands at a place. Cells under "!!" are parted by bars. */
export function isSign(text: string, at: number, sign: string): boolean {
  const code = text.charCodeAt(at);
  if (sign !== '|') return code === sign.charCodeAt(0) && (sign.length === 1 || text.charCodeAt(at + 1) === 32);
  if (code !== exclamation) return bars.has(code);
  return text.charCodeAt(at + 1) === exclamation || text.charCodeAt(at - 1) === exclamation;
}

/** The cells of a line without their blanks and quotes; `null`: it has none, or too many. */
export function cellsIn(
  text: string,
  { start, end: lineEnd }: Part,
  { sign, times }: Separator,
): readonly Part[] | null {
  const cells: Part[] = [];
  let from = start;
  // A row of LaTeX ends with two backslashes.
  const end = sign === '&' ? text.slice(start, lineEnd).search(/\\\\/) + start : lineEnd;
  if (end < start) return null;
  for (let at = start; at <= end; at += 1) {
    if (at < end && text.charCodeAt(at) === 34 && isBlankTo(text, from, at)) at = endOfQuoted(text, at, end);
    if (at < end && !(isSign(text, at, sign) && (times === 1 || isSign(text, at + 1, sign)))) continue;
    if (cells.length === cellsMax) return null;
    cells.push(trimmed(text, from, Math.min(at, end)));
    if (sign === '  ') at = lastBlank(text, at);
    from = at + times;
    at += times - 1;
  }
  if (sign === '|') {
    if (cells.at(-1)?.end === cells.at(-1)?.start) cells.pop();
    if (cells[0]?.end === cells[0]?.start) cells.shift();
  }
  return cells.length === 0 || (cells.length === 1 && sign !== '|') ? null : cells;
}

function isBlankTo(text: string, from: number, to: number): boolean {
  return to - from <= 3 && text.slice(from, to).trim() === '';
}

/** The place after the closing quote; the first character again, if the line has none. */
function endOfQuoted(text: string, open: number, end: number): number {
  for (let at = open + 1; at < end; at += 1) {
    if (text.charCodeAt(at) !== 34) continue;
    if (text.charCodeAt(at + 1) !== 34) return at + 1;
    at += 1;
  }
  return open;
}

/** The last of the blanks that begin at a place. */
function lastBlank(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at + 1) === 32) at += 1;
  return at;
}

/** Without blanks, quotes, brackets and marks of Markdown and LaTeX at its ends. */
export function trimmed(text: string, from: number, to: number): Part {
  let [start, end] = [from, to];
  while (start < end && isMargin(text.charCodeAt(start))) start += 1;
  while (end > start && isMargin(text.charCodeAt(end - 1))) end -= 1;
  if (text.charCodeAt(start) !== backslash) return { start, end };
  const command = /^\\[a-z]{4,10}\{/.exec(text.slice(start, Math.min(end, start + 12)))?.[0].length ?? 0;
  return command === 0 ? { start, end } : { start: start + command, end: end - (text.charAt(end - 1) === '}' ? 1 : 0) };
}

const backslash = 92;

/** Whether it may stand around the text of a cell. */
function isMargin(code: number): boolean {
  return code <= 32 || margins.has(code);
}

const margins: ReadonlySet<number> = new Set(Array.from(`"'*\`_|!`, (each) => each.charCodeAt(0)));

/** Where the line of a place ends. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
