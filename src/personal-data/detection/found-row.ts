import type { Part } from './announced-name.ts';
import { isWordCode, type TextWords } from './text-words.ts';

/** A row of a table under the row that names its columns; both have the same number of cells. */
export type FoundRow = (header: readonly Part[], row: readonly Part[]) => void;

/** Whether a row names columns, at least one of which announces what stands in it. */
export type IsHeader = (cells: readonly Part[]) => boolean;

const cellsMax = 64;
/** A longer line names no columns, characters. */
const headerMax = 4_096;
const rowMax = 65_536;

/** How tables separate their cells. A line of prose has commas too, so they come last. */
const separators = ['\t', '|', ';', ',', '&', '  '] as const;

/**
 * Tables in lines: CSV, TSV, Markdown, columns with blanks between them. Each line is read at most twice, so the time is
 * linear. `mayHead`: whether a word may be in the name of a column.
 */
export function eachLineRow(
  { text, starts, count }: TextWords,
  { mayHead, isHeader }: { readonly mayHead: (word: number) => boolean; readonly isHeader: IsHeader },
  found: FoundRow,
): void {
  let [lineStart, lineEnd] = [0, endOfLine(text, 0)];
  let triedTo = -1;
  for (let word = 0; word < count; word += 1) {
    const start = starts[word] ?? 0;
    if (start < triedTo || !mayHead(word)) continue;
    while (lineEnd < start) [lineStart, lineEnd] = [lineEnd + 1, endOfLine(text, lineEnd + 1)];
    triedTo = lineEnd;
    if (lineEnd - lineStart > headerMax) continue;
    const table = headerIn(text, { start: lineStart, end: lineEnd }, isHeader);
    if (table !== null) triedTo = eachRowBelow(text, { ...table, from: lineEnd + 1 }, found);
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

interface Table {
  readonly header: readonly Part[];
  readonly separator: string;
}

function headerIn(text: string, line: Part, isHeader: IsHeader): Table | null {
  const possible = separatorsIn(text, line);
  for (const [place, separator] of separators.entries()) {
    if ((possible & (1 << place)) === 0) continue;
    const header = cellsIn(text, line, separator);
    if (header === null || !isHeader(header)) continue;
    if (isTable(text, line.end + 1, { header, separator })) return { header, separator };
  }
  return null;
}

/** What a character is to a line that may name columns: a separator, by its place and 1; or a sign that no name has. */
const kindOfCode = new Uint8Array(128);
const otherSign = 255;
for (const sign of '=<>{}[]?!$@:') kindOfCode[sign.charCodeAt(0)] = otherSign;
for (const [place, separator] of separators.entries()) kindOfCode[separator.charCodeAt(0)] = place + 1;

/** Which separators make short cells of a line, as bits: most lines are told in few characters. */
function separatorsIn(text: string, { start, end }: Part): number {
  const last = separators.map(() => start);
  let [possible, seen, lookAt] = [(1 << separators.length) - 1, 0, start + cellMax];
  for (let at = start; at < end && possible !== 0; at += 1) {
    const kind = kindOfCode[text.charCodeAt(at)] ?? 0;
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

const blanks = separators.length;
/** The longest name of a column, characters. */
export const columnNameMax = 48;
/** With what may stand around it. */
const cellMax = 64;

/** A line under the names of columns; of two columns apart by blanks it would be any two words. */
function isTable(text: string, below: number, { header, separator }: Table): boolean {
  const line = text.slice(below, below + 32);
  if (separator === '  ') return header.length > 2 || /^[ \t]{0,16}={3,32} /.test(line);
  return separator !== '|' || /^[ \t]{0,16}[|+]?[ \t]{0,4}:?-/.test(line);
}

/** A line that is drawn, as far as it is looked at. */
const ruled = /^[ \t]{0,16}[|+:]?[-=]{2}[-=+:| \t]*$/;
const ruleMax = 512;

/** Returns where the table ends. */
function eachRowBelow(text: string, { header, separator, from }: Table & { from: number }, found: FoundRow): number {
  let start = from;
  while (start < text.length) {
    const end = endOfLine(text, start);
    // "+----+----+", "|----+----|", "====  ====": between rows, or under the names of columns.
    if (ruled.test(text.slice(start, Math.min(end, start + ruleMax)))) {
      start = end + 1;
      continue;
    }
    const cells = end - start > rowMax ? null : cellsIn(text, { start, end }, separator);
    if (cells === null || cells.length < Math.min(2, header.length)) return start;
    if (cells.length === header.length) found(header, cells);
    start = end + 1;
  }
  return start;
}

/** The cells of a line without their blanks and quotes; `null`: it has none, or too many. */
function cellsIn(text: string, { start, end: lineEnd }: Part, separator: string): readonly Part[] | null {
  const cells: Part[] = [];
  let from = start;
  // A row of LaTeX ends with two backslashes.
  const end = separator === '&' ? text.slice(start, lineEnd).search(/\\\\/) + start : lineEnd;
  if (end < start) return null;
  for (let at = start; at <= end; at += 1) {
    if (at < end && text.charCodeAt(at) === 34 && isBlankTo(text, from, at)) at = endOfQuoted(text, at, end);
    if (at < end && !isAt(text, at, separator)) continue;
    if (cells.length === cellsMax) return null;
    cells.push(trimmed(text, from, Math.min(at, end)));
    if (separator === '  ') at = lastBlank(text, at);
    from = at + 1;
  }
  if (separator === '|') {
    if (cells.at(-1)?.end === cells.at(-1)?.start) cells.pop();
    if (cells[0]?.end === cells[0]?.start) cells.shift();
  }
  return cells.length === 0 || (cells.length === 1 && separator !== '|') ? null : cells;
}

function isAt(text: string, at: number, separator: string): boolean {
  return text.charCodeAt(at) === separator.charCodeAt(0) && (separator.length === 1 || text.charCodeAt(at + 1) === 32);
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

/** Without blanks, quotes and marks of Markdown at its ends. */
function trimmed(text: string, from: number, to: number): Part {
  let [start, end] = [from, to];
  while (start < end && isMargin(text.charCodeAt(start))) start += 1;
  while (end > start && isMargin(text.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

/** Blanks, quotes, asterisks, backticks, and the underscore. */
function isMargin(code: number): boolean {
  return code <= 32 || code === 34 || code === 39 || code === 42 || code === 96 || code === 95;
}

/** Tables of HTML. `text` is read once. */
export function eachHtmlRow(text: string, isHeader: IsHeader, found: FoundRow): void {
  let header: readonly Part[] | null = null;
  let tableEnd = -1;
  for (let row = text.indexOf('<tr'); row !== -1;) {
    if (row > tableEnd) {
      header = null;
      const end = text.indexOf('</table', row);
      tableEnd = end === -1 ? text.length : end;
    }
    const after = text.indexOf('<tr', row + 3);
    const next = after === -1 ? text.length : after;
    const cells = htmlCells(text, { start: row, end: Math.min(next, row + rowMax) });
    if (header !== null && header.length === cells.length) found(header, cells);
    else if (cells.length > 0 && isHeader(cells)) header = cells;
    row = after;
  }
}

/** The cells of a row; none for one with the name of a field and its value. */
function htmlCells(text: string, { start, end }: Part): readonly Part[] {
  const cells: Part[] = [];
  let heads = 0;
  for (let at = start + 3; cells.length < cellsMax;) {
    const tag = text.slice(at, end).search(/<t[hd][\s>]/);
    if (tag === -1) return cells.length === 2 && heads === 1 ? [] : cells;
    if (text.charAt(at + tag + 2) === 'h') heads += 1;
    const inner = /^[^>]{0,256}>(?:\s{0,64}<[a-z]{1,10}(?: [^<>]{0,128})?>)*\s{0,64}/.exec(
      text.slice(at + tag, at + tag + 1_024),
    );
    const from = at + tag + (inner?.[0].length ?? 3);
    const close = text.indexOf('<', from);
    const to = close === -1 || close > end ? end : close;
    cells.push(trimmed(text, from, to));
    at = to;
  }
  return cells;
}

/** The rows of `INSERT INTO … (columns) VALUES (…), (…)`. A text is read once, and little of it twice. */
export function eachSqlRow(words: TextWords, isHeader: IsHeader, found: FoundRow): void {
  const { text, count, ends, starts, wordOf } = words;
  let readTo = 0;
  for (let word = 0; word < count; word += 1) {
    const end = ends[word] ?? 0;
    if (end - (starts[word] ?? 0) !== 4 || end < readTo || !/^into$/i.test(wordOf(word))) continue;
    const open = /^[^()\n;]{1,120}\(/.exec(text.slice(end, end + 128));
    if (open === null) continue;
    const columns = tupleAt(text, end + open[0].length);
    readTo = columns?.end ?? end;
    const values = /^\s{0,16}VALUES\s{0,16}\(/i.exec(text.slice(readTo, readTo + 48));
    if (columns === null || values === null || !isHeader(columns.cells)) continue;
    for (let from: number | null = readTo + values[0].length; from !== null;) {
      const tuple = tupleAt(text, from);
      if (tuple === null) break;
      if (tuple.cells.length === columns.cells.length) found(columns.cells, tuple.cells);
      readTo = tuple.end;
      const more = /^\s{0,16},\s{0,16}\(/.exec(text.slice(readTo, readTo + 40));
      from = more === null ? null : readTo + more[0].length;
    }
  }
}

/** No cell of a tuple is longer, characters. */
const sqlCellMax = 512;

/** The cells from behind an opening parenthesis to the closing one; `null`: they do not end. */
function tupleAt(text: string, start: number): { readonly cells: readonly Part[]; readonly end: number } | null {
  const cells: Part[] = [];
  let from = start;
  for (let at = start; at < text.length && at - from < sqlCellMax && cells.length < cellsMax; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 39) {
      const close = endOfString(text, at);
      if (close === -1) return null;
      at = close;
    } else if (code === 44 || code === 41) {
      cells.push(
        trimmed(text, isWordCode(text.charCodeAt(from)) && text.charCodeAt(from + 1) === 39 ? from + 1 : from, at),
      );
      from = at + 1;
      if (code === 41) return { cells, end: from };
    } else if (code === 40) return null;
  }
  return null;
}

/** The place of the closing quote of a string of SQL; -1: it is too far. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length && at - open < sqlCellMax; at += 1) {
    if (text.charCodeAt(at) !== 39) continue;
    if (text.charCodeAt(at + 1) !== 39) return at;
    at += 1;
  }
  return -1;
}
