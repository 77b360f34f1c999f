import { partsOfMatch, type Part } from '../announced-name.ts';
import { isWordCode, type TextWords } from '../text-words.ts';
import type { FoundRow, IsHeader, NamedCells } from './named-cells.ts';
import { cellsIn, cellsMax, endOfLine, trimmed } from './separator.ts';

type Row = readonly Part[];

/**
 * Tables in brackets, as JSON and programs have them: arrays and tuples of as many values as one that names columns,
 * before or behind them, and members that are columns: `"last_name": ["Rossi", "Verdi"], "first_name": […]`. Of a text
 * each array is read once.
 */
export function eachBracketedRow(text: string, { isHeader, isField }: NamedCells, found: FoundRow): void {
  const tables = new Map<number, Table>();
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
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isTuple = code === 40;
    if (!isTuple && code !== 91) continue;
    // What a function is called with is no tuple.
    if (isTuple && (isWordCode(text.charCodeAt(at - 1)) || !opensString.test(text.slice(at + 1, at + memberMax))))
      continue;
    const open = at;
    const { cells, end } = tupleAt(text, open + 1, isTuple ? tupleSigns : arraySigns);
    at = Math.max(open, end - 1);
    if (cells === null) continue;
    const name = nameBefore(text, open, memberBefore);
    const isColumn = name !== null && isField(name);
    if (!isColumn || columns[0]?.cells.length !== cells.length) reportColumns();
    if (isColumn) columns.push({ name, cells });
    else if (cells.length > 1) {
      const table = tableOf(tables, cells.length, open);
      const isRow = /[[(,]\s{0,32}$/.test(text.slice(Math.max(0, open - memberMax), open));
      // Of a value that is no string nothing is read.
      const row = cells.map((cell) =>
        '"\''.includes(text.charAt(cell.start - 1)) ? cell : { ...cell, end: cell.start },
      );
      // Tuples of a list are pairs of a name and a label as often: ("last_name", "Last name").
      const mayHead = !(isTuple && isRow) && (name === null || heads.test(text.slice(name.start, name.end)));
      if (isRow && table.header !== null) found(table.header, row);
      else if (mayHead && !(isRow && table.rows.length > 0) && row.every(isFilled) && isHeader(row)) {
        table.header = row;
        for (const before of table.rows.splice(0)) found(row, before);
      } else if (isRow) table.rows.push(row);
      table.end = end;
    }
  }
  reportColumns();
}

function isFilled({ start, end }: Part): boolean {
  return end > start;
}

const opensString = /^\s{0,32}['"]/;

/** What the tuples of one length are, near each other. */
interface Table {
  header: Row | null;
  /** They wait for a header behind them. */
  readonly rows: Row[];
  end: number;
}

function tableOf(tables: Map<number, Table>, length: number, at: number): Table {
  const known = tables.get(length);
  if (known !== undefined && at - known.end <= apartMax) return known;
  const table = { header: null, rows: [], end: at };
  tables.set(length, table);
  return table;
}

/** Tuples of one table are no farther apart, characters. */
const apartMax = 2_000;

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
  readonly cells: Row;
}

const memberBefore = /["']([^"'\\\n]{1,48})["']\s{0,4}:\s{0,4}$/d;

/** The name that ends in a form before a place. */
function nameBefore(text: string, at: number, form: RegExp): Part | null {
  const from = Math.max(0, at - memberMax);
  return partsOfMatch(form.exec(text.slice(from, at)), from)[0] ?? null;
}

/** As much of a text before values is read for the name of their field, characters. */
const memberMax = 64;

type Rows = Row[];

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
    const length = end - (starts[word] ?? 0);
    if (length === valuesLength && end >= readTo && /^values$/i.test(wordOf(word))) {
      readTo = namedBehind(text, end, isHeader, found);
      continue;
    }
    if (length !== 4 || end < readTo || !/^(?:into|copy)$/i.test(wordOf(word))) continue;
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
    if (header !== null && isHeader(header))
      readTo = eachCopied(text, readTo, header.length, (row) => found(header, row));
    if (header === null || values === null || !isHeader(header)) continue;
    readTo = eachTuple(text, readTo + values[0].length, (cells) => {
      if (cells.length === header.length) found(header, cells);
    });
  }
  return unnamed.values();
}

/**
 * `COPY people (columns) FROM stdin;`, and rows with tabs down to a line that is none, with other cells. Returns where they
 * end.
 */
function eachCopied(text: string, start: number, columns: number, found: (row: Row) => void): number {
  const [from] = /^\s{1,16}FROM\s{1,4}stdin[^\n;]{0,80};\r?\n/i.exec(text.slice(start, start + 128)) ?? [];
  if (from === undefined) return start;
  for (let at = start + from.length; ;) {
    const end = endOfLine(text, at);
    const cells = end - at > tupleCellMax ? null : cellsIn(text, { start: at, end }, { sign: '\t', times: 1 });
    if (cells?.length !== columns) return at;
    found(cells);
    at = end + 1;
  }
}

const valuesLength = 'values'.length;

/** `(VALUES (…), (…)) AS people (columns)`. Returns where it ends. */
function namedBehind(text: string, start: number, isHeader: IsHeader, found: FoundRow): number {
  const [opening] = /^\s{0,16}\(/.exec(text.slice(start, start + 24)) ?? [];
  if (opening === undefined) return start;
  const rows: Row[] = [];
  const end = eachTuple(text, start + opening.length, (cells) => rows.push(cells));
  const [naming] = /^\s{0,16}\)\s{0,16}(?:as\s{1,4})?["\w]{1,40}\s{0,4}\(/i.exec(text.slice(end, end + 96)) ?? [];
  if (naming === undefined) return end;
  const { cells: header, end: headerEnd } = tupleAt(text, end + naming.length);
  if (header === null || !isHeader(header)) return end;
  for (const row of rows) if (row.length === header.length) found(header, row);
  return headerEnd;
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
  readonly quotes: readonly number[];
  /** A backslash stands before a quote that does not close; else it is doubled. */
  readonly isEscaping: boolean;
}

const sqlSigns: Signs = { opening: [40], closing: 41, quotes: [39], isEscaping: false };
const arraySigns: Signs = { opening: [91, 123, 40], closing: 93, quotes: [34, 39], isEscaping: true };
const tupleSigns: Signs = { ...arraySigns, closing: 41 };

interface Tuple {
  /** `null`: they do not end, are too many or too long, or another sign opens. */
  readonly cells: readonly Part[] | null;
  /** What is before it has been read. */
  readonly end: number;
}

/** The cells from behind an opening sign to the closing one. */
function tupleAt(text: string, start: number, signs: Signs = sqlSigns): Tuple {
  const { opening, closing, quotes } = signs;
  const cells: Part[] = [];
  let [from, at] = [start, start];
  for (; at < text.length && at - from < tupleCellMax && cells.length < cellsMax; at += 1) {
    const code = text.charCodeAt(at);
    if (quotes.includes(code) && isBeginning(text, from, at)) {
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

/** "'Rossi'", "N'Rossi'": a quote within a value opens nothing. */
function isBeginning(text: string, from: number, at: number): boolean {
  return at === from || (at - from < memberMax && text.slice(from, at).trim().length < 2);
}

/** The place of the closing quote of a string; -1: it is too far. */
function endOfString(text: string, open: number, { isEscaping }: Signs): number {
  const quote = text.charCodeAt(open);
  for (let at = open + 1; at < text.length && at - open < tupleCellMax; at += 1) {
    const code = text.charCodeAt(at);
    if (isEscaping && code === 92) at += 1;
    if (code !== quote) continue;
    if (isEscaping || text.charCodeAt(at + 1) !== quote) return at;
    at += 1;
  }
  return -1;
}
