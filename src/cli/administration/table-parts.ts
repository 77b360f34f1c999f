import { noteMore, printJson, printText } from '../output.ts';

/** A part of a table, as an operation that produces `text/csv` answers it: a heading, and rows. */
interface TablePart {
  readonly csv: string;
  readonly rows: number;
  /** `null`: this is the end. */
  readonly next: string | null;
}

const rowsMax = 5_000;

/**
 * The parts of a table until its end, or until `limit` rows: one heading, at the beginning. `ask` is asked for a part after the
 * other; an operation may answer with fewer rows than it was asked for, and more to come.
 */
export async function* tableParts(
  ask: (wish: { readonly limit: number; readonly after?: string }) => Promise<object>,
  limit: number,
): AsyncGenerator<TablePart> {
  let left = limit;
  let after: string | null = null;
  for (let isFirst = true; isFirst || (after !== null && left > 0); isFirst = false) {
    const wish = { limit: Math.min(left, rowsMax), ...(after !== null && { after }) };
    // What such an operation answers.
    const part = (await ask(wish)) as TablePart;
    left -= part.rows;
    after = part.next;
    yield isFirst ? part : { ...part, csv: part.csv.slice(part.csv.indexOf('\n') + 1) };
  }
}

export async function tellParts(parts: AsyncIterable<TablePart>): Promise<void> {
  let next: string | null = null;
  for await (const part of parts) {
    await printText(part.csv);
    next = part.next;
  }
  if (next !== null) noteMore(next);
}

export async function tellWhole(parts: AsyncIterable<TablePart>): Promise<void> {
  const whole = { csv: '', rows: 0, next: null as string | null };
  for await (const { csv, rows, next } of parts) {
    whole.csv += csv;
    whole.rows += rows;
    whole.next = next;
  }
  printJson(whole);
}
