import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { wrongUsage } from './cli-error.ts';

/** Output of a command: its result on stdout, everything else on stderr. */

/** One JSON document, on one line. */
export function printJson(document: object): void {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

export function printLine(text: string): void {
  process.stdout.write(`${plainLine(text)}\n`);
}

/** A line for people: without characters that would control their terminal. */
export function plainLine(text: string): string {
  return stripVTControlCharacters(text);
}

/** A note for people, in addition to the result. */
export function note(text: string): void {
  process.stderr.write(`${stripVTControlCharacters(text)}\n`);
}

/** Notes that a list continues, and how to get the rest. */
export function noteMore(next: string): void {
  note(`There is more: --after ${next}`);
}

/** Prints text unchanged and waits until it is written: a reader may be slower than the ledger. */
export async function printText(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Prints a file, which is no text. Raises `CliError` for a terminal. */
export async function printBytes(bytes: Uint8Array): Promise<void> {
  if (process.stdout.isTTY)
    throw wrongUsage('this is a file and no text: write it to one, for example with > export.xlsx');
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}

/**
 * Prints a line for each item, and takes the next item only when the reader has taken the lines before: it may be
 * slower than the ledger. `null`: no line for this item.
 */
export async function printEach<Item>(
  items: AsyncIterable<Item>,
  lineOf: (item: Item) => string | null,
  output: Writable = process.stdout,
): Promise<void> {
  for await (const item of items) {
    const line = lineOf(item);
    if (line !== null && !output.write(`${line}\n`)) await once(output, 'drain');
  }
}

/** A count with its noun: `1 event`, `2 events`. `many`: an irregular plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Rows under headings with aligned columns; the last column is not padded. */
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

/** One field per line, values aligned. */
export function printFields(fields: Readonly<Record<string, string | number>>): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) printLine(`${name.padEnd(width)}  ${value}`);
}
