import test from 'ava';
import * as fc from 'fast-check';
import { nestedText, readableTexts, spelledTexts, writtenText } from '../../src/personal-data/nested-text.ts';
import { jsonText } from '../properties/_json-documents.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const read = (text: string, isJson = false) => readableTexts(nestedText(text, isJson)).map((each) => each.text);

/** The text with every readable text in capitals. */
function shouted(text: string, isJson = false): string {
  const nested = nestedText(text, isJson);
  const texts = readableTexts(nested)
    .map((each) => each.text.toUpperCase())
    .values();
  return writtenText(nested, () => texts.next().value ?? '');
}

test('a text is read unchanged, and an empty one is not read', (t) => {
  t.deepEqual(read('I am "Ada"'), ['I am "Ada"']);
  t.deepEqual(read('"Ada"'), ['"Ada"']);
  t.deepEqual(read(''), []);
  t.deepEqual(read('[Ada]'), ['[Ada]']);
});

test('the strings of a JSON text are read without their escapes, names included', (t) => {
  t.deepEqual(read(' {"n\\u0061me": ["Zo\\u00eb", 1, ""], "a": {}} '), ['name', 'Zoë', 'a']);
  t.deepEqual(read('"Zo\\u00eb"', true), ['Zoë']);
  t.deepEqual(read('7', true), []);
});

test('JSON within strings of JSON is read, and changes are escaped at the same depth', (t) => {
  const deep = JSON.stringify({ a: JSON.stringify({ b: JSON.stringify(['"c"']) }) });
  t.deepEqual(read(deep), ['a', 'b', '"c"']);
  t.is(shouted(deep), JSON.stringify({ A: JSON.stringify({ B: JSON.stringify(['"C"']) }) }));
});

test('only strings that change are rewritten', (t) => {
  t.is(
    shouted('{ "A" : 1.0, "\\u0042": "c\\/d", "E": 12345678901234567890 }'),
    '{ "A" : 1.0, "\\u0042": "C/D", "E": 12345678901234567890 }',
  );
});

test('all texts of a JSON text that breaks off are read', (t) => {
  t.deepEqual(read('{"name": "Zo\\u00eb", "mood": gl', true), ['{', 'name', ': ', 'Zoë', ', ', 'mood', ': gl']);
  t.deepEqual(read('{"name": "Zo', true), ['{', 'name', ': "Zo']);
  t.deepEqual(read('{"name": "\\x", "a": "b"}', true), ['{', 'name', ': "\\x", "a": "b"}']);
  t.is(shouted('{"name": "Zo', true), '{"NAME": "ZO');
});

test('a text written without changes equals the text that was read', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(jsonText, fc.nat(40), (text, cut) => {
        for (const each of [text, text.slice(0, cut)]) {
          for (const isJson of [true, false]) {
            const nested = nestedText(each, isJson);
            const texts = readableTexts(nested).values();
            t.is(
              writtenText(nested, () => texts.next().value?.text ?? ''),
              each,
            );
            t.true(texts.next().done);
          }
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

test('whole numbers are read by their digits, however they are written', (t) => {
  const digits = '4111111111111111';
  for (const json of [
    digits,
    `${digits}.0`,
    `${digits}.000`,
    '4.111111111111111e15',
    '41111111111.11111E5',
    '4111111111111111e+0',
    '41111111111111110e-1',
    '0.4111111111111111e16',
    '4.111111111111111e+0015',
  ])
    t.deepEqual(readableTexts(nestedText(`{"n": ${json}}`, false)).at(-1)?.text, digits, json);
  for (const json of [
    '4111111111111111.5',
    '4.1111111111111115e15',
    '41e14',
    '1e15',
    '4111111111111111e-1',
    '-12345678',
    '4.1e99',
    '4.1e999999',
  ])
    t.deepEqual(readableTexts(nestedText(`{"n": ${json}}`, false)).at(-1)?.text, 'n', json);
  t.is(readableTexts(nestedText(`{"n": -${digits}.0}`, false)).at(-1)?.text, `-${digits}`);
  const changed = writtenText(nestedText(`[${digits}.0,1.5]`, false), () => 'x');
  t.is(changed, '["x",1.5]');
});

test('a list of the groups of a card or an account says it', (t) => {
  const spelled = (text: string) => spelledTexts(nestedText(text, false));
  t.deepEqual(spelled('{"n": ["4111", "1111", "1111", "1111"], "m": ["a"]}'), ['4111 1111 1111 1111']);
  t.deepEqual(spelled('[["4111","1111"], ["1111","1111"]]'), ['4111 1111 1111 1111'], 'in pairs');
  t.deepEqual(spelled('[{"x": ["DE89","3704","0044","0532","0130","00"]}]'), ['DE89 3704 0044 0532 0130 00']);
  t.deepEqual(spelled('{"n": ["4111", "1111", "1111", "1112"], "m": ["4111", "1111"]}'), []);
  t.deepEqual(spelled('{"a": "b", "card": [4111, 1111,1111,1111], "n": [1, 2]}'), ['card: 4111, 1111, 1111, 1111']);
  const mixed = [
    '"4111", 1111,1111,1111',
    '4111, "1111",1111,"1111"',
    '4111,1111,1111,"1111"',
    '"4111","1111",1111,1111',
  ];
  for (const list of mixed) {
    t.deepEqual(spelled(`{"a": ["b"], "card": [${list}], "n": [1, "2"]}`), ['card: 4111, 1111, 1111, 1111'], list);
    t.deepEqual(spelled(`{"box": [${list}], "card": [[${list}, "x"], {"n": 4111}]}`), [], list);
  }
  t.deepEqual(spelled('{"n": ["IT60X","0542811101","000000123456"]}'), ['IT60X 0542811101 000000123456']);
  t.deepEqual(spelled('{"card": ["411111","1111111111"]}'), ['card: 411111 1111111111']);
  t.deepEqual(spelled('{"card": [411111,1111111111]}'), ['card: 411111, 1111111111']);
  t.deepEqual(spelled('{"cf": ["RSSMRA","85T10","A562S"]}'), ['RSSMRA85T10A562S']);
  t.deepEqual(spelled('{"cf": ["RSSMRA","85T10","A562T"], "n": ["411111","1111111111"]}'), []);
  t.deepEqual(spelled('{"scorecard": [4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}'), []);
  t.deepEqual(spelled('{"box": [4111,1111,1111,1111], "card": [4111,1111,1111,1112], "c": [4111,["1111",1111]]}'), []);
});

test('long numbers of JSON are read with the name of their member, and become strings if they change', (t) => {
  const text = '{"tel": 393471234567, "list": [12345678, 1.23456789, -12345678, 1e12345678, 123456], "s": "12345678"}';
  t.deepEqual(
    readableTexts(nestedText(text, false)).filter(({ isNumber }) => isNumber),
    [
      { text: '393471234567', isNumber: true, label: 'tel' },
      { text: '12345678', isNumber: true, label: 'list' },
    ],
  );
  const texts = readableTexts(nestedText(text, false)).values();
  const written = writtenText(nestedText(text, false), () => {
    const { text: each = '', isNumber = false } = texts.next().value ?? {};
    return isNumber ? 'x' : each;
  });
  t.is(written, text.replace('393471234567', '"x"').replace('[12345678', '["x"'));
});

test('a long number or list of groups of JSON is read wherever it stands in a long text', (t) => {
  const card = '4111, 1111, 1111, 1111';
  for (let beside = 0; beside < 64; beside += 1) {
    const before = `{"card":[null${' '.repeat(32_768 - beside)},`;
    const numbers = readableTexts(nestedText(`${before}123456789012]}`, false));
    t.deepEqual(
      numbers.map(({ text }) => text),
      ['card', '123456789012'],
      `${beside}`,
    );
    t.deepEqual(spelledTexts(nestedText(`${before}[${card}]]}`, false)).length, 1, `${beside}`);
  }
});
