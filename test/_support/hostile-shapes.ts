// What one caller could send: JSON of any shape, and heads that are cut, folded, sent twice or not known.
import * as fc from 'fast-check';

/** Small ones are many; every now and then a body is as large as may be. */
const times = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 20 }) },
  { weight: 38, arbitrary: fc.integer({ min: 20, max: 500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 60_000 }) },
);

const piece = fc.constantFrom(
  String.raw`\u0061`,
  String.raw`\"`,
  String.raw`\ud800`,
  String.raw`\ud83d\ude00`,
  'a',
  'ä',
  '😀',
  String.raw`\n`,
  String.raw`\u0000`,
  'file_id',
);
const text = fc.tuple(piece, times).map(([each, count]) => `"${each.repeat(count)}"`);
const number = fc.oneof(
  times.map((count) => `1${'0'.repeat(count)}`),
  fc.constantFrom('-0', '1e999', '0.1e-400', '9007199254740993', '-1', '1.5'),
);
const leaf = fc.oneof(text, number, fc.constantFrom('true', 'false', 'null', '{}', '[]', '"user"', '"text"', '1'));
const names = fc.oneof(
  fc.constantFrom('model', 'messages', 'input', 'tools', 'content', 'role', 'type', 'text', 'stream', 'n', 'Model'),
  fc.constantFrom('max_tokens', 'max_output_tokens', 'questions', 'state', 'file_id', 'thinking', 'reasoning', 'store'),
  fc.constantFrom(String.raw`\u006dodel`, String.raw`\u0000`, '__proto__', 'constructor', '', 'é', 'ſtream'),
);

const json = fc.letrec<{ value: string; list: string; object: string; many: string; deep: string; keyed: string }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('object'), tie('many'), tie('deep'), tie('keyed')),
    list: fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join(',')}]`),
    object: fc
      .array(fc.tuple(names, tie('value')), { maxLength: 5 })
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(', ')}}`),
    many: fc
      .tuple(leaf, times)
      .map(
        ([each, count]) =>
          `[${Array.from({ length: Math.min(count, 20_000) }, () => (each.length > 100 ? '1' : each)).join(',')}]`,
      ),
    deep: fc
      .tuple(leaf, fc.integer({ min: 1, max: 140 }))
      .map(([each, depth]) => `${'[{"a":'.repeat(depth)}${each}${'}]'.repeat(depth)}`),
    keyed: fc
      .tuple(fc.constantFrom('a', String.raw`\u0061`, 'MODEL', 'ä'), times)
      .map(([name, count]) => `{${Array.from({ length: count }, (_, n) => `"${name}${n}":1`).join(',')}}`),
  }),
);

const member = fc.tuple(names, json.value).map(([name, value]) => `"${name}":${value}`);
const honest = fc.constantFrom(
  '"model":"light","messages":[{"role":"user","content":"a"}],"max_tokens":1',
  '"model":"light","input":"a","max_output_tokens":1',
  '"model":"light","state":"a","questions":{"q":{"type":"noul"}}',
);
/** A body, often one that begins as an honest request. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(honest, fc.array(member, { maxLength: 4 }))
      .map(([base, more]) => `{${[base, ...more].join(',')}}`),
  },
  { weight: 2, arbitrary: json.value },
  {
    weight: 1,
    arbitrary: fc.tuple(json.value, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
  },
);

/** Lines of a head; what is sent twice, cut, folded or unknown is among them. */
export const hostileHead: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    fc.constantFrom(
      'content-type: application/json',
      'content-type: text/plain',
      'Content-Type: application/json; charset=utf-7',
      'host: b',
      'transfer-encoding: gzip, chunked',
      'transfer-encoding: chunked',
      'expect: 200-ok',
      'upgrade: h2c\r\nconnection: upgrade',
      'x-api-key: wb_none',
      'authorization: Basic YTpi',
      'content-encoding: gzip',
      'anthropic-version: 2023-06-01',
      'idempotency-key: a\tb',
      'idempotency-key: k',
      'a b: c',
      ' folded',
      ': empty',
      'content-length: 1',
    ),
    times.map((count) => `x: ${'a'.repeat(Math.min(count, 20_000))}`),
    times.map((count) => 'a: b\r\n'.repeat(Math.min(count, 3_000)) + 'z: z'),
  ),
  { maxLength: 3 },
);
