import type { Part } from '../announced-name.ts';
import type { FoundRow, NamedCells } from './named-cells.ts';
import { cellsMax, endOfLine, trimmed } from './separator.ts';

/** Data frames as they are printed: names of columns in one word each. A longer line is none, characters. */
const names = /^[ \t]{0,24}[\p{L}\d_.#]{1,48}(?: {1,64}[\p{L}\d_.#]{1,48}){1,63} {0,64}\r?$/u;
const lineMax = 1_024;
/** The number of a row. */
const numbered = /^ {0,8}\d{1,9}\.? +/;

/**
 * Tables whose cells end, or begin, right below the ends or beginnings of the names of their columns, however few blanks
 * part those. Two rows have to, or one with a number before it. Returns where the table ends; -1: it is none.
 */
export function eachAlignedRow(text: string, line: Part, { isField }: NamedCells, found: FoundRow): number {
  const written = text.slice(line.start, Math.min(line.end, line.start + lineMax));
  if (line.end - line.start > lineMax || !names.test(written)) return -1;
  const header = tokensIn(written, line.start);
  if (header.length > cellsMax || !header.some(isField)) return -1;
  for (const edge of ['end', 'start'] as const) {
    const rows: (readonly Part[])[] = [];
    let isNumbered = false;
    let end = line.end;
    while (end < text.length) {
      const next = { start: end + 1, end: endOfLine(text, end + 1) };
      const row = cellsBelow(text, { line, header, edge }, next);
      if (row === null) break;
      isNumbered ||= numbered.test(text.slice(next.start, next.start + 20));
      rows.push(row);
      end = next.end;
    }
    if (rows.length < 2 && !(isNumbered && rows.length === 1)) continue;
    for (const row of rows) found(header, row);
    return end;
  }
  return -1;
}

function tokensIn(written: string, from: number): readonly Part[] {
  return Array.from(written.matchAll(/\S+/g), ({ index, 0: token }) => ({
    start: from + index,
    end: from + index + token.length,
  }));
}

interface Header {
  readonly line: Part;
  readonly header: readonly Part[];
  readonly edge: 'start' | 'end';
}

/** The cells of a row below a header; `null`: one of them is not aligned. */
function cellsBelow(text: string, { line, header, edge }: Header, row: Part): readonly Part[] | null {
  if (row.end - row.start > lineMax) return null;
  const cells: Part[] = [];
  const number = numbered.exec(text.slice(row.start, row.start + 20))?.[0].length ?? 0;
  const first = number < (header[0]?.[edge] ?? 0) - line.start ? row.start + number : row.start;
  const isBlank = (place: number): boolean => place < row.start || place >= row.end || text.charCodeAt(place) <= 32;
  for (const [place, name] of header.entries()) {
    const at = row.start + name[edge] - line.start;
    const [last, next] = edge === 'end' ? [cells.at(-1)?.end ?? first, at] : [at, startOf(header[place + 1])];
    if (edge === 'end' ? isBlank(at - 1) || !isBlank(at) : isBlank(at) || !isBlank(at - 1)) return null;
    cells.push(trimmed(text, last, Math.min(next, row.end)));
  }
  return cells;

  function startOf(name: Part | undefined): number {
    return name === undefined ? row.end : row.start + name.start - line.start;
  }
}
