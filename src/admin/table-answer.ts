import type { SheetColumn, SheetRow } from '../ports/workbook.ts';

/** A part of a table, which is answered as CSV or as a workbook. */
export interface TableAnswer {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly SheetRow[];
  /** `after` of the next part; `null`: this is the last one. */
  readonly next: string | null;
}
