import test from 'ava';
import * as fc from 'fast-check';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { everyHost } from '../../src/personal-data/placeholders/link-guard.ts';
import { placeholderRestorer } from '../_support/placeholder-restorer.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { restoredStream } from '../_support/passing-stream.ts';
import { propertyRuns } from '../_support/property-runs.ts';

// A placeholder of the conversation is restored in every string of an answer, wherever the upstream puts it.

const book = new CastBook(Buffer.alloc(32, 7));
const person = 'Mario Rossi';
const { placeholder } = book.entryOf(person, 'PERSON');
// Random texts contain links too, in which nothing is restored by default.
const restorer = placeholderRestorer(book.entries, { hosts: new Set([everyHost]), own: new Set() });
const own = (text: string): string => text.replaceAll(placeholder, person);

const maps: Readonly<Record<string, TextMap>> = {
  chat: chatCompletionsTextMap,
  messages: messagesTextMap,
  responses: responsesTextMap,
};

/** Names that no protocol gives a meaning of its own, wherever they stand, and some that clients read texts from. */
const name = fc.constantFrom(
  'note',
  'text',
  'summary',
  'title',
  'x_parts',
  'content',
  'thinking_blocks',
  'answer',
  '§',
);
const text = fc
  .array(fc.oneof(fc.constant(placeholder), fc.string({ maxLength: 8 }), fc.constantFrom('[', '[PERSON', ' ')), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    text,
    fc.dictionary(fc.oneof(name, text), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.constantFrom(null, true, 1.5, 12_345_678),
  ),
}));

function ownWords(value: unknown): unknown {
  if (typeof value === 'string') return own(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(ownWords);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [own(key), ownWords(each)]));
}

for (const [surface, { answer }] of Object.entries(maps)) {
  test(`a whole answer of any shape is restored: ${surface}`, (t) => {
    fc.assert(
      fc.property(fc.dictionary(name, anything, { maxKeys: 3 }), anything, (members, within) => {
        const body = { ...members, choices: [{ index: 0, message: within }], output: [within], x: within };
        const restored = restoredBody({ shape: answer }, Buffer.from(JSON.stringify(body)), restorer);
        t.deepEqual(JSON.parse(restored.toString()), ownWords(JSON.parse(JSON.stringify(body))));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
}

test('a body that is no JSON object is restored as a text', (t) => {
  for (const body of [`1\n00:00:01 --> 00:00:02\n${placeholder}\n`, `["${placeholder}"]`, `<p>${placeholder}`]) {
    const restored = restoredBody({ shape: {} }, Buffer.from(body), restorer);
    t.is(restored.toString(), own(body));
  }
  const bytes = Buffer.from([0xff, ...Buffer.from(placeholder)]);
  t.is(restoredBody({ shape: {} }, bytes, restorer), bytes, 'what is no text stays');
});

test('sealed and signed blocks stay as they are', (t) => {
  const thought = { type: 'thinking', thinking: placeholder, signature: placeholder };
  const body = Buffer.from(JSON.stringify({ content: [thought] }));
  t.true(restoredBody({ shape: messagesTextMap.answer }, body, restorer).equals(body));
});

test('tokens that spell a changed text are left out, declared or not', (t) => {
  const tokens = [{ token: '[PERSON', logprob: -1 }, { token: placeholder.slice(7) }];
  const choice = { message: { content: placeholder, reasoning_content: placeholder }, logprobs: { reasoning: tokens } };
  const body = Buffer.from(JSON.stringify({ choices: [choice] }));
  const restored = restoredBody({ shape: chatCompletionsTextMap.answer }, body, restorer).toString();
  t.deepEqual(JSON.parse(restored), {
    choices: [{ message: { content: person, reasoning_content: person }, logprobs: { reasoning: [] } }],
  });
});

/** A record with one piece of a text at a place of its own. */
type Shape = (piece: string) => object;

const choice = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] });

const shapes: Readonly<Record<string, { readonly map: TextMap; readonly shape: Shape }>> = {
  'parts of a content': {
    map: chatCompletionsTextMap,
    shape: (text) => choice({ content: [{ type: 'text', text }] }),
  },
  'thoughts in parts of a content': {
    map: chatCompletionsTextMap,
    shape: (text) => choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
  },
  'details of reasoning': {
    map: chatCompletionsTextMap,
    shape: (text) => choice({ reasoning_details: [{ type: 'reasoning.text', text, format: null, index: 0 }] }),
  },
  'blocks of thoughts': {
    map: chatCompletionsTextMap,
    shape: (thinking) => choice({ thinking_blocks: [{ type: 'thinking', thinking }] }),
  },
  'a choice without index': {
    map: chatCompletionsTextMap,
    shape: (content) => ({ choices: [{ delta: { content } }] }),
  },
  'a call without index': {
    map: chatCompletionsTextMap,
    shape: (piece) => choice({ tool_calls: [{ function: { arguments: piece } }] }),
  },
  'the name of a call': {
    map: chatCompletionsTextMap,
    shape: (name) => choice({ tool_calls: [{ index: 0, function: { name } }] }),
  },
  'a choice that ends in each record': {
    map: chatCompletionsTextMap,
    shape: (content) => choice({ content }, { finish_reason: 'stop' }),
  },
  'a text beside the choices': { map: chatCompletionsTextMap, shape: (text) => ({ choices: [{ index: 0, text }] }) },
  'a block without index': {
    map: messagesTextMap,
    shape: (text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } }),
  },
  'a delta of an unknown type': {
    map: messagesTextMap,
    shape: (summary) => ({ type: 'content_block_delta', index: 2, delta: { type: 'summary_delta', summary } }),
  },
  'a text without indexes': {
    map: responsesTextMap,
    shape: (delta) => ({ type: 'response.output_text.delta', item_id: 'item-7', delta }),
  },
  'a record of an unknown type': {
    map: responsesTextMap,
    shape: (delta) => ({
      type: 'response.apply_patch_call_operation_diff.delta',
      item_id: 'item-7',
      output_index: 1,
      delta,
    }),
  },
};

const bytesOf = (records: readonly object[]): Buffer =>
  Buffer.from(records.map((record) => `data: ${JSON.stringify(record)}\n\n`).join(''));

/** What a stream with these records becomes, pushed in pieces that end at these places. */
function restored(map: TextMap, records: readonly object[], cuts: readonly number[] = []): readonly object[] {
  const stream = restoredStream({ texts: map, restorer, recordBytesMax: 100_000 });
  const bytes = bytesOf(records);
  const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted((a, b) => a - b);
  const pieces = places.slice(1).map((end, nth) => stream.push(bytes.subarray(places[nth], end)));
  const out = Buffer.concat([...pieces, stream.finish()].filter((piece) => piece !== null)).toString();
  return Array.from(out.matchAll(/^data: (.*)$/gm), ([, data = '']) => JSON.parse(data) as object);
}

function stringsOf(value: unknown, found: string[] = []): readonly string[] {
  if (typeof value === 'string') found.push(value);
  else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) stringsOf(each, found);
  return found;
}

/** A text cut at these places. */
function piecesOf(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return places.slice(1).map((end, nth) => text.slice(places[nth], end));
}

const cuts = fc.array(fc.nat(), { maxLength: 6 });

for (const [what, { map, shape }] of Object.entries(shapes)) {
  test(`a text that comes in pieces is restored, wherever it is cut: ${what}`, (t) => {
    fc.assert(
      fc.property(text, cuts, cuts, (words, inText, inBytes) => {
        const said = `${words}${placeholder}, ${words}`;
        const out = restored(map, piecesOf(said, inText).map(shape), inBytes);
        // Which of the strings are pieces of the text is told by a stream of empty pieces.
        const beside = stringsOf(shape('')).length - 1;
        const joined = out.map((record) => stringsOf(record)).flatMap((strings) => strings.slice(-1 - beside));
        const others = stringsOf(shape('§')).filter((each) => each !== '§');
        t.is(joined.filter((each) => !others.includes(each)).join(''), own(said));
      }),
      { numRuns: propertyRuns(100) },
    );
  });
}

test('pieces without index belong to what was named last at their position, and those with an id to their id', (t) => {
  const [a, b] = [placeholder.slice(0, 5), placeholder.slice(5)];
  const call = (call: object, piece: string) => choice({ tool_calls: [{ ...call, function: { arguments: piece } }] });
  const joined = (records: readonly object[]) => stringsOf(restored(chatCompletionsTextMap, records)).join('|');
  t.is(joined([call({ index: 1, id: 'x' }, a), call({}, b)]), 'x||Mario Rossi');
  t.is(
    joined([call({ id: 'x' }, a), call({ id: 'y' }, a), call({ id: 'x' }, b), call({ id: 'y' }, b)]).match(/Mario/g)
      ?.length,
    2,
  );
  t.is(joined([call({ id: 'x' }, 'q'), call({ id: 'y' }, a), call({}, b)]), 'x|q|y||Mario Rossi');
  const block = (index: object, text: string) => ({
    type: 'content_block_delta',
    ...index,
    delta: { type: 't', text },
  });
  const blocks = restored(messagesTextMap, [
    { type: 'content_block_start', index: 3, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: a } },
    { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: b } },
    block({ index: 0 }, a),
    block({ index: 1 }, a),
    block({ index: 0 }, b),
    block({ index: 1 }, b),
  ]);
  t.is(JSON.stringify(blocks).match(/Mario Rossi/g)?.length, 3);
});

test('a text that is repeated and grows shows no part of a placeholder', (t) => {
  const said = `Good morning to everyone at the table, ${placeholder}, how are you? [1] I have a list: [`;
  const grown = Array.from({ length: said.length }, (_, length) => said.slice(0, length + 1));
  const records = grown.map((content) => choice({}, { message: { content } }));
  const shown = stringsOf(restored(chatCompletionsTextMap, records));
  t.is(shown.length, grown.length);
  t.deepEqual(
    // A bracket alone may stay.
    shown.filter((each) => !own(said).startsWith(each.replace(/\[$/, ''))),
    [],
  );
  t.is(shown.at(-1), own(said));
});

test('a whole message beside the deltas is restored', (t) => {
  const records = [
    choice({ content: 'a ' }),
    choice({ content: placeholder }),
    choice({}, { message: { content: `a ${placeholder}` } }),
  ];
  t.deepEqual(stringsOf(restored(chatCompletionsTextMap, records)), ['a ', person, `a ${person}`]);
});

test('a record that is no JSON object is restored as a text', (t) => {
  const stream = restoredStream({ texts: chatCompletionsTextMap, restorer, recordBytesMax: 10_000 });
  const records = ['"P!"', '["P!", null]', 'ping P!', 'null'].map((data) => `data: ${data}\n\n`).join('');
  const out = [stream.push(Buffer.from(records.replaceAll('P!', placeholder))), stream.finish()];
  t.is(out.join(''), records.replaceAll('P!', person));
});

test('a string that no record continues waits for a bounded number of records', (t) => {
  const stream = restoredStream({ texts: chatCompletionsTextMap, restorer, recordBytesMax: 10_000 });
  const open = bytesOf([choice({ x_note: 'a [PERSON' })]);
  t.is(stream.push(open), null);
  const next = bytesOf([choice({ content: 'x' })]);
  let waited = 0;
  while (stream.push(next) === null) waited += 1;
  t.true(waited <= 64, `${waited}`);
});
