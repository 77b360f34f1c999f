import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainTable } from '../routing/domain-table.ts';
import { readTableFile } from '../routing/table-file.ts';

const shippedPath = join(import.meta.dirname, '..', 'routing', 'switchyard.table');

/**
 * The table of a file, or the one that is shipped. Raises `TableUnreadable` when its bytes are no table, and what the operating
 * system says when it cannot be read.
 */
export function routingTable(path: string = shippedPath): DomainTable {
  return readTableFile(readFileSync(path));
}
