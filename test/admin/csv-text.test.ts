import test from 'ava';
import { assert, array, property, string } from 'fast-check';
import { csvText } from '../../src/admin/csv-text.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { propertyRuns } from '../_support/property-runs.ts';

test('a table begins with its heading and has a line for each row', (t) => {
  t.is(csvText(['a', 'b'], [{ a: 'x', b: 1 }, { b: 'y' }]), 'a,b\r\nx,1\r\n,y\r\n');
});

test('commas, quotes and ends of lines are quoted', (t) => {
  t.is(csvText(['a'], [{ a: 'x,"y"\nz' }]), 'a\r\n"x,""y""\nz"\r\n');
});

for (const formula of [
  '=1+1',
  '+1',
  '-1+1',
  '-1.5.2',
  '-1\n',
  '-A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '=HYPERLINK("http://x","y")',
]) {
  test(`no spreadsheet runs ${JSON.stringify(formula)}`, (t) => {
    const [, line = ''] = csvText(['a'], [{ a: formula }]).split(/\r\n(?!=)/);
    t.regex(line, /^"?'/);
  });
}

test('an amount below zero stays a number', (t) => {
  t.is(
    csvText(['eur', 'count'], [{ eur: '-0.234200000', count: -2 }, { eur: '-5' }]),
    'eur,count\r\n-0.234200000,-2\r\n-5,\r\n',
  );
});

test('no field begins with a sign of a formula, for any texts', (t) => {
  assert(
    property(array(string({ unit: anyCharacter }), { minLength: 1, maxLength: 5 }), (texts) => {
      const columns = texts.map((_, index) => `c${index}`);
      const row = Object.fromEntries(texts.map((text, index) => [`c${index}`, text]));
      const text = csvText(columns, [row]).slice(columns.join(',').length + 2);
      for (const field of fieldsOf(text)) t.notRegex(field, /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/);
      t.is(fieldsOf(text).length, texts.length);
    }),
    { numRuns: propertyRuns(200) },
  );
});

/** The fields of one line, as RFC 4180 reads them. */
function fieldsOf(line: string): readonly string[] {
  const matches = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return [...matches].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
