import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { rewriteChunks, rewriteRecords } from '../protocols/_stream-rewriting.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { cut, cutsOf } from '../_support/cut-bytes.ts';
import { jsonString } from './_json-documents.ts';

/** Streams whose records repeat each other in all but a text, as real ones do, with everything else mixed in. */

const shape = fc.record({
  id: fc.constantFrom('a', 'a', 'a', 'b'),
  model: fc.constantFrom('upstream', 'upstream', 'light'),
  index: fc.constantFrom(0, 0, 1),
  channel: fc.constantFrom('content', 'content', 'reasoning', 'arguments', 'none'),
  finish: fc.constantFrom('', 'null', 'null', '"stop"'),
  usage: fc.constantFrom('', ',"usage":null', ',"usage":{"prompt_tokens":3,"completion_tokens":4}'),
  prefix: fc.constantFrom('data: ', 'data:'),
});

const delta = (channel: string, text: string): string => {
  if (channel === 'none') return '{}';
  if (channel === 'arguments') return `{"tool_calls":[{"index":0,"function":{"arguments":${text}}}]}`;
  return `{"${channel}":${text}}`;
};

/** Several records of one shape. */
const run = fc.tuple(shape, fc.array(jsonString, { minLength: 1, maxLength: 6 })).map(([like, texts]) =>
  texts
    .map((text) => {
      const finish = like.finish === '' ? '' : `,"finish_reason":${like.finish}`;
      const choice = `{"index":${like.index},"delta":${delta(like.channel, text)}${finish}}`;
      return `${like.prefix}{"id":"${like.id}","model":"${like.model}","choices":[${choice}]${like.usage}}\n\n`;
    })
    .join(''),
);

const oddRecord = fc.constantFrom(
  ': comment\n\n',
  ': note on the record that follows\n',
  'id: 8\n',
  'data:\n\n',
  '\n',
  'id: 4\n\n',
  'event: message\ndata: {"model":"upstream","choices":[]}\n\n',
  'data: {"model":"upstream",\ndata: "choices":[]}\n\n',
  'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":6}}\n\n',
);
const ending = fc.constantFrom(
  '',
  'data: [DONE]\n\n',
  'data: [DONE]',
  'data: {"error":{}}\n\n',
  'event: error\ndata: x\n\n',
  'data: {"model":"upstr',
  'data: nonsense\n\n',
  `data: {"x":"${'x'.repeat(3_000)}"}\n\n`,
);

const stream = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: run }, { weight: 1, arbitrary: oddRecord }), { maxLength: 8 }),
    ending,
    fc.array(run, { maxLength: 1 }),
    fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
  )
  .map(([records, end, after, lineEnd]) => [...records, end, ...after].join('').replaceAll('\n', lineEnd));

test('records taken for repetitions are written as if each had been read, and leave the same state', (t) => {
  fc.assert(
    fc.property(stream, cutsOf, fc.boolean(), (text, places, includeUsage) => {
      const bytes = Buffer.from(text);
      const options = { includeUsage, recordBytesMax: 2_000 };
      let read;
      try {
        read = rewriteRecords(bytes, options);
      } catch {
        // A record above the limit: there the splitter raises, and the rewriter stops.
        read = undefined;
      }
      const cutUp = rewriteChunks(cut(bytes, places), options);
      const whole = rewriteChunks([bytes], options);
      assert.deepEqual(cutUp, whole);
      if (read !== undefined) assert.deepEqual(whole, read);
    }),
    { numRuns: propertyRuns(1_500) },
  );
  t.pass();
});

test('garbage is handled, and the result is the same for any cuts', (t) => {
  const piece = fc.constantFrom(
    'data:',
    'data: ',
    '{"model":"m"}',
    '{',
    '}',
    '"',
    '\\',
    ':',
    '\n',
    '\r',
    '\n\n',
    '[DONE]',
  );
  const garbage = fc.array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 20 });
  fc.assert(
    fc.property(garbage, cutsOf, (pieces, places) => {
      const bytes = Buffer.from(pieces.join(''));
      assert.deepEqual(rewriteChunks(cut(bytes, places)), rewriteChunks([bytes]));
    }),
    { numRuns: propertyRuns(3_000) },
  );
  t.pass();
});
