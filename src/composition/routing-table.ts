import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainTable } from '../routing/domain-table.ts';
import { readTableFile } from '../routing/table-file.ts';

const shippedPath = join(import.meta.dirname, '..', 'routing', 'switchyard.table');

/**
 * The table in a file, or the built-in one. Raises `TableUnreadable` if the bytes are not a table, and the error of the
 * operating system if the file cannot be read.
 */
export function routingTable(path: string = shippedPath): DomainTable {
  return readTableFile(readFileSync(path));
}
