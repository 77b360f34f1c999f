import test, { type ExecutionContext } from 'ava';
import { applyEdits } from '../../src/wire/byte-edits.ts';
import { replaceValue } from '../../src/wire/json-edits.ts';
import type { JsonObjectText } from '../../src/wire/json-object-text.ts';
import { JsonScan } from '../../src/wire/json-scan.ts';
import { editedJsonText, scanJsonObject } from '../../src/wire/json-text.ts';
import { rewrittenBytes } from '../_support/held-tokens.ts';

function scanned(text: string | Buffer): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(`${object.fault} at ${object.at}`);
  return object;
}

/** What the text is counted as beyond its bytes: by its characters, and by its JSON written anew. */
function growth(text: string): { readonly characters: number; readonly rewriting: number } {
  const object = scanned(text);
  return {
    characters: object.normalBytesMax - object.bytes.length,
    rewriting: object.rewrittenBytesMax - object.normalBytesMax,
  };
}

const characters = (text: string): number => growth(text).characters;
const rewriting = (text: string): number => growth(text).rewriting;

test('characters that a normal form makes longer count in names and in texts, as written and as escapes', (t) => {
  t.is(characters('{"a":"plain é 日本 🙂"}'), 0);
  t.is(characters('{"a":"\u0f76"}'), 3);
  t.is(characters('{"a":"\ufdfa\ufdfa"}'), 60);
  t.is(characters('{"\ufdfa":1}'), 30);
  t.is(characters('{"a":"\\ufdfa \\uFDFA"}'), 54);
  t.is(characters('{"a":"\\u0f76"}'), 0);
  t.is(characters('{"a":"\u{1d160}"}'), 8);
  t.is(characters(String.raw`{"a":"\\ufdfa"}`), 0);
});

test('a value counts the line that it may get, its blanks by its depth, and a number its digits', (t) => {
  t.is(rewriting('{}'), 0);
  // The member with its line and the blank behind the colon, and the line of the end.
  t.is(rewriting('{"a":1}'), 3 + 2);
  t.is(rewriting('{"a":[1,2]}'), 5 + 2 * 3 + 2);
  t.is(rewriting('{"a":1e15}'), 5 + 20);
  t.is(rewriting('{"a":-1.5E-7}'), 5 + 20);
  const deep = (levels: number): number => rewriting(`{"a":${'['.repeat(levels)}1${']'.repeat(levels)}}`);
  t.is(deep(100) - deep(99), 2 * Math.ceil((4 * 101) / 16) + 3);
});

test('JSON in a string counts like JSON, however it is escaped', (t) => {
  const value = { v: [1, { w: 'a, b: [c] {d}' }, null], 'x,y': true };
  const plain = rewriting(JSON.stringify(value));
  const inString = (text: string): number => rewriting(`{"a":${text}}`) - 5;
  const text = JSON.stringify(JSON.stringify(value));
  t.is(inString(text), plain);
  t.is(inString(text.replaceAll('{', '\\u007b').replaceAll('\\"', '\\u0022').replaceAll('[', '\\u005B')), plain);
  t.is(inString(text.replace('"', String.raw`"\n\t \u0020`)), plain);
  t.is(inString(JSON.stringify('{"v":[1e15,2E3]}')), rewriting('{"v":[1e15,2E3]}'));
  t.is(inString(JSON.stringify('{"v":["1e15"]}')), rewriting('{"v":["1e15"]}'));
  t.is(inString(JSON.stringify('{"v":"\\ufdfa"}')), rewriting('{"v":1}') + 27);
  t.is(inString(JSON.stringify('a text, with {"v":[1,2]}')), 0);
});

test('a string that a template writes as JSON counts as if all but plain ASCII were escaped', (t) => {
  const escapes = (body: string): number =>
    rewriting(body) - rewriting(body.replaceAll(/[<>&'\u0080-\u{10ffff}]/gu, 'x'));
  const text = `<>&' é 日 🙂`;
  const grown = 4 * 5 + 4 + 3 + 8;
  for (const body of [
    `{"tools":[{"name":"f","description":"${text}"}]}`,
    `{"tools":[{"input_schema":{"properties":{"${text}":{}}}}]}`,
    `{"tools":[{"x":[["${text}"]]}]}`,
    `{"state":"${text}"}`,
    `{"messages":[{"content":[{"type":"tool_use","input":{"v":["${text}"]}}]}]}`,
    `{"messages":[{"content":[{"type":"tool_use","input":{"image_url":{"url":"${text}"}}}]}]}`,
    `{"messages":[{"tool_calls":[{"function":{"arguments":"{\\"v\\":\\"${text}\\"}"}}]}]}`,
    `{"input":[{"arguments":"{\\"v\\":\\"${text}\\"}"}]}`,
    `{"input":[{"type":"additional_tools","tools":[{"description":"${text}"}]}]}`,
    `{"messages":[{"role":"system","t\\u006fols":[{"description":"${text}"}]}]}`,
  ]) {
    t.is(escapes(body), grown, body);
    t.is(scanned(body).rewrittenBytesMax, rewrittenBytes(body), body);
  }
  for (const body of [
    `{"messages":[{"role":"user","content":"${text}"}]}`,
    `{"messages":[{"content":[{"type":"text","text":"${text}"}]}]}`,
    `{"messages":[{"content":[{"type":"image_url","image_url":{"url":"${text}"}}]}]}`,
    `{"input":["${text}"],"system":[{"text":"${text}"}],"instructions":"${text}"}`,
    `{"choices":[{"message":{"content":"${text}"}}]}`,
  ]) {
    t.is(escapes(body), 0, body);
    t.is(scanned(body).rewrittenBytesMax, rewrittenBytes(body), body);
  }
});

test('JSON of a string alone counts like any other, and words behind a quotation do not', (t) => {
  const inString = (text: string): number => rewriting(`{"a":${JSON.stringify(text)}}`) - 5;
  t.is(inString('"\\ufdfa"'), 27);
  t.is(inString(' \n"\\ufdfa"'), 27);
  t.is(rewriting(String.raw`{"a":"\u0022\\ufdfa\u0022"}`) - 5, 27);
  t.is(inString('"A quotation", she said, [and] more: {"v":[1,2]}'), 0);
});

test('an escape in JSON in a string counts however its digits are spelled', (t) => {
  const digits = ['f', 'd', 'f', 'a'];
  for (let spelled = 0; spelled < 16; spelled++) {
    const four = digits.map((digit, place) =>
      (spelled >> place) & 1 ? `\\u${digit.charCodeAt(0).toString(16).padStart(4, '0')}` : digit,
    );
    t.is(rewriting(`{"a":"[\\"\\\\u${four.join('')}\\"]"}`) - 5, rewriting('{"a":["x"]}') - 5 + 27, four.join(''));
  }
});

test('each line of a description counts the blanks and the mark of a comment', (t) => {
  const described = (key: string, value: string): number => rewriting(`{"tools":[{"${key}":${value}}]}`);
  const plain = described('description', '"x"');
  t.is(described('description', String.raw`"1\n2\r\n\\n3"`), plain + 3 * 2);
  t.is(described(String.raw`descri\u0070tion`, String.raw`"1\n2\n"`), plain + 2 * 2);
  t.is(described('content', String.raw`"1\n2\n"`), plain);
  const inString = (text: string): number => rewriting(JSON.stringify({ a: text }));
  t.is(inString('{"description":"1\\n2\\n"}'), inString('{"description":"12"}') + 2);
});

test('a request holds the lines of a description as comments, and the escapes of arguments that are one string', (t) => {
  const messages = [{ role: 'user', content: 'hi' }];
  const bound = (members: object): number => scanned(JSON.stringify({ model: 'm', ...members })).rewrittenBytesMax;
  const described = { type: 'function', function: { name: 'f', description: '1\n'.repeat(250) } };
  // `// 1` and its line end are four tokens of o200k; U+FDFA is fifteen of Claude 2.
  t.true(bound({ messages, tools: [described] }) >= 250 * 4 + 55);
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: `"${'\\ufdfa'.repeat(200)}"` } };
  t.true(bound({ messages: [...messages, { role: 'assistant', content: '', tool_calls: [call] }] }) >= 200 * 15);
});

test('a text that only begins like JSON is read to its end', (t) => {
  for (const text of ['{', '[1,', ']', '{"a', '{"a\\', '[]]]],', '[1e', '{\\u']) {
    t.true(rewriting(JSON.stringify({ a: text })) >= 0, text);
  }
  t.true(Number.isSafeInteger(rewriting(JSON.stringify({ a: '['.repeat(2_000_000) }))));
});

const body = JSON.stringify({
  model: 'm',
  messages: [{ role: 'user', content: 'word \ufdfa' }, { tool_calls: [{ function: { arguments: '{"v":[1e15]}' } }] }],
});

function assertBound(t: ExecutionContext, edited: JsonObjectText): void {
  t.true(edited.rewrittenBytesMax >= rewrittenBytes(edited.bytes.toString()));
}

test('a text that was edited is bounded by what it was and what was put in', (t) => {
  const object = scanned(body);
  const messages = object.member('messages');
  if (messages === undefined) throw new Error('no messages');
  for (const [replacement, more] of [
    ['"x"', 0],
    ['"\ufdfa"', 30 + 3],
    ['"{\\"w\\":[1,2]}"', 13],
  ] as const) {
    const edits = [replaceValue(object.member('model') ?? messages, replacement)];
    const edited = scanned(editedJsonText(object, edits));
    t.is(edited.rewrittenBytesMax, rewrittenBytes(applyEdits(object.bytes, edits).toString()), replacement);
    t.is(edited.rewrittenBytesMax - edited.bytes.length, object.rewrittenBytesMax - object.bytes.length + more);
    assertBound(t, edited);
  }
});

test('an edit that was not scanned again counts all the same', (t) => {
  const object = scanned(body);
  const [first] = object.elements(object.member('messages') ?? { valueStart: 0, valueEnd: 0, kind: 'array' });
  const content = first === undefined ? undefined : object.object(first).member('content');
  if (content === undefined) throw new Error('no content');
  const scans: Buffer[] = [];
  JsonScan.onBegin = (bytes) => scans.push(bytes);
  try {
    const replacement = JSON.stringify(`${'\ufdfa'.repeat(100)} and ${'words '.repeat(100)}`);
    const object2 = scanJsonObject(editedJsonText(object, [replaceValue(content, replacement)]));
    t.deepEqual(scans, []);
    if (object2.kind === 'json_fault') throw new Error('not JSON');
    t.true(object2.normalBytesMax >= object2.bytes.length + 100 * 30);
    assertBound(t, object2);
  } finally {
    JsonScan.onBegin = null;
  }
});
