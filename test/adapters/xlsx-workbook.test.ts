import test from 'ava';
import { readXlsx, type CellValue } from 'hucre/xlsx';
import { xlsxWorkbook } from '../../src/adapters/xlsx-workbook.ts';
import { sheetRowsMax, WorkbookTooLarge, type Sheet } from '../../src/ports/workbook.ts';

type Rows = readonly (readonly CellValue[])[];

async function written(sheet: Omit<Sheet, 'name'>): Promise<{ readonly about: Rows; readonly rows: Rows }> {
  const bytes = await xlsxWorkbook({ about: [['from', '2026-11-01']], sheets: [{ name: 'table', ...sheet }] });
  const [about, table] = (await readXlsx(bytes)).sheets;
  return { about: about?.rows ?? [], rows: table?.rows ?? [] };
}

const amounts = (...texts: readonly string[]): Omit<Sheet, 'name'> => ({
  columns: [{ name: 'amount_eur', kind: 'amount' }],
  rows: texts.map((amount_eur) => ({ amount_eur })),
});

test('amounts are numbers, and their total stands in front, exactly', async (t) => {
  const { about, rows } = await written(amounts('0.100000000', '0.200000000', '-0.000000001', '999999.999999999'));
  t.deepEqual(rows, [['amount_eur'], [0.1], [0.2], [-0.000000001], [999_999.999999999]]);
  t.deepEqual(about[1]?.slice(0, 2), ['from', '2026-11-01']);
  t.deepEqual(about[2]?.slice(0, 3), ['rows of table', '4', null]);
  t.deepEqual(about[3]?.slice(0, 3), ['total of amount_eur in table', '1000000.299999998', 1_000_000.299999998]);
});

test('a total may be larger than any single amount', async (t) => {
  const { rows } = await written(amounts('-1000000499.000000000'));
  t.deepEqual(rows, [['amount_eur'], [-1_000_000_499]]);
});

test('an amount with more than fifteen digits stands beside as text, and others do not', async (t) => {
  const { rows } = await written(amounts('1000000.123456789', '1000000.120000000', '999999999.999999999'));
  t.deepEqual(rows, [
    ['amount_eur', 'amount_eur_exact'],
    [1_000_000.123456789, '1000000.123456789'],
    [1_000_000.12, null],
    [1_000_000_000, '999999999.999999999'],
  ]);
});

test('days and times are those that their clocks showed, at whole seconds, and empty cells stay empty', async (t) => {
  const columns = [
    { name: 'day', kind: 'day' },
    { name: 'at', kind: 'time' },
    { name: 'n', kind: 'count' },
    { name: 'text', kind: 'text' },
  ] as const;
  const { rows } = await written({
    columns,
    rows: [
      { day: '2026-03-29', at: '2026-10-25T00:59:59.999Z', n: 7, text: '=1+1' },
      { day: null, text: '' },
      { day: null, at: '2026-10-25T01:59:59.999+05:45', text: '' },
    ],
  });
  t.deepEqual(rows[3]?.[1], new Date('2026-10-25T01:59:59Z'));
  t.deepEqual(rows[1], [new Date('2026-03-29T00:00:00Z'), new Date('2026-10-25T00:59:59Z'), 7, '=1+1']);
  t.true((rows[2] ?? []).every((cell) => cell === null));
});

test('what is not of its kind is refused, and not written as another cell', async (t) => {
  for (const [kind, text] of [
    ['amount', '1e3'],
    ['amount', 'NaN'],
    ['count', '1.5'],
    ['count', '9007199254740993'],
    ['day', '2026-02-30x'],
    ['time', 'yesterday'],
  ] as const) {
    await t.throwsAsync(written({ columns: [{ name: 'a', kind }], rows: [{ a: text }] }), undefined, text);
  }
});

test('a sheet with more rows than are written is refused', async (t) => {
  const rows = Array.from({ length: sheetRowsMax + 1 }, () => ({}));
  await t.throwsAsync(written({ columns: [], rows }), { instanceOf: WorkbookTooLarge });
});

test('a text that looks like the code of a character is read as it was written', async (t) => {
  const texts = ['a_x0042_b', '_X000d__x0042_', 'line\rline', 'a_x42_b'];
  const { rows } = await written({
    columns: [{ name: 'reason', kind: 'text' }],
    rows: texts.map((reason) => ({ reason })),
  });
  t.deepEqual(rows.slice(1).flat(), texts);
});

test('characters that XML does not have are shown as unknown ones', async (t) => {
  const { rows } = await written({ columns: [{ name: 'reason', kind: 'text' }], rows: [{ reason: 'a\uffffb\ufffe' }] });
  t.deepEqual(rows, [['reason'], ['a\ufffdb\ufffd']]);
});
