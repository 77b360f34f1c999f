import { csvText } from '../../admin/csv-text.ts';
import type { TableAnswer } from '../../admin/table-answer.ts';
import type { WriteWorkbook } from '../../ports/workbook.ts';
import { noteMore, printBytes, printJson, printText } from '../output.ts';

const rowsMax = 5_000;

/**
 * The parts of a table up to its end or `limit` rows. Calls `ask` for one part at a time; an operation may return fewer
 * rows than requested although more follow.
 */
export async function* tableParts(
  ask: (request: { readonly limit: number; readonly after?: string }) => Promise<object>,
  limit: number,
): AsyncGenerator<TableAnswer> {
  let left = limit;
  let after: string | null = null;
  for (let isFirst = true; isFirst || (after !== null && left > 0); isFirst = false) {
    const request = { limit: Math.min(left, rowsMax), ...(after !== null && { after }) };
    // `as`: the answer of an operation that produces a table.
    const part = (await ask(request)) as TableAnswer;
    left -= part.rows.length;
    after = part.next;
    yield part;
  }
}

/** Prints CSV part by part, with one header row at the beginning. */
export async function printParts(parts: AsyncIterable<TableAnswer>): Promise<void> {
  let next: string | null = null;
  let isFirst = true;
  for await (const part of parts) {
    await printText(csvOf(part, isFirst));
    next = part.next;
    isFirst = false;
  }
  if (next !== null) noteMore(next);
}

export async function printWhole(parts: AsyncIterable<TableAnswer>): Promise<void> {
  const { columns, rows, next } = await wholeOf(parts);
  printJson({ csv: csvOf({ columns, rows }, true), rows: rows.length, next });
}

/** Prints a workbook with one sheet of this name. Raises `WorkbookTooLarge`. */
export async function printWorkbook(
  parts: AsyncIterable<TableAnswer>,
  { name, about, write }: WorkbookOfParts,
): Promise<void> {
  const { columns, rows, next } = await wholeOf(parts);
  await printBytes(await write({ about, sheets: [{ name, columns, rows }] }));
  if (next !== null) noteMore(next);
}

interface WorkbookOfParts {
  readonly name: string;
  readonly about: readonly (readonly [string, string])[];
  readonly write: WriteWorkbook;
}

async function wholeOf(parts: AsyncIterable<TableAnswer>): Promise<TableAnswer> {
  const whole = {
    columns: [] as TableAnswer['columns'],
    rows: [] as TableAnswer['rows'][number][],
    next: null as string | null,
  };
  for await (const { columns, rows, next } of parts) {
    whole.columns = columns;
    for (const row of rows) whole.rows.push(row);
    whole.next = next;
  }
  return whole;
}

function csvOf({ columns, rows }: Omit<TableAnswer, 'next'>, hasHeading: boolean): string {
  return csvText(
    columns.map(({ name }) => name),
    rows,
    hasHeading,
  );
}
