import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { rewriteMessages } from '../protocols/messages/_messages-streams.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { cut, cutsOf } from '../_support/cut-bytes.ts';
import { jsonString } from './_json-documents.ts';

/** Records of a message's stream, several of one shape in a row as real ones are, with everything else mixed in. */

const shape = fc.record({
  index: fc.constantFrom(0, 0, 1),
  kind: fc.constantFrom('text', 'text', 'thinking', 'signature', 'input_json'),
  named: fc.constantFrom(true, true, true, false),
  space: fc.constantFrom(' ', ' ', ''),
});

const run = fc.tuple(shape, fc.array(jsonString, { minLength: 1, maxLength: 6 })).map(([like, texts]) =>
  texts
    .map((text) => {
      const member = like.kind === 'input_json' ? 'partial_json' : like.kind;
      const delta = `{"type":"${like.kind}_delta","${member}":${text}}`;
      const event = like.named ? `event:${like.space}content_block_delta\n` : '';
      return `${event}data:${like.space}{"type":"content_block_delta","index":${like.index},"delta":${delta}}\n\n`;
    })
    .join(''),
);

const other = fc.constantFrom(
  ': comment\n\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  'data:\n\n',
  'id: 4\n\n',
  'event: message_start\ndata: {"type":"message_start","message":{"model":"up","usage":{"input_tokens":3,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","content_block":{"type":"redacted_thinking","data":"E\\/="}}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}\n\n',
  'event: odd\ndata: {"type":"odd",\ndata: "x":1}\n\n',
  'data: [DONE]\n\n',
);
const ending = fc.constantFrom(
  '',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}',
  'event: error\ndata: {"type":"error"}\n\n',
  'data: nonsense\n\n',
  `data: {"x":"${'x'.repeat(3_000)}"}\n\n`,
);

const stream = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: run }, { weight: 2, arbitrary: other }), { maxLength: 10 }),
    ending,
    fc.array(run, { maxLength: 1 }),
  )
  .map(([records, end, after]) => [...records, end, ...after].join(''));

test('a stream is rewritten the same for any cuts and any line ends', (t) => {
  fc.assert(
    fc.property(stream, cutsOf, fc.constantFrom('\n', '\r\n', '\r'), (text, places, lineEnd) => {
      // Line ends count as well.
      const options = { recordBytesMax: 2_900 };
      const whole = rewriteMessages([Buffer.from(text)], options);
      const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
      assert.deepEqual(rewriteMessages(cut(bytes, places), options), whole);
      assert.deepEqual(
        rewriteMessages(
          Array.from(bytes, (byte) => Buffer.from([byte])),
          options,
        ),
        whole,
      );
    }),
    { numRuns: propertyRuns(600) },
  );
  t.pass();
});

test('every record of a delta is passed on byte for byte', (t) => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), cutsOf, (runs, places) => {
      const named = runs.join('').replaceAll(/(^|\n\n)data:/g, '$1event: content_block_delta\ndata:');
      assert.equal(rewriteMessages(cut(Buffer.from(named), places)).text, named);
    }),
    { numRuns: propertyRuns(600) },
  );
  t.pass();
});

test('garbage is handled, and the result is the same for any cuts', (t) => {
  const piece = fc.constantFrom(
    'event: error',
    'event: x',
    'data: ',
    '{"type":"message_stop"}',
    '{"type":"message_delta","usage":{"output_tokens":1}}',
    '{',
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
      assert.deepEqual(rewriteMessages(cut(bytes, places)), rewriteMessages([bytes]));
    }),
    { numRuns: propertyRuns(2_000) },
  );
  t.pass();
});
