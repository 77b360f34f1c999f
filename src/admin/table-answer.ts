import { z } from 'zod';
import type { SheetColumn, SheetRow } from '../ports/workbook.ts';
import { pageInput } from './inputs.ts';

const tableRowsMax = 5_000;

/** The page of a table. */
export const tablePageInput = {
  ...pageInput,
  limit: z.number().int().min(1).max(tableRowsMax).default(tableRowsMax).describe('Maximum number of rows.'),
};

/** A part of a table, which is answered as CSV or as a workbook. */
export interface TableAnswer {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly SheetRow[];
  /** `after` of the next part; `null`: this is the last one. */
  readonly next: string | null;
}

/** Of an operation that produces a table. */
export const tableOutput = z.custom<TableAnswer>();
