import test from 'ava';
import * as fc from 'fast-check';
import type { StreamReader } from '../../../src/protocols/streams/stream-reader.ts';
import { restoredStream } from '../../_support/passing-stream.ts';
import { chatCompletionsTextMap as texts } from '../../../src/protocols/chat/text-map.ts';
import { messagesTextMap } from '../../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../../src/protocols/responses/text-map.ts';
import { jsonText } from '../../properties/_json-documents.ts';
import { placeholderOf, restorerOf } from '../../_support/substituting-pii-engine.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const placeholder = placeholderOf('Ada');
const restorer = restorerOf(new Map([[placeholder, 'Ada']]));
const [opening, closing] = [placeholder.slice(0, 6), placeholder.slice(6)];

const streamOf = (limits: { readonly waitingBytesMax?: number } = {}) =>
  restoredStream({ texts, restorer, recordBytesMax: 10_000, ...limits });

const event = (json: object | string): string => `data: ${typeof json === 'string' ? json : JSON.stringify(json)}\n\n`;

const delta = (content: string | null, choice = 0, more: object = {}) =>
  event({ choices: [{ index: choice, delta: { content }, ...more }] });

const finish = (choice = 0) => event({ choices: [{ index: choice, delta: {}, finish_reason: 'stop' }] });

/** What goes out after each record, and at the end. */
function steps(stream: StreamReader, records: readonly string[]): readonly string[] {
  const out = records.map((record) => stream.push(Buffer.from(record))?.toString() ?? '');
  return [...out, stream.finish()?.toString() ?? ''];
}

test('a record without an open placeholder is passed on at once, byte for byte and without a copy', (t) => {
  const odd = Buffer.from(`data:{"choices" : [ {"index":0, "delta":{"content":"\\u0041 [1]"}} ], "n": 1.0}\n\n`);
  t.is(streamOf().push(odd), odd);
});

test('a record whose text may continue as a placeholder waits only for the next record of that text', (t) => {
  t.deepEqual(steps(streamOf(), [delta(`I am ${opening}`), delta(closing), delta(' here')]), [
    '',
    delta('I am ') + delta('Ada'),
    delta(' here'),
    '',
  ]);
  t.deepEqual(steps(streamOf(), [delta('['), delta('N'), delta(placeholder.slice(2)), finish()]), [
    '',
    delta(''),
    delta('') + delta('Ada'),
    finish(),
    '',
  ]);
});

test('a text that only begins like a placeholder is passed on unchanged', (t) => {
  t.deepEqual(steps(streamOf(), [delta(`a ${opening}`), delta('b')]), ['', delta('a ') + delta(`${opening}b`), '']);
});

test('held back text is passed on in its place when the text ends', (t) => {
  t.deepEqual(steps(streamOf(), [delta(`a ${opening}`), finish()]), ['', delta(`a ${opening}`) + finish(), '']);
  t.deepEqual(steps(streamOf(), [delta(`a ${opening}`)]), ['', delta(`a ${opening}`)], 'at the end of the stream too');
});

test('a text may end in the record that also extends it', (t) => {
  const last = (content: string) => delta(content, 0, { finish_reason: 'stop' });
  t.deepEqual(steps(streamOf(), [delta(opening), last(closing)]), ['', delta('') + last('Ada'), '']);
  t.deepEqual(steps(streamOf(), [delta('a'), last(opening)]), [delta('a'), '', last(opening)]);
  const next = delta('b', 1);
  t.deepEqual(steps(streamOf(), [last(opening), next]), ['', last(opening) + next, '']);
  t.deepEqual(
    steps(streamOf(), [last(opening), last(closing)]),
    ['', last('') + last('Ada'), ''],
    'each record says that it is the last',
  );
});

test('a text has not ended while its finish reason is an empty string', (t) => {
  const going = (content: string) => delta(content, 0, { finish_reason: '' });
  t.deepEqual(steps(streamOf(), [going(opening), going(closing)]), ['', going('') + going('Ada'), '']);
});

test('texts of several choices do not mix, and records keep their order', (t) => {
  const records = [
    delta(opening, 0),
    delta(opening, 1),
    event('[DONE'),
    ': a comment\n\n',
    delta(closing, 1),
    delta(closing, 0),
  ];
  t.deepEqual(steps(streamOf(), records), [
    '',
    '',
    '',
    '',
    '',
    [delta('', 0), delta('', 1), event('[DONE'), ': a comment\n\n', delta('Ada', 1), delta('Ada', 0)].join(''),
    '',
  ]);
});

test('a signed thought does not wait', (t) => {
  const thought = (thinking: string) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } });
  const stream = restoredStream({ texts: messagesTextMap, restorer, recordBytesMax: 10_000 });
  t.deepEqual(steps(stream, [thought(opening), thought(closing), thought(placeholder)]), [
    thought(opening),
    thought(closing),
    thought(placeholder),
    '',
  ]);
});

test('a record with two texts waits for both', (t) => {
  const both = (content: string, reasoning: string) =>
    event({ choices: [{ index: 0, delta: { content, reasoning } }] });
  t.deepEqual(steps(streamOf(), [both(`a${opening}`, `b${opening}`), delta(closing), finish()]), [
    '',
    '',
    both('a', `b${opening}`) + delta('Ada') + finish(),
    '',
  ]);
});

test('the tokens of a record are removed if they do not spell its text', (t) => {
  const spelt = (content: string, tokens: readonly object[]) =>
    delta(content, 0, { logprobs: { content: tokens, refusal: null } });
  const token = { token: 'x', bytes: [120], top_logprobs: [{ token: 'x' }] };
  t.deepEqual(steps(streamOf(), [spelt(opening, [token]), spelt(closing, [token]), spelt('x', [token])]), [
    '',
    spelt('', []) + spelt('Ada', []),
    spelt('x', [token]),
    '',
  ]);
});

test('held back text is passed on unchanged when too much waits', (t) => {
  const idle = event({ choices: [], n: 'x'.repeat(100) });
  const out = steps(streamOf({ waitingBytesMax: 300 }), [delta(`a ${opening}`), idle, idle, idle, delta('b')]);
  t.deepEqual(out, ['', '', delta(`a ${opening}`) + idle + idle, idle, delta('b'), '']);
});

test('the oldest text ends when more texts are open than the limit', (t) => {
  const records = [delta(opening, 5_000), ...Array.from({ length: 1_024 }, (_, choice) => delta('a', choice))];
  const out = steps(streamOf(), records);
  t.deepEqual([...new Set(out.slice(0, 1_024))], ['']);
  t.is(out[1_024], records.join(''));
});

test('a record with many texts that end in it takes linear work', (t) => {
  const choices = Array.from({ length: 20_000 }, (_, index) => ({
    index,
    delta: { content: 'a' },
    finish_reason: 'stop',
  }));
  const record = Buffer.from(event({ choices }));
  const stream = restoredStream({ texts, restorer, recordBytesMax: record.length });
  let out = stream.push(record);
  while (stream.isScanning) out = stream.scanOn();
  t.deepEqual(out, record);
});

test('a record like an earlier one also waits behind a waiting record', (t) => {
  const told = [delta('a', 0), delta('b', 1), delta(opening, 0), delta('c', 1), delta(closing, 0), delta('d', 1)];
  const out = [delta('a', 0), delta('b', 1), '', '', delta('', 0) + delta('c', 1) + delta('Ada', 0), delta('d', 1), ''];
  t.deepEqual(steps(streamOf(), told), out);
  t.is(steps(streamOf(), [told.join('')]).join(''), out.join(''));
});

test('a record that is too large ends the stream', (t) => {
  const stream = streamOf();
  t.is(stream.push(Buffer.alloc(10_001, 'a')), null);
  t.is(stream.state, 'broken');
});

const fragment = fc.constantFrom(
  '[',
  '[NAME ',
  placeholder,
  placeholder.slice(0, -1),
  ']',
  'Ada',
  ' ',
  '\\',
  '"',
  'é',
  '😀',
);

test('the pieces of a text join to the restored whole, wherever it is cut', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 12 }), (parts, at) => {
        const whole = parts.join('');
        const cuts = [0, ...at.map((each) => each % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
        const records = cuts.slice(1).map((cut, i) => delta(whole.slice(cuts[i], cut)));
        const out = steps(streamOf(), [...records, finish()])
          .join('')
          .split('\n\n')
          .slice(0, -1);
        const contents = out.map((line) => {
          const { choices } = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
          return choices[0]?.delta.content ?? '';
        });
        t.is(contents.length, records.length + 1);
        t.is(steps(streamOf(), [[...records, finish()].join('')]).join(''), `${out.join('\n\n')}\n\n`);
        t.is(contents.join(''), restorer.restore(whole));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

test('every byte passes if there is nothing to restore, whatever the records contain and wherever they are cut', (t) => {
  const nothing = restorerOf(new Map());
  const maps = [texts, messagesTextMap, responsesTextMap];
  const json = jsonText.map((text) => text.replaceAll(/[\r\n]/g, ' '));
  const record = fc.oneof(
    json.map((text) =>
      event(`{"type":"response.output_text.delta","choices":[{"index":0,"delta":${text}}],"a":${text}}`),
    ),
    json.map((text) => `event: x\ndata:${text}\n\n`),
    fc.constantFrom('data: [DONE]\n\n', ': hb\n\n', 'id: 7\ndata: a\ndata: b\n\n'),
  );
  t.notThrows(() => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), fc.array(fc.nat(2_000)), (records, at) => {
        const whole = Buffer.from(records.join(''));
        const cuts = [0, ...at.map((each) => each % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
        for (const map of maps) {
          const stream = restoredStream({ texts: map, restorer: nothing, recordBytesMax: 100_000 });
          const out = cuts.slice(1).map((cut, i) => stream.push(whole.subarray(cuts[i], cut)));
          const parts = [...out, stream.finish()].filter((part) => part !== null);
          t.is(Buffer.concat(parts).toString('latin1'), whole.toString('latin1'));
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
