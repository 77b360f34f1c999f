/**
 * What a column holds. `amount`: euro, decimal text with a point. `count`: a whole number below 2⁵³. `day`: ISO 8601
 * without a time. `time`: RFC 3339, shown as the clocks of its offset do.
 */
export type ColumnKind = 'text' | 'amount' | 'count' | 'day' | 'time';

/** A column, under its name. */
export interface SheetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A cell by the name of its column; absent, `null` or empty: nothing. */
export type SheetRow = Readonly<Record<string, string | number | null | undefined>>;

/** A table of a workbook. */
export interface Sheet {
  /** At most 31 characters: letters, digits, `_`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly SheetRow[];
}

/** A file for spreadsheets. */
export interface Workbook {
  /** Where its figures come from: parameters and their values. */
  readonly about: readonly (readonly [what: string, value: string])[];
  readonly sheets: readonly Sheet[];
}

/**
 * Writes a workbook, with a sheet of its parameters and the totals of its amounts in front. Raises
 * {@link WorkbookTooLarge}.
 */
export type WriteWorkbook = (workbook: Workbook) => Promise<Uint8Array<ArrayBuffer>>;

/** Most rows of one sheet: above that a workbook takes more memory than a gateway has to spare. */
export const sheetRowsMax = 100_000;

/** Media type of Office Open XML workbooks. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A sheet has more than {@link sheetRowsMax} rows. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'WorkbookTooLarge';

  constructor() {
    super(`a sheet has at most ${sheetRowsMax} rows`);
  }
}
