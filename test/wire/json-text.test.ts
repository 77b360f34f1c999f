import test, { type ExecutionContext } from 'ava';
import { decodedLength, type JsonObjectText } from '../../src/wire/json-object-text.ts';
import { answerLimits } from '../../src/wire/json-limits.ts';
import type { JsonFault } from '../../src/wire/json-scan.ts';
import { editedJsonText, scanJsonObject } from '../../src/wire/json-text.ts';

function scanned(t: ExecutionContext, text: string | Buffer): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') return t.fail(`${object.fault} at ${object.at}`);
  return object;
}

function refused(t: ExecutionContext, text: string | Buffer, depthMax = 128): Omit<JsonFault, 'kind'> {
  const fault = scanJsonObject(Buffer.from(text), { depthMax });
  if (fault.kind === 'json_object') return t.fail(`accepted: ${text.toString()}`);
  const { kind: _, ...rest } = fault;
  return rest;
}

test('a text that is no object and a text that is no JSON are different faults', (t) => {
  t.deepEqual(refused(t, ''), { fault: 'empty', at: 0 });
  t.deepEqual(refused(t, ' \r\n\t'), { fault: 'empty', at: 4 });
  for (const text of ['[1]', '"text"', ' 1', '-1', 'true', 'null', 'false']) {
    t.is(refused(t, text).fault, 'not_an_object', text);
  }
  for (const text of ['nul', 'x', '}', "{'a':1}", '{a:1}', '\u00a0{}', '<html>']) {
    t.true(['malformed', 'not_an_object'].includes(refused(t, text).fault), text);
  }
  t.deepEqual(refused(t, '<html>'), { fault: 'malformed', at: 0 });
});

test('a byte order mark is refused, as JSON.parse refuses it', (t) => {
  t.deepEqual(refused(t, '\ufeff{}'), { fault: 'malformed', at: 0 });
});

test('a malformed text is refused at its first wrong byte', (t) => {
  const places: readonly (readonly [string, number])[] = [
    ['{', 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{"a":1}}', 7],
    ['{"a":1} x', 8],
    ['{"a" 1}', 5],
    ['{"a":1 "b":2}', 7],
    ['{,}', 1],
    ['{"a":[1,]}', 8],
    ['{"a":[1 2]}', 8],
    ['{"a":[', 6],
    ['{"a":01}', 6],
    ['{"a":+1}', 5],
    ['{"a":.5}', 5],
    ['{"a":1.}', 5],
    ['{"a":1e}', 5],
    ['{"a":1e+}', 5],
    ['{"a":-}', 5],
    ['{"a":NaN}', 5],
    ['{"a":Infinity}', 5],
    ['{"a":tru}', 5],
    ['{"a":nulll}', 9],
    ['{"a":fals', 6],
    ['{"a":"b}', 8],
    ['{"a":"\\x"}', 6],
    ['{"a":"\\u00g0"}', 6],
    ['{"a":"\\u00', 6],
    ['{"a":"\\', 6],
    ['{"a":"tab\there"}', 9],
    ['{"a":"nul\u0000"}', 9],
    ['{"a\n":1}', 3],
    ['{"a":1}\u0000', 7],
  ];
  for (const [text, at] of places) t.deepEqual(refused(t, text), { fault: 'malformed', at }, JSON.stringify(text));
});

test('every beginning of a valid text is refused', (t) => {
  const text = Buffer.from('{"a":[1.5e3,{"b":"é\\u00e9"},true,null,false,-0],"c":{}}');
  t.is(scanned(t, text).members.length, 2);
  for (let end = 0; end < text.length; end++) refused(t, text.subarray(0, end));
});

test('a duplicate key is named, at any depth and in any spelling', (t) => {
  t.deepEqual(refused(t, '{"model":"a","model":"b"}'), { fault: 'duplicate_key', at: 13, key: 'model' });
  t.deepEqual(refused(t, '{"model":"a","\\u006dodel":"b"}'), { fault: 'duplicate_key', at: 13, key: 'model' });
  t.deepEqual(refused(t, '{"\\u006dodel":"a","model":"b"}'), { fault: 'duplicate_key', at: 18, key: 'model' });
  t.deepEqual(refused(t, '{"a":[{"b":{"c":1,"c":2}}]}'), { fault: 'duplicate_key', at: 18, key: 'c' });
  t.deepEqual(refused(t, '{"__proto__":1,"__proto__":2}'), { fault: 'duplicate_key', at: 15, key: '__proto__' });
  t.deepEqual(refused(t, '{"":1,"":2}'), { fault: 'duplicate_key', at: 6, key: '' });
  t.deepEqual(refused(t, '{"é":1,"\\u00e9":2}'), { fault: 'duplicate_key', at: 8, key: 'é' });
  t.deepEqual(refused(t, '{"\\ud83d\\ude00":1,"😀":2}'), { fault: 'duplicate_key', at: 18, key: '😀' });
});

test('equal keys of different objects are no duplicates, nor are keys that only look alike', (t) => {
  t.is(scanned(t, '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"c":{"b":1}}').members.length, 3);
  t.is(scanned(t, '{"a":1,"A":2,"a ":3,"á":4,"a\\u0301":5,"\\\\u0061":6}').members.length, 6);
  t.is(scanned(t, '{"\\ud800":1,"\\ud801":2,"\ufffd":3}').members.length, 3);
});

test('a duplicate is found in an object of any size', (t) => {
  for (const count of [2, 15, 16, 17, 18, 40, 5_000]) {
    const keys = Array.from({ length: count }, (_, i) => `"key${i}":${i}`);
    scanned(t, `{${keys.join(',')},"inner":{${keys.join(',')}}}`);
    const twice = refused(t, `{${keys.join(',')},"key${count - 2}":0}`);
    t.like(twice, { fault: 'duplicate_key', key: `key${count - 2}` });
    t.like(refused(t, `{"a":{${keys.join(',')},"k\\u0065y0":0}}`), { fault: 'duplicate_key', key: 'key0' });
  }
});

test('an answer with more members in one object than an honest one has is refused, at any depth', (t) => {
  const objectOf = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;
  const [most, more] = [objectOf(100_000), objectOf(100_001)];
  t.is(scanJsonObject(Buffer.from(`{"a":[${most},${most}]}`), answerLimits).kind, 'json_object');
  for (const text of [more, `{"a":[${more}]}`, `{"a":${more},"b":{}}`]) {
    t.like(scanJsonObject(Buffer.from(text), answerLimits), {
      fault: 'too_many_members',
      at: text.indexOf('"k100000"'),
    });
  }
});

test('keys that are made to have the same hash are told apart', (t) => {
  // "Aa" and "BB" hash alike where a character weighs 31 times the next.
  const collisions = Array.from({ length: 16 }, (_, i) =>
    Array.from({ length: 4 }, (_, bit) => ((i >> bit) % 2 === 0 ? 'Aa' : 'BB')).join(''),
  );
  const text = (keys: readonly string[]): string => `{${keys.map((key) => `"${key}":1`).join(',')}}`;
  scanned(t, text(collisions));
  t.like(refused(t, text([...collisions.slice(1), 'BBBBBBBB'])), { fault: 'duplicate_key', key: 'BBBBBBBB' });
});

test('containers within each other are counted, the outermost too', (t) => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
  scanned(t, nested(128));
  t.deepEqual(refused(t, nested(129)), { fault: 'too_deep', at: 128 * 5 });
  t.deepEqual(refused(t, '{"a":[[1]]}', 2), { fault: 'too_deep', at: 6 });
  t.is(refused(t, `{"a":${'['.repeat(1_000_000)}`).fault, 'too_deep');
});

test('bytes that are not UTF-8 are refused at their place', (t) => {
  const inString = (...bytes: number[]): Buffer =>
    Buffer.concat([Buffer.from('{"a":"x'), Buffer.from(bytes), Buffer.from('"}')]);
  const wrong = [[0x80], [0xff], [0xc0, 0xaf], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]];
  for (const bytes of wrong) t.deepEqual(refused(t, inString(...bytes)), { fault: 'invalid_utf8', at: 7 });
  t.deepEqual(refused(t, inString(0xc3, 0xa9, 0xe2, 0x28, 0xa1)), { fault: 'invalid_utf8', at: 9 });
  t.is(refused(t, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])).fault, 'invalid_utf8');
  scanned(t, inString(0xf4, 0x8f, 0xbf, 0xbf, 0xef, 0xbb, 0xbf, 0xed, 0x9f, 0xbf));
});

test('the text of a value is the one written: numbers, escapes and white space survive', (t) => {
  const text = String.raw`{ "big":9007199254740993,"float":1.0,"huge":1e400,"esc":"\u0041\/\ud800","o":{ "b" : [ 1 ] } }`;
  const object = scanned(t, text);
  const texts = object.members.map((member) => object.text(member));
  t.deepEqual(texts, ['9007199254740993', '1.0', '1e400', String.raw`"\u0041\/\ud800"`, '{ "b" : [ 1 ] }']);
  t.is(object.string('esc'), 'A/\ud800');
});

test('members are found by their decoded key and carry their spans and kinds', (t) => {
  const object = scanned(t, ' {"s" : "x","n":-1,"t":true,"f":false,"z":null,"o":{},"\\u0061":[] , "é":1}');
  t.deepEqual(object.member('s'), { keyStart: 2, keyEnd: 5, valueStart: 8, valueEnd: 11, kind: 'string' });
  const kinds = ['s', 'n', 't', 'f', 'z', 'o', 'a', 'é'].map((key) => object.member(key)?.kind);
  t.deepEqual(kinds, ['string', 'number', 'true', 'false', 'null', 'object', 'array', 'number']);
  t.is(object.member('\\u0061'), undefined);
  t.is(object.member('ss'), undefined);
  t.is(object.string('n'), undefined);
  t.is(object.nested('s'), undefined);
  t.is(object.nested('o')?.members.length, 0);
  t.deepEqual([object.start, object.end], [1, object.bytes.length]);
});

test('nested spans count from the beginning of the whole text', (t) => {
  const text = String.raw`{"a":{"b\"":[ "x\\" , {"c":"]}"},[],-1.5e3 ]}}`;
  const inner = scanned(t, text).nested('a');
  const list = inner?.member('b"');
  t.truthy(inner);
  if (inner === undefined || list === undefined) return;
  t.is(text.slice(inner.start, inner.end), text.slice(5, -1));
  const elements = inner.elements(list);
  t.deepEqual(
    elements.map((element) => inner.text(element)),
    [String.raw`"x\\"`, '{"c":"]}"}', '[]', '-1.5e3'],
  );
});

test('long strings with escaped quotes are skipped to their true end', (t) => {
  for (const length of [0, 40, 46, 47, 48, 49, 50, 100, 5_000]) {
    for (const ending of ['', '\\"', '\\\\', '\\\\\\"', '\\"\\"x']) {
      const body = `${'x'.repeat(length)}${ending}`;
      const object = scanned(t, `{"list":["${body}","${body}${body}"],"after":1}`);
      const list = object.member('list');
      if (list === undefined) return t.fail();
      const texts = object.elements(list).map((element) => object.text(element));
      t.deepEqual(texts, [`"${body}"`, `"${body}${body}"`]);
    }
  }
  return undefined;
});

test('the decoded length of a string counts the UTF-8 of what its escapes stand for', (t) => {
  const bodies = ['', 'plain', 'é😀', '\\n\\"\\\\', '\\u0041', '\\u00e9', '\\u4f60', '\\ud83d\\ude00', 'a\\\\u0041'];
  for (const body of bodies) {
    const bytes = Buffer.from(body);
    t.is(decodedLength(bytes, 0, bytes.length), Buffer.byteLength(JSON.parse(`"${body}"`) as string), body);
  }
});

test('many edits are applied alike in any order', (t) => {
  const object = scanned(t, JSON.stringify({ a: Array.from({ length: 20_000 }, (_, place) => `x${place}`), b: 'end' }));
  const list = object.member('a');
  if (list === undefined) return t.fail();
  const long = 'y'.repeat(100);
  const edits = object.elements(list).flatMap((span, place) => {
    const text = place % 3 === 0 ? long : String(place);
    return place % 2 === 0 ? [{ start: span.valueStart, end: span.valueEnd, replacement: JSON.stringify(text) }] : [];
  });
  const edited = editedJsonText(object, edits.toReversed());
  t.deepEqual(edited, editedJsonText(object, edits));
  const after = scanJsonObject(edited);
  t.is(after.kind === 'json_object' ? after.string('b') : null, 'end');
  t.is(after.kind === 'json_object' ? after.text(after.members[0] ?? list).length : 0, edited.length - 16);
});
