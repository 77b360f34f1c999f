import { partsOfMatch, type Part } from './announced-name.ts';
import { cellsIn, cellsMax, isSign, type Separator, separators, separatorsIn, timesIn, trimmed } from './separator.ts';
import { isWordCode, type TextWords } from './text-words.ts';

/** A row of a table under the row that names its columns; both have the same number of cells. */
export type FoundRow = (header: readonly Part[], row: readonly Part[]) => void;

/** Whether a row names columns, at least one of which announces what stands in it. */
export type IsHeader = (cells: readonly Part[]) => boolean;

export interface NamedCells {
  readonly isHeader: IsHeader;
  /** Whether a cell names a field. */
  readonly isField: (cell: Part) => boolean;
}

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
    const possible = separatorsIn(text, line);
    if (possible === 0) continue;
    const besideTo = eachColumnBeside(text, { line, possible }, named, found);
    const table = besideTo === -1 ? headerIn(text, { line, possible }, named.isHeader) : null;
    if (table !== null) triedTo = eachRowBelow(text, { ...table, from: lineEnd + 1 }, found);
    else if (besideTo !== -1) triedTo = besideTo;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
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

/**
 * Tables in brackets, as in JSON and programs: arrays of as many values as one that names columns, in an array of arrays, and
 * members that are columns: `"last_name": ["Rossi", "Verdi"], "first_name": […]`. Of a text each array is read once.
 */
export function eachJsonRow(text: string, { isHeader, isField }: NamedCells, found: FoundRow): void {
  let header: readonly Part[] = [];
  let columns: Column[] = [];
  const reportColumns = (): void => {
    const names = columns.map(({ name }) => name);
    for (const place of columns[0]?.cells.keys() ?? [])
      found(
        names,
        columns.flatMap(({ cells }) => cells.slice(place, place + 1)),
      );
    columns = [];
  };
  let readTo = 0;
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', readTo)) {
    const { cells, end } = tupleAt(text, at + 1, signsOfArray(text, at));
    readTo = end;
    if (cells === null) continue;
    const name = nameBefore(text, at, memberBefore);
    const isColumn = name !== null && isField(name);
    if (!isColumn || columns[0]?.cells.length !== cells.length) reportColumns();
    if (isColumn) columns.push({ name, cells });
    else if (cells.length === header.length && /[[,]\s{0,32}$/.test(text.slice(Math.max(0, at - memberMax), at)))
      found(header, cells);
    else if (cells.length > 1 && (name === null || heads.test(text.slice(name.start, name.end))) && isHeader(cells))
      header = cells;
  }
  reportColumns();
}

/** `last_name IN ('Rossi', 'Verdi')`: strings alone. Up to 64 cells are read behind each sign. */
export function eachSqlList(text: string, { isField }: NamedCells, found: FoundRow): void {
  for (const sign of [' IN (', ' in (']) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
      const name = nameBefore(text, at, fieldBefore);
      if (name === null || !isField(name)) continue;
      const cells = tupleAt(text, at + sign.length).cells ?? [];
      // Not those of a subquery, or of a loop.
      for (const cell of cells) if (text.charCodeAt(cell.start - 1) === 39) found([name], [cell]);
    }
  }
}

const fieldBefore = /([\p{L}\p{N}_]{2,40})["\x60\]]?(?: NOT| not)?$/du;

/** What the names of columns are called: "required" is a list of names too, and heads no table. */
const heads = /^(?:col|head|field|name|key|label|spalte|intestazion|champ|campo|encabezado|en_?t[eê]te)/i;

interface Column {
  readonly name: Part;
  readonly cells: readonly Part[];
}

/** An array whose first value is in single quotes has them, as programs write it. */
function signsOfArray(text: string, open: number): Signs {
  const first = /^\s{0,32}'/.test(text.slice(open + 1, open + 34)) ? 39 : 34;
  return { ...jsonSigns, quote: first };
}

const memberBefore = /["']([^"'\\\n]{1,48})["']\s{0,4}:\s{0,4}$/d;

/** The name that ends in a form before a place. */
function nameBefore(text: string, at: number, form: RegExp): Part | null {
  const from = Math.max(0, at - memberMax);
  return partsOfMatch(form.exec(text.slice(from, at)), from)[0] ?? null;
}

/** As much of a text before values is read for the name of their field, characters. */
const memberMax = 64;

type Rows = (readonly Part[])[];

/**
 * The rows of `INSERT INTO … (columns) VALUES (…), (…)`. Returns those of statements that name no columns, by table. A text
 * is read once, and little of it twice.
 */
export function eachSqlRow(words: TextWords, isHeader: IsHeader, found: FoundRow): Iterable<Rows> {
  const { text, count, ends, starts, wordOf } = words;
  const unnamed = new Map<string, Rows>();
  let readTo = 0;
  for (let word = 0; word < count; word += 1) {
    const end = ends[word] ?? 0;
    if (end - (starts[word] ?? 0) !== 4 || end < readTo || !/^into$/i.test(wordOf(word))) continue;
    const [before] = /^[^()\n;]{1,120}\(/.exec(text.slice(end, end + 128)) ?? [];
    if (before === undefined) continue;
    const from = end + before.length;
    if (/\svalues\s*\($/i.test(before)) {
      readTo = eachTuple(text, from, (cells) => {
        const table = `${cells.length}${before}`;
        const rows = unnamed.get(table) ?? [];
        unnamed.set(table, rows);
        rows.push(cells);
      });
      continue;
    }
    const columns = tupleAt(text, from);
    readTo = columns.cells === null ? end : columns.end;
    const values = /^\s{0,16}VALUES\s{0,16}\(/i.exec(text.slice(readTo, readTo + 48));
    const header = columns.cells;
    if (header === null || values === null || !isHeader(header)) continue;
    readTo = eachTuple(text, readTo + values[0].length, (cells) => {
      if (cells.length === header.length) found(header, cells);
    });
  }
  return unnamed.values();
}

/** The tuples from behind an opening parenthesis on. Returns where they end. */
function eachTuple(text: string, start: number, found: (cells: readonly Part[]) => void): number {
  for (let from = start; ;) {
    const tuple = tupleAt(text, from);
    if (tuple.cells === null) return from;
    found(tuple.cells);
    const more = /^\s{0,16},\s{0,16}\(/.exec(text.slice(tuple.end, tuple.end + 40));
    if (more === null) return tuple.end;
    from = tuple.end + more[0].length;
  }
}

/** No cell of a tuple is longer, characters. */
const tupleCellMax = 512;

interface Signs {
  readonly opening: readonly number[];
  readonly closing: number;
  readonly quote: number;
  /** A backslash stands before a quote that does not close; else it is doubled. */
  readonly isEscaping: boolean;
}

const sqlSigns: Signs = { opening: [40], closing: 41, quote: 39, isEscaping: false };
const jsonSigns: Signs = { opening: [91, 123], closing: 93, quote: 34, isEscaping: true };

interface Tuple {
  /** `null`: they do not end, are too many or too long, or another sign opens. */
  readonly cells: readonly Part[] | null;
  /** What is before it has been read. */
  readonly end: number;
}

/** The cells from behind an opening sign to the closing one. */
function tupleAt(text: string, start: number, signs: Signs = sqlSigns): Tuple {
  const { opening, closing, quote } = signs;
  const cells: Part[] = [];
  let [from, at] = [start, start];
  for (; at < text.length && at - from < tupleCellMax && cells.length < cellsMax; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const close = endOfString(text, at, signs);
      if (close === -1) return { cells: null, end: at + tupleCellMax };
      at = close;
    } else if (code === 44 || code === closing) {
      cells.push(
        trimmed(text, isWordCode(text.charCodeAt(from)) && text.charCodeAt(from + 1) === 39 ? from + 1 : from, at),
      );
      from = at + 1;
      if (code === closing) return { cells, end: from };
    } else if (opening.includes(code)) break;
  }
  return { cells: null, end: at };
}

/** The place of the closing quote of a string; -1: it is too far. */
function endOfString(text: string, open: number, { quote, isEscaping }: Signs): number {
  for (let at = open + 1; at < text.length && at - open < tupleCellMax; at += 1) {
    const code = text.charCodeAt(at);
    if (isEscaping && code === 92) at += 1;
    if (code !== quote) continue;
    if (isEscaping || text.charCodeAt(at + 1) !== quote) return at;
    at += 1;
  }
  return -1;
}
