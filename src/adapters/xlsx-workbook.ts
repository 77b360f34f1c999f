import { writeXlsx, type Cell, type CellValue, type WriteSheet } from 'hucre/xlsx';
import { eurFromNano, nanoFromSum } from '../domain/money.ts';
import { sheetRowsMax, WorkbookTooLarge, type ColumnKind, type Sheet, type Workbook } from '../ports/workbook.ts';

/** Most significant digits that a number of a spreadsheet holds. */
const digitsMax = 15;

const formats: Readonly<Partial<Record<ColumnKind, string>>> = {
  amount: '0.000000000',
  count: '0',
  day: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss',
};

/**
 * A workbook as Office Open XML. Amounts are numbers, so that every spreadsheet adds them up in every language; where one
 * has more digits than a number holds, a column beside has it exactly, as text. Times have whole seconds, and no zone. The
 * first sheet has the parameters, and each total as it is and as the spreadsheet adds it up. Raises
 * {@link WorkbookTooLarge}.
 */
export async function xlsxWorkbook({ about, sheets }: Workbook): Promise<Uint8Array<ArrayBuffer>> {
  if (sheets.some(({ rows }) => rows.length > sheetRowsMax)) throw new WorkbookTooLarge();
  const written = sheets.map(tableOf);
  const bytes = await writeXlsx({ sheets: [aboutSheet(about, written), ...written.map(({ sheet }) => sheet)] });
  return new Uint8Array(bytes);
}

/** A sheet as it is written, and the totals of its columns of amounts. */
interface Table {
  readonly sheet: WriteSheet;
  readonly totals: readonly { readonly column: string; readonly letter: string; readonly eur: string }[];
}

interface WrittenColumn {
  readonly name: string;
  readonly of: string;
  readonly kind: ColumnKind;
  /** Whether it has the exact text of amounts that the column before cannot hold. */
  readonly isExact: boolean;
}

function tableOf({ name, columns, rows }: Sheet): Table {
  const written = columns.flatMap((column): readonly WrittenColumn[] => {
    const own = { ...column, of: column.name, isExact: false };
    const isLong = column.kind === 'amount' && rows.some((row) => !isHeld(textOf(row[column.name])));
    return isLong ? [own, { name: `${column.name}_exact`, of: column.name, kind: 'text', isExact: true }] : [own];
  });
  const cells = rows.map((row) =>
    written.map(({ of, kind, isExact }): CellValue => {
      const text = textOf(row[of]);
      return isExact && isHeld(text) ? null : cellOf(kind, text);
    }),
  );
  const totals = written.flatMap(({ name: column, kind }, index) => {
    if (kind !== 'amount') return [];
    const total = rows.reduce((sum, row) => sum + nanoFromSum(textOf(row[column]) || '0'), 0n);
    return [{ column, letter: letterOf(index), eur: eurFromNano(total) }];
  });
  const heading = written.map((column) => column.name);
  return { sheet: { name, ...layout(written), rows: [heading, ...cells] }, totals };
}

function layout(columns: readonly { readonly kind: ColumnKind }[]): Pick<WriteSheet, 'columns' | 'freezePane'> {
  return {
    columns: columns.map(({ kind }) => {
      const numFmt = formats[kind];
      return { width: 20, ...(numFmt !== undefined && { numFmt }) };
    }),
    freezePane: { rows: 1 },
  };
}

function aboutSheet(about: Workbook['about'], tables: readonly Table[]): WriteSheet {
  const heading: CellValue[] = ['', 'value', 'number', 'sum of the column'];
  const rows: CellValue[][] = [
    heading,
    ...about.map(([what, value]): CellValue[] => [what, cellOf('text', value), null, null]),
  ];
  const cells = new Map<string, Partial<Cell>>();
  for (const { sheet, totals } of tables) {
    rows.push([`rows of ${sheet.name}`, String((sheet.rows?.length ?? 1) - 1), null, null]);
    for (const { column, letter, eur } of totals) {
      const formula = `SUM(${sheet.name}!${letter}:${letter})`;
      cells.set(`${rows.length},3`, { type: 'formula', formula });
      rows.push([`total of ${column} in ${sheet.name}`, eur, Number(eur), null]);
    }
  }
  const amount = { width: 24, numFmt: '0.000000000' };
  return { name: 'about', columns: [{ width: 34 }, { width: 40 }, amount, amount], rows, cells };
}

function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Whether a number of a spreadsheet holds an amount exactly. */
function isHeld(text: string): boolean {
  const digits = text.replace('-', '').replace('.', '').replace(/^0+/, '');
  return (text.includes('.') ? digits.replace(/0+$/, '') : digits).length <= digitsMax;
}

/** Raises `RangeError` for a text that is not of its kind: a wrong cell would be silent. */
function cellOf(kind: ColumnKind, text: string): CellValue {
  if (text === '') return null;
  // XML has no such characters, and a cell reads `_x0042_` as the character of this code.
  if (kind === 'text') return text.replace(/[\ufffe\uffff]/g, '\ufffd').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  if (kind === 'amount') {
    // A total may be larger than any single amount.
    if (!/^-?\d{1,30}(\.\d{1,9})?$/.test(text)) throw new RangeError('a cell is no amount');
    return Number(text);
  }
  // A cell has no zone: it shows what the clocks showed.
  const time = kind === 'day' ? `${text}T00:00:00Z` : text.replace(/[+-]\d\d:\d\d$/, 'Z');
  const value = kind === 'count' ? Number(text) : Date.parse(time);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a cell is no ${kind}`);
  return kind === 'count' ? value : new Date(Math.floor(value / 1_000) * 1_000);
}

/** The name of a column: A, B, … Z, AA. */
function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
