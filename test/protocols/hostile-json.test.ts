import test from 'ava';
import { GatewayError } from '../../src/errors.ts';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { readChatRequest, writeChatRequest } from '../../src/protocols/chat/request.ts';
import { readEmbeddingsRequest } from '../../src/protocols/embeddings/request.ts';
import { OwnIds } from '../../src/protocols/file-ids/file-names.ts';
import { fileReferences } from '../../src/protocols/file-ids/file-references.ts';
import type { JsonObjectText } from '../../src/wire/json-object-text.ts';
import { scanJsonObject, scanSlices } from '../../src/wire/json-text.ts';
import { readMessagesRequest } from '../../src/protocols/messages/request.ts';
import { scanJsonBody } from '../../src/protocols/requests/json-body.ts';
import { findMisspeltMember } from '../../src/protocols/requests/misspelt-member.ts';
import { readResponsesRequest } from '../../src/protocols/responses/request.ts';
import { readSystemOneRequest } from '../../src/protocols/systemone/request.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';

/** Bodies that a caller could think of, by how often their dearest piece is repeated. */
const shapes: Readonly<Record<string, (times: number) => string>> = {
  'names that are spelt out': (times) => body(listOf(times, (n) => String.raw`"\u0061${n}":1`)),
  'one spelt name among many short ones': (times) => body(String.raw`"\u0062":1,${listOf(times, (n) => `"${n}":1`)}`),
  'two names of nothing but escapes': (times) =>
    body(`"${String.raw`\u0061`.repeat(times)}":1,"${String.raw`\u0061`.repeat(times)}b":2`),
  'names in capitals': (times) => body(listOf(times, (n) => `"MODEL${n}":1`)),
  'many messages': (times) =>
    body(
      '"stream":false',
      listOf(times, () => '{"role":"user","content":"a"}'),
    ),
  'many parts': (times) =>
    body('"stream":false', `{"role":"user","content":[${listOf(times, () => '{"type":"text","text":"a"}')}]}`),
  'many tools': (times) => body(`"tools":[${listOf(times, () => '{"type":"function","function":{"name":"f"}}')}]`),
  'a text of escaped quotes within many objects': (times) =>
    body(`"x":${'{"a":['.repeat(40)}"${String.raw`\"`.repeat(times)}"${']}'.repeat(40)}`),
  'brackets within many lists': (times) => body(`"x":${'['.repeat(90)}${listOf(times, () => '[]')}${']'.repeat(90)}`),
  'white space between everything': (times) =>
    body(`"thinking" : ${' '.repeat(times)} {${' '.repeat(times)}"type" :${' '.repeat(times)} "enabled" }`),
  'a long number': (times) => body(`"x":[${'1'.repeat(times)}]`),
  surrogates: (times) => body(`"x":"${String.raw`\ud83d\ude00`.repeat(times)}"`),
};

function body(members: string, messages = '{"role":"user","content":"hello"}'): string {
  return `{"model":"basic","max_tokens":1,"messages":[${messages}],"input":[${messages}],${members}}`;
}

function listOf(times: number, piece: (n: number) => string): string {
  return Array.from({ length: times }, (_, n) => piece(n)).join(',');
}

interface Work {
  readonly bytes: Buffer;
  /** Bytes that were looked at or decoded so far. */
  readonly done: () => number;
}

/** A text that counts how often it is read: a measure that no busy machine changes. */
function counted(text: string): Work {
  const bytes = Buffer.from(text);
  let done = 0;
  const proxy = new Proxy(bytes, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) {
        done += 1;
        return target[Number(name)];
      }
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        // `toString(encoding, from, to)`.
        if (name === 'toString') done += Number(values[2] ?? target.length) - Number(values[1] ?? 0);
        return Reflect.apply(
          value,
          target,
          values.map((each) => (each === proxy ? target : each)),
        );
      };
    },
  });
  return { bytes: proxy, done: () => done };
}

const readers: Readonly<Record<string, (object: JsonObjectText) => unknown>> = {
  'the look for misspelt members': findMisspeltMember,
  'chat completions': readChatRequest,
  messages: readMessagesRequest,
  responses: readResponsesRequest,
  embeddings: readEmbeddingsRequest,
  systemone: readSystemOneRequest,
};

/** Bytes looked at by everything that reads a body, the scan first. */
function workOn(text: string): number {
  const { bytes, done } = counted(text);
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') throw new Error(`${object.fault} at ${object.at}`);
  for (const read of Object.values(readers)) read(object);
  fileReferences(bytes, 100);
  textsOfBody(chatCompletionsTextMap.request, bytes);
  return done();
}

for (const [name, shape] of Object.entries(shapes)) {
  test(`four times as many bytes are four times the work: ${name}`, (t) => {
    const [few, many] = [workOn(shape(200)), workOn(shape(800))];
    t.true(many < few * 5, `${few} → ${many}`);
    // Scans, each reader's look, and what is decoded: none of it is done for each member again.
    t.true(many < shape(800).length * 40, `${many} bytes read of ${shape(800).length}`);
  });
}

test('members, elements and numbers have limits, and a fault gives the position of the first one too many', (t) => {
  const limits = { membersMax: 3, elementsMax: 2, numbersMax: 4 };
  const fault = (text: string) => {
    const found = scanJsonObject(Buffer.from(text), limits);
    return found.kind === 'json_fault' ? [found.fault, found.at] : null;
  };
  t.is(fault('{"a":1,"b":{"c":2}}'), null);
  t.deepEqual(fault('{"a":1,"b":{"c":2,"d":3}}'), ['too_many_members', 18]);
  t.is(fault('{"a":["x",[1,2,3,4]]}'), null);
  t.deepEqual(fault('{"a":["x",[],null]}'), ['too_many_elements', 13]);
  t.deepEqual(fault('{"a":[1,2],"b":[-3,4,5]}'), ['too_many_elements', 21]);
});

test('a body with too many members or elements is refused with one code and the limit', (t) => {
  const limits = { membersMax: 3, elementsMax: 2, numbersMax: 4 };
  const refusal = (text: string) =>
    t.throws(() => scanJsonBody(Buffer.from(text), limits), { instanceOf: GatewayError });
  const ofMembers = refusal('{"a":1,"b":{"c":2,"d":3}}');
  t.is(ofMembers?.code, 'json_too_many_values');
  t.is(ofMembers?.status, 400);
  t.regex(ofMembers?.message ?? '', /more than 3 members together \(byte 18\)/);
  const ofElements = refusal('{"a":["x",[],null]}');
  t.is(ofElements?.code, 'json_too_many_values');
  t.regex(ofElements?.message ?? '', /more than 2 elements together, or 4 numbers \(byte 13\)/);
});

test('a scan in slices finds the same as a scan in one', (t) => {
  for (const text of [
    ...Object.values(shapes).map((shape) => shape(50)),
    '{"a":1,"a":2}',
    '{"a":[1,',
    '[1]',
    '',
    '{}',
  ]) {
    const whole = scanJsonObject(Buffer.from(text));
    for (const sliceBytes of [1, 7, 100]) {
      const bytes = Buffer.from(text);
      let slices = 0;
      for (const _ of scanSlices(bytes, {}, sliceBytes)) slices += 1;
      const found = scanJsonObject(bytes);
      if (whole.kind === 'json_fault') {
        t.deepEqual(found, whole);
      } else {
        t.true(slices > 0 || text.length < 10, text.slice(0, 60));
        t.deepEqual(found.kind === 'json_object' && found.members, whole.members);
      }
    }
  }
});

test('members after long spans are found, wherever the spans are', (t) => {
  const long = { text: `"${String.raw`\"x`.repeat(60)}"`, space: ' '.repeat(200), number: '7'.repeat(200) };
  for (const filler of [long.text, `{"a":${long.text}}`, `[${long.space}[${long.number}]${long.space}]`, long.number]) {
    const text = `{"a":{${long.space}"b"${long.space}:${long.space}[1,${filler}${long.space},"after"],"c":${filler},"d":true}}`;
    const object = scanJsonObject(Buffer.from(text));
    if (object.kind === 'json_fault') throw new Error(object.fault);
    const nested = object.nested('a');
    const list = nested?.member('b');
    t.deepEqual(
      nested?.members.map((member) => nested.key(member)),
      ['b', 'c', 'd'],
    );
    t.is(nested?.member('d')?.kind, 'true');
    const elements = list === undefined ? [] : (nested?.elements(list) ?? []);
    t.deepEqual(
      elements.map((element) => nested?.text(element)),
      ['1', filler, '"after"'],
    );
    t.deepEqual(nested === undefined ? null : writeChatRequestOf(object), null);
  }
});

/** Nothing of it needs to be a request for this. */
function writeChatRequestOf(object: JsonObjectText): null {
  const changes = { model: 'm', maxTokensClamp: null, reasoningEffort: null, forceUsage: true };
  JSON.parse(writeChatRequest(object, changes).toString());
  return null;
}

test('lists of files that are never closed are read in linear time', (t) => {
  // The text of an upstream that answers with what is no JSON: quadratic, it would take minutes.
  const text = Buffer.from(`${'"file_ids":['.repeat(300_000)}"file-abcdefghijkl"`);
  const ids = new OwnIds(new Map([['file-000000000000', 'file-abcdefghijkl']]));
  t.is(ids.restored(text).length, text.length);
});
