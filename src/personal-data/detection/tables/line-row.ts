import type { Part } from '../announced-name.ts';
import { eachAlignedRow } from './aligned-row.ts';
import type { FoundRow, IsHeader, NamedCells } from './named-cells.ts';
import {
  cellsIn,
  cellsMax,
  isSign,
  type Separator,
  separators,
  separatorsIn,
  timesIn,
  trimmed,
  endOfLine,
} from './separator.ts';
import type { TextWords } from '../text-words.ts';

/** A longer line names no columns, characters. */
const headerMax = 4_096;
const rowMax = 65_536;

/**
 * Tables in lines: CSV, TSV, Markdown, columns with blanks between them. Each line is read at most twice, so the time is
 * linear. `mayHead`: whether a word may be in the name of a column.
 */
export function eachLineRow(
  { text, starts, count }: TextWords,
  { mayHead, ...named }: NamedCells & { readonly mayHead: (word: number) => boolean },
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
    const line = { start: lineStart, end: lineEnd };
    const alignedTo = eachAlignedRow(text, line, named, found);
    const possible = alignedTo === -1 ? separatorsIn(text, line) : 0;
    const besideTo = possible === 0 ? alignedTo : eachColumnBeside(text, { line, possible }, named, found);
    const table = besideTo === -1 && possible !== 0 ? headerIn(text, { line, possible }, named.isHeader) : null;
    if (table !== null) triedTo = eachRowBelow(text, { ...table, from: lineEnd + 1 }, found);
    else if (besideTo !== -1) triedTo = besideTo;
  }
}

interface Table {
  readonly header: readonly Part[];
  /** Where the line of the header begins. */
  readonly start: number;
  readonly separator: Separator;
}

interface PossibleHeader {
  readonly line: Part;
  /** Which separators the line may have, as bits. */
  readonly possible: number;
}

function headerIn(text: string, { line, possible }: PossibleHeader, isHeader: IsHeader): Table | null {
  for (const [place, sign] of separators.entries()) {
    if ((possible & (1 << place)) === 0) continue;
    const separator = { sign, times: timesIn(text, line, sign) };
    const header = cellsIn(text, line, separator);
    // "'family'," is an element of a list.
    if (header === null || header.filter(({ start, end }) => end > start).length < 2 || !isHeader(header)) continue;
    const table = { header, separator, start: line.start };
    if (isTable(text, line.end + 1, table)) return table;
  }
  return null;
}

/** A line under the names of columns; of two columns apart by blanks or bars it would be any two words. */
function isTable(text: string, below: number, { header, separator }: Table): boolean {
  const line = text.slice(below, below + 32);
  if (separator.sign === '  ') return header.length > 2 || /^[ \t]{0,16}={3,32} /.test(line);
  return separator.sign !== '|' || header.length > 2 || drawn.test(line);
}

/** The beginning of a line that is drawn: "|---", "+---", "| :-", "|-", "├──". */
const drawn = /^[ \t]{0,16}(?:[|+¦]?[ \t]{0,4}:?-|[─━═├╠┣╞╟┝]|\|-)/;
/** A line that is drawn, as far as it is looked at. */
const ruled =
  /^[ \t]{0,16}(?:[|+:]?[-=]{2}[-=+:| \t]*|[|+]-*|\|=+|[\u2500-\u257f]{2}[\u2500-\u257f \t]*|\\[a-z]{4,10}(?:\{[^{}\n]{0,16}\})?)\r?$/;
const ruleMax = 512;

/** Returns where the table ends. */
function eachRowBelow(text: string, table: Table & { from: number }, found: FoundRow): number {
  const { header, separator, from } = table;
  const isBarred = separator.sign === '|';
  let start = from;
  let cut: readonly Part[] = [];
  let mayBreak = true;
  while (start < text.length) {
    const end = endOfLine(text, start);
    const line = { start, end };
    if (ruled.test(text.slice(start, Math.min(end, start + ruleMax))) || (mayBreak && end - start < 2)) {
      start = end + 1;
      continue;
    }
    const cells = end - start > rowMax ? null : cellsIn(text, line, separator);
    if (cells === null) return start;
    // A row whose cells have lines of their own, as in AsciiDoc.
    const isCut = isBarred && cells.length < header.length && isSign(text, start, '|');
    cut = isCut ? [...cut, ...cells] : [];
    const row = isCut ? cut : rowUnder(text, { ...table, cells, line });
    if (cut.length > header.length || (!isCut && row.length < Math.min(2, header.length))) return start;
    mayBreak = isCut;
    if (row.length === header.length) {
      found(header, row);
      cut = [];
    }
    start = end + 1;
  }
  return start;
}

interface RowCells extends Table {
  readonly cells: readonly Part[];
  readonly line: Part;
}

/** The cells of a row, without a number before them; where blanks part them, by the places of the names of the columns. */
function rowUnder(text: string, { header, separator, start: headerStart, cells, line }: RowCells): readonly Part[] {
  const [first] = cells;
  if (cells.length === header.length + 1 && first !== undefined && /^\d{1,9}$/.test(text.slice(first.start, first.end)))
    return cells.slice(1);
  if (cells.length === header.length || separator.sign !== '  ') return cells;
  const places = header.map(({ start }) => Math.min(line.end, line.start + start - headerStart));
  // A value that is too long for its column pushes none of the others.
  const aligned = places.filter(
    (place) => place <= line.start || place === line.end || text.charCodeAt(place - 1) === 32,
  );
  return aligned.length * 2 > places.length
    ? places.map((place, at) => trimmed(text, place, places[at + 1] ?? line.end))
    : cells;
}

/** Tables whose first column names the fields: each further column is a record. Returns where it ends; -1: it is none. */
function eachColumnBeside(
  text: string,
  { line, possible }: PossibleHeader,
  { isHeader, isField }: NamedCells,
  found: FoundRow,
): number {
  for (const [place, sign] of separators.entries()) {
    if ((possible & (1 << place)) === 0 || sign === ',' || sign === '  ') continue;
    const separator = { sign, times: timesIn(text, line, sign) };
    const rows: (readonly Part[])[] = [];
    let end = line.start - 1;
    while (end < text.length && rows.length < cellsMax) {
      const next = { start: end + 1, end: endOfLine(text, end + 1) };
      const row = next.end - next.start > headerMax ? null : cellsIn(text, next, separator);
      if (row === null || row.length < 2 || row.length !== (rows[0] ?? row).length) break;
      const [first, ...others] = row;
      if (first === undefined || !isField(first) || isHeader(others)) break;
      rows.push(row);
      end = next.end;
    }
    if (rows.length < 2) continue;
    const fields = rows.flatMap((row) => row.slice(0, 1));
    for (let column = 1; column < (rows[0]?.length ?? 0); column += 1)
      found(
        fields,
        rows.flatMap((row) => row.slice(column, column + 1)),
      );
    return end;
  }
  return -1;
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
