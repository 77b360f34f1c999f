import test from 'ava';
import * as fc from 'fast-check';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { everyHost } from '../../src/personal-data/placeholders/link-guard.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import { audioTranscriptionsTextMap } from '../../src/protocols/audio/transcriptions-text-map.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { restoredStream } from '../_support/passing-stream.ts';
import { placeholderRestorer } from '../_support/placeholder-restorer.ts';
import { propertyRuns } from '../_support/property-runs.ts';

// A placeholder may be spread over what a client joins: parts, blocks, items, tokens. And it may stand where no text is:
// in ids, in comments and fields of a stream.

const book = new CastBook(Buffer.alloc(32, 7));
const person = 'Mario Rossi';
const { placeholder } = book.entryOf(person, 'PERSON');
const restorer = placeholderRestorer(book.entries, { hosts: new Set([everyHost]), own: new Set() });
const symbols = placeholder.slice('[PERSON-'.length, -1);

const whole = (map: TextMap, body: object): unknown =>
  JSON.parse(restoredBody({ shape: map.answer }, Buffer.from(JSON.stringify(body)), restorer).toString());

const said = `To ${placeholder}, of [1] and ${placeholder}.`;
const own = said.replaceAll(placeholder, person);

/** A text cut at these places. */
function piecesOf(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return places.slice(1).map((end, nth) => text.slice(places[nth], end));
}

const cuts = fc.array(fc.nat(), { maxLength: 8 });

type Parts = (texts: readonly string[]) => object;
const wholes: Readonly<Record<string, readonly [TextMap, Parts]>> = {
  'parts of a message': [
    chatCompletionsTextMap,
    (texts) => ({ choices: [{ index: 0, message: { content: texts.map((text) => ({ type: 'text', text })) } }] }),
  ],
  'a list of strings': [chatCompletionsTextMap, (texts) => ({ choices: [], x_lines: texts })],
  'elements without a type': [
    chatCompletionsTextMap,
    (texts) => ({ x_found: texts.map((title) => ({ n: 1, title })) }),
  ],
  'details of reasoning': [
    chatCompletionsTextMap,
    (texts) => ({
      choices: [
        { message: { reasoning_details: texts.map((text, index) => ({ type: 'reasoning.text', text, index })) } },
      ],
    }),
  ],
  blocks: [messagesTextMap, (texts) => ({ content: texts.map((text) => ({ type: 'text', text })) })],
  'parts of an item': [
    responsesTextMap,
    (texts) => ({ output: [{ type: 'message', content: texts.map((text) => ({ type: 'output_text', text })) }] }),
  ],
  items: [
    responsesTextMap,
    (texts) => ({ output: texts.map((text) => ({ type: 'message', content: [{ type: 'output_text', text }] })) }),
  ],
  'parts of a summary': [
    responsesTextMap,
    (texts) => ({ output: [{ type: 'reasoning', summary: texts.map((text) => ({ type: 'summary_text', text })) }] }),
  ],
  'lists in lists': [
    chatCompletionsTextMap,
    (texts) => ({ choices: [{ index: 0, message: { content: texts.map((text) => [text]) } }] }),
  ],
  'lists of objects in lists of objects': [
    responsesTextMap,
    (texts) => ({ found: texts.map((text) => ({ parts: [{ said: text }] })) }),
  ],
  'words of a transcript': [audioTranscriptionsTextMap, (texts) => ({ words: texts.map((word) => ({ word })) })],
};

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
}

/** The pieces of a text in an answer, without the words of its protocol. */
function joinedIn(value: unknown, parts: Parts): string {
  const words = new Set(textsIn(parts(['§'])).filter((each) => each !== '§'));
  return textsIn(value)
    .filter((each) => !words.has(each))
    .join('');
}

for (const [what, [map, parts]] of Object.entries(wholes)) {
  test(`a placeholder that is spread over ${what} is restored where it begins`, (t) => {
    fc.assert(
      fc.property(cuts, (places) => {
        const answer = whole(map, parts(piecesOf(said, places)));
        t.is(joinedIn(answer, parts), own);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
}

test('what is no placeholder stays in its part', (t) => {
  const body = (texts: readonly string[]) => ({ content: texts.map((text) => ({ type: 'text', text })) });
  for (const texts of [
    ['a [', 'b'],
    ['P', 'lan'],
    ['[PERSON-', 'of note'],
    ['a [', '', placeholder],
    [placeholder.slice(0, -2), 'xyz'],
  ]) {
    const restored = texts.map((text) => text.replace(placeholder, person));
    t.deepEqual(whole(messagesTextMap, body(texts)), body(restored));
  }
});

test('the texts of two choices are not joined', (t) => {
  const [a, b] = [placeholder.slice(0, 5), placeholder.slice(5)];
  const body = { choices: [a, b].map((content, index) => ({ index, message: { content } })) };
  t.deepEqual(whole(chatCompletionsTextMap, body), body);
});

test('choices that are no objects are restored like any others', (t) => {
  const part = (text: string) => [{ type: 'text', text }, { prompt_logprobs: text }];
  const body = { choices: [part(placeholder), [part(placeholder)]] };
  t.notRegex(JSON.stringify(whole(chatCompletionsTextMap, body)), /PERSON/);
  t.deepEqual(streamed(chatCompletionsTextMap, [{ choices: [[{ type: 'text', text: placeholder }]] }]).data, [
    { choices: [[{ type: 'text', text: person }]] },
  ]);
});

test('many parts that may begin a placeholder take linear time', (t) => {
  const texts = Array.from({ length: 20_000 }, (_, nth) => ['[', 'P', '[PERSON-', 'PERSON'][nth % 4] ?? '');
  t.deepEqual(whole(chatCompletionsTextMap, { x_lines: texts }), { x_lines: texts });
});

const tokens = ['[', 'PERSON', '-', symbols.slice(0, 2), symbols.slice(2), ']', ' is'];
const lists: Readonly<Record<string, readonly [TextMap, object, readonly string[]]>> = {
  'the tokens of a prompt': [
    chatCompletionsTextMap,
    {
      prompt_logprobs: [
        null,
        ...tokens.map((token, id) => ({
          [id]: { decoded_token: token, rank: 1 },
          [id + 90]: { decoded_token: 'x', rank: 2 },
        })),
      ],
    },
    ['prompt_logprobs'],
  ],
  'tokens whose text is not shown': [
    chatCompletionsTextMap,
    {
      choices: [
        {
          message: { content: null },
          logprobs: { content: tokens.map((token) => ({ token, bytes: [...Buffer.from(token)] })) },
        },
      ],
    },
    ['choices', '0', 'logprobs', 'content'],
  ],
  'tokens in lists': [
    chatCompletionsTextMap,
    { meta: { input_token_logprobs: tokens.map((token, id) => [-0.1, id, token]) } },
    ['meta', 'input_token_logprobs'],
  ],
  'tokens alone': [
    chatCompletionsTextMap,
    { choices: [{ message: { content: 'a' }, logprobs: { tokens } }] },
    ['choices', '0', 'logprobs', 'tokens'],
  ],
  'tokens of an answer of responses': [
    responsesTextMap,
    {
      output: [
        { type: 'message', content: [{ type: 'output_text', text: '', logprobs: tokens.map((token) => ({ token })) }] },
      ],
    },
    ['output', '0', 'content', '0', 'logprobs'],
  ],
};

for (const [what, [map, body, path]] of Object.entries(lists)) {
  test(`a list of tokens that spells a placeholder is left out: ${what}`, (t) => {
    let list = whole(map, body) as Record<string, unknown>;
    for (const name of path) list = list[name] as Record<string, unknown>;
    t.is(textsIn(list).join(''), '');
    const other = JSON.parse(JSON.stringify(body).replaceAll('PERSON', 'PARSON')) as object;
    t.deepEqual(whole(map, other), other);
  });
}

test('pieces of a text in a list that no protocol has are restored', (t) => {
  const body = { details: { prefill: tokens.map((text, id) => ({ id, text })) }, raw: { prompt_fragments: tokens } };
  t.is(textsIn(whole(chatCompletionsTextMap, body)).join(''), `${person} is${person} is`);
});

test('an id has no placeholder, and is the same wherever it stands', (t) => {
  const call = { id: `call_${placeholder}_1`, type: 'function', function: { name: 'f', arguments: '{}' } };
  const choices = [{ message: { tool_calls: [call] } }];
  t.deepEqual(whole(chatCompletionsTextMap, { id: placeholder, system_fingerprint: 'fp_1', choices }), {
    id: symbols,
    system_fingerprint: 'fp_1',
    choices: [{ message: { tool_calls: [{ ...call, id: `call_${symbols}_1` }] } }],
  });
  const item = { type: 'function_call', id: `fc_${placeholder}`, call_id: placeholder, name: 'f', arguments: '{}' };
  t.deepEqual(whole(responsesTextMap, { output: [item] }), {
    output: [{ ...item, id: `fc_${symbols}`, call_id: symbols }],
  });
  const records = [
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'x', item_id: `fc_${placeholder}` },
  ];
  t.notRegex(streamed(responsesTextMap, records).text, /PERSON/);
});

function streamed(map: TextMap, records: readonly (object | string)[], at: readonly number[] = []) {
  const stream = restoredStream({ texts: map, restorer, recordBytesMax: 100_000 });
  const written = records.map((each) => (typeof each === 'string' ? each : `data: ${JSON.stringify(each)}\n\n`));
  const bytes = Buffer.from(written.join(''));
  const places = [0, ...at.map((cut) => cut % bytes.length), bytes.length].toSorted((a, b) => a - b);
  const pieces = places.slice(1).map((end, nth) => stream.push(bytes.subarray(places[nth], end)));
  const text = Buffer.concat([...pieces, stream.finish()].filter((piece) => piece !== null)).toString();
  return {
    text,
    get data() {
      return Array.from(text.matchAll(/^data: (.*)$/gm), ([, data = '']) => JSON.parse(data) as object);
    },
  };
}

for (const record of [
  `: P!\n\n`,
  `:P!\ndata: {"x":1}\n\n`,
  `event: P!\ndata: {"x":1}\n\n`,
  `id: P!\nevent: a\ndata: {"x":1}\n\n`,
  `data: {"x":1}\nretry: P!\n\n`,
  `x-note: P!\ndata: {"x":1}\n: P! and P!\n\n`,
  `P!: 1\ndata: {"x":1}\n\n`,
  `data: ["P!"]\nid: P!\n\n`,
]) {
  test(`a placeholder beside the data of a record is restored: ${JSON.stringify(record)}`, (t) => {
    const [sent, expected] = [record.replaceAll('P!', placeholder), record.replaceAll('P!', person)];
    t.is(streamed(chatCompletionsTextMap, [sent, sent]).text, expected + expected);
    t.is(streamed(chatCompletionsTextMap, [sent.replaceAll('\n', '\r\n')]).text, expected);
  });
}

const others: Readonly<Record<string, (text: string) => string>> = {
  strings: (text) => JSON.stringify(text),
  words: (text) => text,
  lists: (text) => JSON.stringify([text]),
  'lists in lists': (text) => JSON.stringify([[1, [text]]]),
  'lists of objects': (text) => JSON.stringify([{ text, n: 1 }]),
};
for (const [what, data] of Object.entries(others)) {
  test(`a placeholder is restored where it begins wherever records that are ${what} divide it`, (t) => {
    const joined = (texts: readonly string[]): string => {
      const { text } = streamed(
        chatCompletionsTextMap,
        texts.map((each) => `data: ${data(each)}\n\n`),
      );
      const parts = Array.from(text.matchAll(/^data: (.*)$/gm), ([, each = '']) => each);
      return (what === 'words' ? parts : parts.flatMap((each) => textsIn(JSON.parse(each)))).join('');
    };
    for (let at = 1; at < placeholder.length; at += 1) {
      t.is(joined([`To${placeholder.slice(0, at)}`, `${placeholder.slice(at)}.`]), `To${person}.`, `divided at ${at}`);
    }
    t.is(joined(['a [', 'b', '[PERS', 'null']), 'a [b[PERSnull');
    t.is(joined(Array.from(`To${placeholder}.`)), `To${person}.`);
  });
}

const block = (index: number, text: string) => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  ...Array.from(text, (piece) => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece } })),
  { type: 'content_block_stop', index },
];

const part = (content_index: number, text: string) => {
  const place = { item_id: 'm', output_index: 0, content_index };
  const written = { type: 'output_text', text, annotations: [] };
  return [
    { type: 'response.content_part.added', ...place, part: { ...written, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: text },
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part: written },
  ];
};

const item = (output_index: number, text: string) => {
  const content = [{ type: 'output_text', text }];
  return [
    { type: 'response.output_text.delta', output_index, content_index: 0, delta: text },
    { type: 'response.output_text.done', output_index, content_index: 0, text },
    { type: 'response.output_item.done', output_index, item: { type: 'message', content } },
  ];
};

type Streamed = (texts: readonly string[]) => readonly object[];
const streams: Readonly<Record<string, readonly [TextMap, Streamed]>> = {
  blocks: [messagesTextMap, (texts) => [...texts.flatMap((text, nth) => block(nth, text)), { type: 'message_stop' }]],
  'parts of an item': [responsesTextMap, (texts) => texts.flatMap((text, nth) => part(nth, text))],
  items: [responsesTextMap, (texts) => texts.flatMap((text, nth) => item(nth, text))],
  'parts of one delta': [
    chatCompletionsTextMap,
    (texts) => [{ choices: [{ index: 0, delta: { content: texts.map((text) => ({ type: 'text', text })) } }] }],
  ],
  'parts of several deltas': [
    chatCompletionsTextMap,
    (texts) =>
      texts.map((text, index) => ({ choices: [{ index: 0, delta: { content: [{ type: 'text', text, index }] } }] })),
  ],
  'a list of strings': [chatCompletionsTextMap, (texts) => [{ choices: [], x_lines: texts }]],
};

/** The texts of a stream's pieces, and of the records that repeat them. */
function readings(data: readonly object[]): readonly string[] {
  const of = (types: RegExp): string =>
    data
      .filter((each) => types.test((each as { type?: string }).type ?? 'none'))
      .flatMap(textsIn)
      .filter((each) => !/^(?:response\.|content_|message|text|output_text|text_delta|m$|fc$)/.test(each))
      .join('');
  return [of(/delta$|^none$/), of(/output_text\.done$/), of(/content_part\.done$/), of(/output_item\.done$/)];
}

for (const [what, [map, records]] of Object.entries(streams)) {
  test(`a placeholder that is spread over ${what} of a stream is restored where it begins`, (t) => {
    fc.assert(
      fc.property(cuts, cuts, (places, inBytes) => {
        const { data } = streamed(map, records(piecesOf(said, places)), inBytes);
        t.deepEqual([...new Set(readings(data).filter((each) => each !== ''))], [own]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test(`what is no placeholder stays in its part of a stream: ${what}`, (t) => {
    for (const texts of [['a [', 'b'], ['P', 'lan'], ['[PERSON-', 'of note'], ['[PERS', 'ON', '-', 'x'], ['a [']]) {
      t.deepEqual(
        streamed(map, records(texts)).data.flatMap(textsIn).join('|').includes('[PERSON-'),
        texts.includes('[PERSON-'),
      );
      t.is(readings(streamed(map, records(texts)).data)[0], texts.join(''));
    }
  });
}

test('a placeholder is restored whole wherever two blocks of a stream divide it', (t) => {
  for (let at = 0; at <= said.length; at += 1) {
    const records = [...block(0, said.slice(0, at)), ...block(1, said.slice(at)), { type: 'message_stop' }];
    t.is(readings(streamed(messagesTextMap, records).data)[0], own, `divided at ${at}`);
  }
});

test('a block that ends like a placeholder begins waits for the next one, the end or 64 records', (t) => {
  const stream = restoredStream({ texts: messagesTextMap, restorer, recordBytesMax: 10_000 });
  const push = (records: readonly object[]) =>
    stream.push(Buffer.from(records.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')))?.toString() ?? '';
  t.notRegex(push(block(0, 'a [PERSON')), /block_stop/);
  t.regex(push([{ type: 'message_stop' }]), /block_stop.*message_stop/s);
  push(block(1, 'a ['));
  const next = (index: number) => push([{ type: 'content_block_start', index, content_block: { type: 'tool_use' } }]);
  let waited = 0;
  while (next(waited + 2) === '') waited += 1;
  t.true(waited <= 64, `${waited}`);
});

test('tokens of a stream are left out from where a placeholder may begin to where it ends', (t) => {
  const record = (token: string) => ({ choices: [{ index: 0, delta: {}, logprobs: { content: [{ token }] } }] });
  const { data } = streamed(chatCompletionsTextMap, ['Hi', ' to', ...tokens].map(record));
  t.is(data.flatMap(textsIn).join(''), 'Hi to is');
});
