import type { Part } from '../announced-name.ts';
import type { FoundValue } from '../detection-rule.ts';
import { lexicon, wordMarks } from '../lexicon.ts';
import { cellsIn } from './separator.ts';

type Rows = readonly (readonly Part[])[];

/**
 * Rows of people without a row that names the columns: "Rossi;Mario;03.05.1948;Turin". Of two columns side by side that hold
 * names alone, one has given names that lists know, in one row of three; a column of dates beside them that is older than
 * what is booked, and not of one year, is of births. `text` is read a few times.
 */
export function eachUnnamedRow(text: string, found: FoundValue): void {
  let table: Table | null = null;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = { start, end };
    const row = table === null ? null : rowOf(text, line, table.sign);
    if (table !== null && row !== null && row.length === table.rows[0]?.length) table.rows.push(row);
    else {
      reportRows(text, table?.rows ?? [], found);
      table = begunAt(text, line);
    }
    start = end + 1;
  }
  reportRows(text, table?.rows ?? [], found);
}

/** Rows of as many cells below each other, divided by one sign. */
interface Table {
  readonly sign: string;
  readonly rows: (readonly Part[])[];
}

/** `null`: no sign divides the line into cells. */
function begunAt(text: string, line: Part): Table | null {
  for (const sign of signs) {
    const row = rowOf(text, line, sign);
    if (row !== null) return { sign, rows: [row] };
  }
  return null;
}

const signs = ['\t', '|', ';', ','];
/** A longer line is text, characters; one of fewer cells is a list. */
const [lineMax, cellsMin] = [400, 3];

function rowOf(text: string, line: Part, sign: string): readonly Part[] | null {
  if (line.end - line.start > lineMax || line.end - line.start < 8) return null;
  if (!text.slice(line.start, line.end).includes(sign)) return null;
  const cells = cellsIn(text, line, { sign, times: 1 });
  return cells !== null && cells.length >= cellsMin ? cells : null;
}

/** Reports the people of rows; of one row alone, as a statement of SQL may have, only with a date of birth. */
export function reportRows(text: string, rows: Rows, found: FoundValue, rowsMin = 2): void {
  const [first] = rows;
  if (rows.length < rowsMin || first === undefined) return;
  const columns = first.map((_, place) => rows.flatMap((row) => row[place] ?? []));
  const cells = columns.map((column) => column.map(({ start, end }) => text.slice(start, Math.min(end, start + 64))));
  const births = cells.findIndex(areBirths);
  if (rows.length === 1 && births === -1) return;
  const names = columnsOfNames(
    cells.map((each) => columnKind(each, births === -1 ? others | wordMarks.common : others)),
    births,
  );
  for (const place of names) for (const { start, end } of columns[place] ?? []) found(start, end, ['PERSON', 0.75]);
  if (names.length > 0) for (const { start, end } of columns[births] ?? []) found(start, end, ['DATE_OF_BIRTH', 0.8]);
}

const dated =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1((?:19|20)\d\d)|((?:19|20)\d\d)([-/.]?)(?:0[1-9]|1[0-2])\4(?:0[1-9]|[12]\d|3[01]))$/;
/** What is booked, ordered or logged is newer. */
const lastYear = 2018;

function areBirths(cells: readonly string[]): boolean {
  const years = cells.map((cell) => {
    const match = dated.exec(cell);
    return Number(match?.[2] ?? match?.[3] ?? lastYear + 1);
  });
  return years.every((year) => year <= lastYear) && new Set(years).size > Math.min(1, years.length - 1);
}

/** How many of the cells have a given name that a list knows, or words and no such name; `null`: no column of names. */
interface ColumnKind {
  readonly given: number;
  readonly rows: number;
  /** Each cell has a word and another one: whole names. */
  readonly isFull: boolean;
}

const nameCell =
  /^(?:(?:d[aeiou]|del|della|degli|van|von|der|den|la|le|el|al|dos) ){0,3}\p{Lu}[\p{L}\p{M}'’-]*(?: (?:(?:d[aeiou]|del|van|von|der|la|le|y) ){0,2}\p{Lu}[\p{L}\p{M}'’-]+){0,3}$/u;

function columnKind(cells: readonly string[], none: number): ColumnKind | null {
  if (new Set(cells).size < Math.min(2, cells.length) || !cells.every((cell) => cell.length > 1 && nameCell.test(cell)))
    return null;
  const marks = cells.map((cell) => cell.split(/[ '’-]/).map((word) => lexicon.marksAt(word, 0, word.length)));
  if (marks.some((words) => words.some((each) => isOther(each, none)))) return null;
  return {
    given: marks.filter(([first = 0]) => (first & wordMarks.given) !== 0).length,
    rows: cells.length,
    isFull: cells.every((cell) => cell.includes(' ')),
  };
}

function isOther(marks: number, none: number): boolean {
  if ((marks & (wordMarks.given | wordMarks.family | wordMarks.particle)) !== 0) return false;
  return (marks & none) !== 0;
}

const others = wordMarks.place | wordMarks.organisation | wordMarks.month | wordMarks.field | wordMarks.ordinary;

/**
 * The places of the two columns of names side by side, or of whole names; none: of people nothing stands there. Of
 * several rows, right before a column of births, no list has to know one.
 */
function columnsOfNames(kinds: readonly (ColumnKind | null)[], births: number): readonly number[] {
  const before = [births - 2, births - 1];
  const oneIn = births === -1 ? 2 : 3;
  let best = before.every((place) => (kinds[place]?.rows ?? 0) > 1) ? before : [];
  let most = 0;
  for (const [place, kind] of kinds.entries()) {
    if (kind === null || kind.given <= most || kind.given * oneIn < kind.rows) continue;
    const beside = [place - 1, place + 1].find((each) => (kinds[each]?.given ?? Infinity) <= kind.given);
    if (beside === undefined && !kind.isFull) continue;
    best = beside === undefined ? [place] : [beside, place];
    most = kind.given;
  }
  return best;
}
