import type { Part } from '../announced-name.ts';

/** A row of a table under the row that names its columns; both have the same number of cells. */
export type FoundRow = (header: readonly Part[], row: readonly Part[]) => void;

/** Whether a row names columns, at least one of which announces what stands in it. */
export type IsHeader = (cells: readonly Part[]) => boolean;

export interface NamedCells {
  readonly isHeader: IsHeader;
  /** Whether a cell names a field. */
  readonly isField: (cell: Part) => boolean;
}
