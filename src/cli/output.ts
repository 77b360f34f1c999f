import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

/** What a command says: its result on stdout, everything else on stderr. */

/** One JSON document, on one line. */
export function printJson(document: object): void {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

export function printLine(text: string): void {
  process.stdout.write(`${stripVTControlCharacters(text)}\n`);
}

/** What a person should know beside the result. */
export function note(text: string): void {
  process.stderr.write(`${stripVTControlCharacters(text)}\n`);
}

/** That a list goes on, and how to have the rest. */
export function noteMore(next: string): void {
  note(`There is more: --after ${next}`);
}

/** Text as it is, once what was printed before has been taken: a reader may be slower than the ledger. */
export async function printText(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A count with its noun: `1 event`, `2 events`. `many`: where that is not `one` with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Rows under their headings, columns aligned; the last column is as long as it is. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), heading.length),
  );
  for (const row of [headings, ...rows]) {
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Fields under each other, values aligned. */
export function printFields(fields: Readonly<Record<string, string | number>>): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) printLine(`${name.padEnd(width)}  ${value}`);
}
