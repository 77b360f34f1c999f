import test from 'ava';
import { nestedText, readableTexts } from '../../src/personal-data/nested-text.ts';

const labelled = (json: unknown): readonly (readonly [string, string | null])[] =>
  readableTexts(nestedText(JSON.stringify(json), false)).map(({ text, label }) => [text, label]);

test('a string is announced by the name of its member, and a name by nothing', (t) => {
  t.deepEqual(labelled({ surname: 'Rossi', mail: { to: 'x' } }), [
    ['surname', null],
    ['Rossi', 'surname'],
    ['mail', null],
    ['to', null],
    ['x', 'to'],
  ]);
});

test('the elements of a list are announced by the name of the list', (t) => {
  t.deepEqual(labelled({ names: ['Ada', 'Zoë'] }).slice(1), [
    ['Ada', 'names'],
    ['Zoë', 'names'],
  ]);
});

test('lists under a list of names of columns are announced by these, after numbers too', (t) => {
  const found = labelled({
    columns: ['id', 'last_name', 'city'],
    rows: [
      [1, 'Rossi', 'Roma'],
      [2, 'Verdi', 'Bari'],
    ],
  });
  t.deepEqual(found.slice(-4), [
    ['Rossi', 'last_name'],
    ['Roma', 'city'],
    ['Verdi', 'last_name'],
    ['Bari', 'city'],
  ]);
});

test('a member that says nothing is announced by the name of a field beside it, or by what holds it', (t) => {
  const [, , , given] = labelled({ name: 'given_name', Value: 'Ada' });
  t.deepEqual(given, ['Ada', 'given_name']);
  t.deepEqual(labelled({ value: 'Ada', name: 'given_name' })[1], ['Ada', 'given_name']);
  t.deepEqual(labelled({ surname: { S: 'Rossi' } }).at(-1), ['Rossi', 'surname']);
  t.deepEqual(labelled({ surname: { 0: { text: 'Rossi' } } }).at(-1), ['Rossi', 'surname']);
  t.deepEqual(labelled({ op: 'replace', path: '/surname', value: 'Rossi' }).at(-1), ['Rossi', '/surname']);
  t.deepEqual(labelled({ name: 'report', value: 'Rossi' }).at(-1), ['Rossi', 'value']);
  t.deepEqual(labelled([{ name: 'surname' }, { value: 'Rossi' }]).at(-1), ['Rossi', 'value']);
});

test('the parts of a name are announced as such', (t) => {
  const [, first, , last] = labelled({ name: { first: 'Zulko', last: 'Velmich' } }).slice(1);
  t.deepEqual(
    [first, last],
    [
      ['Zulko', 'given name'],
      ['Velmich', 'family name'],
    ],
  );
  t.deepEqual(labelled({ page: { first: 'a', last: 'b' } }).at(-1), ['b', 'last']);
});

test('short names of fields announce parts of a name beside each other, in any order', (t) => {
  const found = labelled([
    { ln: 'Velmich', age: '4', fn: 'Zulko' },
    { fn: 'x', size: 'y' },
  ]);
  t.deepEqual(
    found.filter(([, label]) => label !== null),
    [
      ['Velmich', 'family name'],
      ['4', 'age'],
      ['Zulko', 'given name'],
      ['x', 'fn'],
      ['y', 'size'],
    ],
  );
});

test('the first and the last of something are parts of a name if they are written like it', (t) => {
  const [given, , family] = labelled({ usr_first: 'Zulko', usr_last: 'Velmich' }).slice(1);
  t.deepEqual(
    [given, family],
    [
      ['Zulko', 'given name'],
      ['Velmich', 'family name'],
    ],
  );
  t.deepEqual(labelled({ ownerFirst: 'Zulko', ownerLast: 'Velmich' }).at(-1), ['Velmich', 'family name']);
  t.deepEqual(labelled({ ap1: 'Zulko', ap2: 'Velmich' }).at(1), ['Zulko', 'given name']);
  t.deepEqual(labelled({ shiftFirst: 'Monday', shiftLast: 'Friday' }).at(-1), ['Friday', 'shiftLast']);
});

test('beside a given name any word is a family name, in a list too, and beside a word none', (t) => {
  const last = (json: unknown) => labelled(json).at(-1);
  t.deepEqual(last({ first: 'Zulko', last: 'Wein' }), ['Wein', 'family name']);
  t.deepEqual(last({ first: 'Introduction', last: 'Wein' }), ['Wein', 'last']);
  t.deepEqual(last({ given: ['Zulko', 'Ugo'], family: 'Wein' }), ['Wein', 'family name']);
  t.deepEqual(labelled({ family: 'Wein', given: ['Zulko', 'Ugo'] })[1], ['Wein', 'family name']);
  t.deepEqual(last({ given: ['Italic'], family: 'Noto Sans' }), ['Noto Sans', 'family']);
});

test('strings deeper than any record have the string before them', (t) => {
  let json: unknown = ['a', 'b'];
  for (let depth = 0; depth < 90; depth += 1) json = [json];
  t.deepEqual(labelled(json), [
    ['a', null],
    ['b', 'a'],
  ]);
});

test('what is open is followed to its greatest depth, also where more was ended before', (t) => {
  for (const before of ['', ']'.repeat(200)]) {
    const texts = readableTexts(nestedText(`${before}${'{"a":['.repeat(100)}"x","deep"`, true));
    t.is(texts.find(({ text }) => text === 'deep')?.label, 'x', 'too deep to be of a list');
  }
});
