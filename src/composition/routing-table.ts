import { readFileSync } from 'node:fs';
import { ConfigError } from '../config.ts';
import { untrainedTable, type DomainTable } from '../routing/domain-table.ts';
import { readTableFile, TableUnreadable } from '../routing/table-file.ts';

/** The table in the configured file; without one, the heuristic. Raises `ConfigError` if the file cannot be used. */
export function routingTable(path: string | undefined): DomainTable {
  if (path === undefined) return untrainedTable;
  try {
    return readTableFile(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === null && !(error instanceof TableUnreadable)) throw error;
    const what = code === null ? `is not a table: ${(error as Error).message}` : `cannot be read (${code})`;
    throw new ConfigError(
      `switchyard.table: ${path} ${what}. Make one with \`waybill switchyard train\`, or leave switchyard.table out: the heuristic needs none`,
    );
  }
}
