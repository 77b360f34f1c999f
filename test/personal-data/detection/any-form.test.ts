import test from 'ava';
import * as fc from 'fast-check';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';
import { piiEntities } from '../../../src/personal-data/pii-kinds.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

// A record is read in whatever form it is written: the forms here are drawn, and nobody knows them.

const asked = { entities: new Set(piiEntities), languages: ['de', 'en', 'es', 'fr', 'it'] } as const;

function namesIn(text: string): readonly string[] {
  return applyDetectionRules(text, asked)
    .filter(({ entity }) => entity === 'PERSON')
    .map(({ start, end }) => text.slice(start, end));
}

/** No list has these. */
const syllables = fc.constantFrom('zul', 'vrat', 'kem', 'dro', 'fip', 'nuv', 'gal', 'tho', 'brix', 'mel');
const name = fc
  .tuple(fc.constantFrom('Zu', 'Kr', 'Vel', 'Pho', 'Dwi'), fc.array(syllables, { minLength: 2, maxLength: 3 }))
  .map(([first, rest]) => first + rest.join('') + 'k');

const fields = fc.constantFrom(
  ['first_name', 'last_name'],
  ['firstName', 'lastName'],
  ['Vorname', 'Nachname'],
  ['vorname', 'familienname'],
  ['nome', 'cognome'],
  ['Prénom', 'Nom de famille'],
  ['nombre', 'apellidos'],
  ['GIVEN-NAME', 'SURNAME'],
);

const piece = fc.constantFrom(
  '(',
  ' ',
  '|',
  '->',
  '/',
  '{',
  '"',
  '<b>',
  ' is: ',
  '::',
  '\t',
  '…',
  '* ',
  '" value="',
  ')(',
  '~',
);
/** Signs, blanks and words of programs, the same behind both names of fields. */
const gap = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''))
  .filter((joined) => /[^\s\w]/.test(joined) && !/^[.\w]/.test(joined) && !/\w$/.test(joined));
const between = fc.constantFrom('\n', '; ', ', ', ' | ', '\n\n', ')\n', '"}\n{"', '</b>\n');

const records = fc.tuple(fields, gap, between, name, name);

test('a name is found behind the name of its field, whatever stands between, if a second field has the same', (t) => {
  fc.assert(
    fc.property(records, ([[given = '', family = ''], sign, end, first, last]) => {
      fc.pre(first !== last);
      const text = `${given}${sign}${first}${end}${family}${sign}${last}${end}`;
      const found = namesIn(text).join(' ');
      t.true(found.includes(first) && found.includes(last), text);
    }),
    { numRuns: propertyRuns(200) },
  );
});

const separators = fc.constantFrom('\t', '|', '||', ';', '~', '^', '¦', '│', ',', ' | ', ' ║ ', '    ');
const rows = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 5 });

test('a line of names of fields announces every row below it, whatever parts its cells', (t) => {
  fc.assert(
    fc.property(fields, separators, rows, ([given = '', family = ''], separator, people) => {
      const lines = [['id', given, family], ...people.map((each, place) => [`${place}`, ...each])];
      const text = lines.map((cells) => cells.join(separator)).join('\n');
      const found = namesIn(text).join(' ');
      for (const each of people.flat()) t.true(found.includes(each), text);
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('a column of names of fields announces every record beside it', (t) => {
  fc.assert(
    fc.property(
      fields,
      fc.constantFrom('\t', '|', ';', ' ¦ '),
      rows,
      ([given = '', family = ''], separator, people) => {
        const lines = [
          [given, ...people.map(([each]) => each)],
          [family, ...people.map(([, each]) => each)],
        ];
        const text = lines.map((cells) => cells.join(separator)).join('\n');
        const found = namesIn(text).join(' ');
        for (const each of people.flat()) t.true(found.includes(each), text);
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});
