import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { xlsxWorkbook } from '../../src/adapters/xlsx-workbook.ts';
import { eurFromNano, nanoFromSum } from '../../src/domain/money.ts';
import { dataDirectory } from '../_support/gateway.ts';
import { seededDirectory, waybill } from '../_support/waybill-command.ts';

/** A cell as a person sees it, by sheet, row and column. */
type Seen = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Every sheet of a workbook as LibreOffice shows it in a language, with formulas computed. */
function seenIn(t: ExecutionContext, workbook: Uint8Array, language: string): Seen {
  const folder = join(dataDirectory(t), language);
  const profile = join(folder, 'profile', 'user');
  mkdirSync(profile, { recursive: true });
  const locale = `<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item>`;
  writeFileSync(
    join(profile, 'registrymodifications.xcu'),
    `<?xml version="1.0"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">${locale}</oor:items>`,
  );
  const file = join(folder, 'book.xlsx');
  writeFileSync(file, workbook);
  // Separated by tabs, cells as shown, every sheet in a file of its own.
  const filter = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,false,true,false,false,-1';
  const words = [
    '--headless',
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--convert-to',
    filter,
    '--outdir',
    folder,
    file,
  ];
  const { status, stderr } = spawnSync(process.env['SOFFICE'] ?? 'soffice', words, { encoding: 'utf8' });
  t.is(status, 0, stderr);
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.csv'))
      .map((name) => [
        name.replace(/^book-/, '').replace(/\.csv$/, ''),
        readFileSync(join(folder, name), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t')),
      ]),
  );
}

/** The decimal text of an amount as people of a language write it. */
const written = (eur: string, language: string): string => (language === 'de-DE' ? eur.replace('.', ',') : eur);

/** Every total stands in the workbook as text, as a number, and as LibreOffice adds the column up. */
function assertTotals(t: ExecutionContext, seen: Seen, language: string): void {
  const totals = (seen.get('about') ?? []).filter(([what = '']) => what.startsWith('total of '));
  t.true(totals.length > 0);
  for (const [what = '', exact = '', number, sum] of totals) {
    const shown = written(exact, language);
    t.deepEqual([what, number, sum], [what, shown, shown]);
    const [, column = '', sheet = ''] = /^total of (\w+) in (\w+)$/.exec(what) ?? [];
    const [heading = [], ...rows] = seen.get(sheet) ?? [];
    const cells = rows.map((row) => row[heading.indexOf(column)] ?? '');
    for (const cell of cells) t.regex(cell, language === 'de-DE' ? /^-?\d+,\d{9}$/ : /^-?\d+\.\d{9}$/);
    t.is(eurFromNano(cells.reduce((total, cell) => total + nanoFromSum(cell.replace(',', '.')), 0n)), exact);
  }
}

for (const language of ['de-DE', 'en-US']) {
  for (const words of [
    ['ledger', 'export', '--format', 'xlsx'],
    ['ledger', 'export', '--format', 'xlsx', '--from', '2026-01-01'],
    ['usage', 'workbook'],
  ]) {
    test(`LibreOffice in ${language} adds up what waybill ${words.join(' ')} has written`, async (t) => {
      const environment = await seededDirectory(t);
      const { exitCode, bytes } = await waybill(t, environment, ...words);
      t.is(exitCode, 0);
      assertTotals(t, seenIn(t, bytes, language), language);
    });
  }

  test(`LibreOffice in ${language} reads small and long amounts, days and times`, async (t) => {
    const amounts = ['0.000000001', '1.234567890', '1234.000000000', '999999.999999999', '-0.100000000'];
    const workbook = await xlsxWorkbook({
      about: [],
      sheets: [
        {
          name: 'table',
          columns: [
            { name: 'day', kind: 'day' },
            { name: 'at', kind: 'time' },
            { name: 'amount_eur', kind: 'amount' },
          ],
          rows: amounts.map((amount_eur) => ({ day: '2026-03-29', at: '2026-10-25T00:59:59.999Z', amount_eur })),
        },
      ],
    });
    const seen = seenIn(t, workbook, language);
    t.deepEqual(
      (seen.get('table') ?? []).slice(1),
      amounts.map((eur) => ['2026-03-29', '2026-10-25 00:59:59', written(eur, language)]),
    );
    assertTotals(t, seen, language);
  });
}
