import test from 'ava';
import * as fc from 'fast-check';
import { unescapedText } from '../../../src/personal-data/placeholders/unescaped-text.ts';

const shown = (text: string): string | null => unescapedText(text)?.text ?? null;

test('escapes of JSON, programs, HTML and URLs are decoded, also if escaped again', (t) => {
  const spellings = [
    'J\\u00f6rg',
    'J\\u00F6rg',
    'J\\\\u00f6rg',
    'J\\\\\\\\u00f6rg',
    'J\\u{f6}rg',
    'J\\xf6rg',
    'J&ouml;rg',
    'J&amp;ouml;rg',
    'J&#246;rg',
    'J&#xF6;rg',
    'J%C3%B6rg',
    'J%25C3%25B6rg',
    'J%F6rg',
    'J\\x{f6}rg',
    'J\\U000000f6rg',
  ];
  for (const spelling of spellings) t.is(shown(spelling), 'Jörg', spelling);
  t.is(shown('\\ud83d\\ude00 \\"x\\" a\\nb'), '😀 "x" a\nb');
  t.is(shown('joerg\\u0040example.com'), 'joerg@example.com');
});

test('bytes of UTF-8 are decoded together, and a single byte as Latin-1', (t) => {
  for (const spelling of ['J\\xc3\\xb6rg', 'J\\xC3\\xB6rg', 'J\\\\xc3\\\\xb6rg', 'J\\303\\266rg', 'J\\xc3%B6rg'])
    t.is(shown(spelling), spelling.includes('%') ? 'JÃ¶rg' : 'Jörg', spelling);
  t.is(shown('\\xf0\\x9f\\x98\\x80 \\xf6\\xc3\\xb6 \\366'), '😀 öö ö');
});

test('escapes inside decoded escapes are decoded, up to a depth', (t) => {
  const spellings = [
    'J\\u0026ouml;rg',
    'J\\u0026amp;ouml;rg',
    'J\\x26#246;rg',
    'J&#92;u00f6rg',
    'J%5Cu00f6rg',
    'J%26ouml%3Brg',
    'J&#37;C3&#37;B6rg',
    'J\\&ouml\\;rg',
    'J\\u0026#92;xc3\\u0026#92;xb6rg',
  ];
  for (const spelling of spellings) t.is(shown(spelling), 'Jörg', spelling);
  const view = unescapedText('first\nJ\\u0026ouml;rg\\nM%26uuml%3Bller\n%41');
  t.is(view?.text, 'Jörg\nMüller\nA');
  t.deepEqual(view?.original({ start: 0, end: 4 }), { start: 6, end: 20 });
  t.deepEqual(view?.uncut({ start: 9, end: 20 }), { start: 18, end: 20 });
  let deep = '%41';
  for (let depth = 0; depth < 20; depth += 1)
    deep = depth % 2 === 0 ? deep.replaceAll('%', '&#37;') : deep.replaceAll('&', '%26');
  t.regex(shown(deep) ?? '', /^[%&].+/);
});

test('a character after a backslash stands for itself', (t) => {
  t.is(shown('joerg\\@posta\\.example'), 'joerg@posta.example');
  t.is(shown('Mario\\_Rossi Mario\\ Rossi \\[PERSON-x\\] \\+39'), 'Mario_Rossi Mario Rossi [PERSON-x] +39');
});

test('a text that only looks like an escape stays unchanged', (t) => {
  for (const text of [
    '',
    'Jörg',
    'a & b',
    '100 % sure',
    'R&D; x',
    '\\q',
    'C:\\Users\\Nina',
    '\\400',
    '\\x',
    '&#99999999;',
    'a&nosuchname;b',
  ])
    t.is(shown(text), null, text);
  t.is(shown('&#x110000; %41'), '&#x110000; A');
});

test('only lines with escapes are decoded', (t) => {
  const text = 'first line\nsecond\\u0021 one\nthird\nfourth %41\nlast';
  const view = unescapedText(text);
  t.is(view?.text, 'second! one\nfourth A\n');
  const place = view?.original({ start: view.text.indexOf('A'), end: view.text.indexOf('A') + 1 });
  t.is(text.slice(place?.start, place?.end), '%41');
});

test('no range cuts an escape in half', (t) => {
  const text = 'a\\nJ\\u00f6rg';
  const view = unescapedText(text);
  t.deepEqual(view?.uncut({ start: 2, end: 4 }), { start: 3, end: 4 });
  t.deepEqual(view?.uncut({ start: 0, end: 7 }), { start: 0, end: 4 });
  t.deepEqual(view?.uncut({ start: 0, end: text.length }), { start: 0, end: text.length });
});

const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0');
const spellings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\u${hex(character.charCodeAt(0), 4)}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character.charCodeAt(0), 2)};`,
  (character) => Array.from(Buffer.from(character), (byte) => `%${hex(byte, 2)}`).join(''),
  (character) => Array.from(Buffer.from(character), (byte) => `\\x${hex(byte, 2)}`).join(''),
  (character) => `\\u0026#${character.charCodeAt(0)};`,
];

test('a text is decoded alike in any spelling, and every character has its place', (t) => {
  const character = fc.constantFrom('a', 'b', 'Ä', 'ö', 'ü', ' ', 'ß', '@', '.', 'é');
  const written = fc.array(fc.tuple(character, fc.constantFrom(...spellings)), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(written, (parts) => {
      const spelt = parts.map(([each, spell]) => spell(each));
      const plain = parts.map(([each]) => each).join('');
      const text = spelt.join('');
      const view = unescapedText(text);
      if (view === null) return text === plain;
      let at = 0;
      return (
        view.text === plain &&
        spelt.every((spelling, place) => {
          const { start, end } = view.original({ start: place, end: place + 1 });
          const isThere = start === at && end === at + spelling.length;
          at += spelling.length;
          return isThere;
        })
      );
    }),
  );
  t.pass();
});

test('a long line of escapes is read in one pass', (t) => {
  const count = 300_000;
  t.is(unescapedText('\\n'.repeat(count))?.text.length, count);
  t.is(unescapedText('\\'.repeat(count)), null);
  t.is(unescapedText('%25'.repeat(count))?.text.length, count);
  t.is(unescapedText(`&${'amp;'.repeat(count)}`)?.text, '&');
});
