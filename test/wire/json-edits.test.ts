import test, { type ExecutionContext } from 'ava';
import { applyEdits, type ByteEdit } from '../../src/wire/byte-edits.ts';
import { editJsonMembers, replaceValue } from '../../src/wire/json-edits.ts';
import type { JsonObjectText } from '../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../src/wire/json-text.ts';

function edited(t: ExecutionContext, text: string, edit: (object: JsonObjectText) => readonly ByteEdit[]): string {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') return t.fail(object.fault);
  return applyEdits(object.bytes, edit(object)).toString();
}

test('a member is added before the last brace, and an empty object needs no comma', (t) => {
  const insert = (object: JsonObjectText): readonly ByteEdit[] =>
    editJsonMembers(object, [{ key: 'new "key"', json: '[1]' }]);
  t.is(edited(t, '{"a":1}', insert), '{"a":1,"new \\"key\\"":[1]}');
  t.is(edited(t, ' { "a" : 1 } ', insert), ' { "a" : 1,"new \\"key\\"":[1] } ');
  t.is(edited(t, '{}', insert), '{"new \\"key\\"":[1]}');
  t.is(edited(t, '{ }', insert), '{"new \\"key\\"":[1] }');
});

test('an existing member is set at its place', (t) => {
  t.is(
    edited(t, '{"a":1, "b" : {"c":2} ,"d":3}', (object) => editJsonMembers(object, [{ key: 'b', json: 'null' }])),
    '{"a":1, "b" : null ,"d":3}',
  );
});

test('a removed member takes one comma along, wherever it stands', (t) => {
  const without = (key: string): string =>
    edited(t, '{"a":1, "b":2 ,"c":3 }', (object) => editJsonMembers(object, [{ key, json: null }]));
  t.is(without('a'), '{"b":2 ,"c":3 }');
  t.is(without('b'), '{"a":1 ,"c":3 }');
  t.is(without('c'), '{"a":1, "b":2 }');
  t.is(without('d'), '{"a":1, "b":2 ,"c":3 }');
  t.is(
    edited(t, '{ "a":1 }', (object) => editJsonMembers(object, [{ key: 'a', json: null }])),
    '{  }',
  );
});

test('any set of members can be removed at once, with others set and added', (t) => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const text = `{${keys.map((key) => `"${key}":"${key}"`).join(',')}}`;
  for (let fates = 0; fates < 3 ** keys.length; fates++) {
    const fate = keys.map((_, i) => Math.floor(fates / 3 ** i) % 3);
    for (const extra of [[], ['x'], ['x', 'y']]) {
      const changes = [
        ...extra.map((key) => ({ key, json: '0' })),
        ...keys.flatMap((key, i) => (fate[i] === 0 ? [] : [{ key, json: fate[i] === 1 ? null : '1' }])),
      ];
      const expected = keys.flatMap((key, i) => (fate[i] === 1 ? [] : [[key, fate[i] === 0 ? key : 1]]));
      const result = edited(t, text, (object) => editJsonMembers(object, changes));
      t.deepEqual(Object.entries(JSON.parse(result) as object), [...expected, ...extra.map((key) => [key, 0])]);
    }
  }
});

test('edits of an object and of one within it are applied together', (t) => {
  const result = edited(t, '{"o":{"x":1,"y":2},"m":"a"}', (object) => {
    const inner = object.nested('o');
    if (inner === undefined) return [];
    return [
      ...editJsonMembers(object, [
        { key: 'm', json: '"b"' },
        { key: 'n', json: '3' },
      ]),
      ...editJsonMembers(inner, [
        { key: 'y', json: null },
        { key: 'z', json: '{}' },
      ]),
    ];
  });
  t.is(result, '{"o":{"x":1,"z":{}},"m":"b","n":3}');
});

test('an edit may be text or bytes, and edits may count from another origin', (t) => {
  const bytes = Buffer.from('data: {"a":1}');
  const edits = [
    { start: 5, end: 6, replacement: Buffer.from('"é"') },
    { start: 2, end: 3, replacement: 'ü' },
  ];
  t.is(applyEdits(bytes, edits, 6).toString(), 'data: {"ü":"é"}');
});

test('an edit without changes returns the same bytes', (t) => {
  const bytes = Buffer.from('{}');
  t.is(applyEdits(bytes, []), bytes);
});

test('edits that overlap or leave the text are a fault of the caller', (t) => {
  const bytes = Buffer.from('0123456789');
  const edit = (start: number, end: number): ByteEdit => ({ start, end, replacement: '' });
  t.throws(() => applyEdits(bytes, [edit(2, 5), edit(4, 6)]), { instanceOf: RangeError });
  t.throws(() => applyEdits(bytes, [edit(2, 11)]), { instanceOf: RangeError });
  t.throws(() => applyEdits(bytes, [edit(3, 2)]), { instanceOf: RangeError });
  t.notThrows(() => applyEdits(bytes, [edit(2, 5), edit(5, 6)]));
});

test('a value of any depth can be replaced', (t) => {
  const result = edited(t, '{"a":[1,{"b":2}]}', (object) => {
    const list = object.member('a');
    const [, second] = list === undefined ? [] : object.elements(list);
    const member = second === undefined ? undefined : object.object(second).member('b');
    return member === undefined ? [] : [replaceValue(member, '[]')];
  });
  t.is(result, '{"a":[1,{"b":[]}]}');
});
