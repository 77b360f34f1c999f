import { noteMore, printJson, printText } from '../output.ts';

/** A part of a table, as an operation with `text/csv` returns it: a header row and rows. */
interface TablePart {
  readonly csv: string;
  readonly rows: number;
  /** `null`: the last part. */
  readonly next: string | null;
}

const rowsMax = 5_000;

/**
 * The parts of a table up to its end or `limit` rows, with one header row at the beginning. Calls `ask` for one part at a
 * time; an operation may return fewer rows than requested although more follow.
 */
export async function* tableParts(
  ask: (request: { readonly limit: number; readonly after?: string }) => Promise<object>,
  limit: number,
): AsyncGenerator<TablePart> {
  let left = limit;
  let after: string | null = null;
  for (let isFirst = true; isFirst || (after !== null && left > 0); isFirst = false) {
    const request = { limit: Math.min(left, rowsMax), ...(after !== null && { after }) };
    // `as`: the answer of an operation with `text/csv`.
    const part = (await ask(request)) as TablePart;
    left -= part.rows;
    after = part.next;
    yield isFirst ? part : { ...part, csv: part.csv.slice(part.csv.indexOf('\n') + 1) };
  }
}

export async function printParts(parts: AsyncIterable<TablePart>): Promise<void> {
  let next: string | null = null;
  for await (const part of parts) {
    await printText(part.csv);
    next = part.next;
  }
  if (next !== null) noteMore(next);
}

export async function printWhole(parts: AsyncIterable<TablePart>): Promise<void> {
  const whole = { csv: '', rows: 0, next: null as string | null };
  for await (const { csv, rows, next } of parts) {
    whole.csv += csv;
    whole.rows += rows;
    whole.next = next;
  }
  printJson(whole);
}
