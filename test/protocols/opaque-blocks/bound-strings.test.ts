import test from 'ava';
import { declaredLeaves } from '../../../src/personal-data/text-leaf.ts';
import type { TextMap, TextShape } from '../../../src/personal-data/text-map.ts';
import { chatCompletionsTextMap } from '../../../src/protocols/chat/text-map.ts';
import { MessagesStream } from '../../../src/protocols/messages/stream.ts';
import { messagesTextMap } from '../../../src/protocols/messages/text-map.ts';
import { BoundStrings } from '../../../src/protocols/opaque-blocks/bound-strings.ts';
import { ResponsesStream } from '../../../src/protocols/responses/stream.ts';
import { responsesTextMap } from '../../../src/protocols/responses/text-map.ts';
import type { StreamProtocol } from '../../../src/protocols/streams/stream-protocol.ts';
import { readStream } from '../../../src/protocols/streams/stream-reader.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { fixturesOf } from '../../golden/_golden-cases.ts';

// Strings that only the account can read that made them: where the protocols have them, in bodies and in records of streams.

const placed = ({ path, text }: { readonly path: string; readonly text: string }) => ({ path, text });

/** The same by the walk over all leaves. */
function boundLeaves(shape: TextShape, text: string) {
  const object = scanJsonObject(Buffer.from(text));
  const leaves = object.kind === 'json_fault' ? [] : declaredLeaves(shape, object);
  return leaves.filter(({ kind }) => kind === 'bound').map(placed);
}

const maps: Readonly<Record<string, TextMap>> = { messages: messagesTextMap, responses: responsesTextMap };

for (const [surface, { request, answer }] of Object.entries(maps)) {
  for (const [what, shape] of Object.entries({ request, answer })) {
    for (const [name, text] of fixturesOf(surface, what)) {
      test(`${surface}: the strings of ${name} that its text map calls bound are found`, (t) => {
        t.deepEqual(BoundStrings.of(shape).inBody(Buffer.from(text)).map(placed), boundLeaves(shape, text));
      });
    }
  }
}

test('bodies of surfaces without bound strings, and texts that are no JSON object, have none', (t) => {
  t.false(BoundStrings.of(chatCompletionsTextMap.answer).mayBe);
  t.deepEqual(BoundStrings.of(chatCompletionsTextMap.request).inBody(Buffer.from('{"signature":"Eq"}')), []);
  for (const text of ['["signature"]', '{"signature":', '"signature"', '']) {
    t.deepEqual(BoundStrings.of(messagesTextMap.answer).inBody(Buffer.from(text)), []);
  }
});

test('a bound string counts only in its place in the protocol', (t) => {
  const elsewhere = [
    '{"messages":[{"role":"user","content":"signature"}]}',
    '{"messages":[{"role":"assistant","content":[{"type":"tool_use","input":{"type":"thinking","signature":"Eq"}}]}]}',
    '{"metadata":{"signature":"Eq"},"signature":"Eq"}',
  ];
  for (const body of elsewhere) t.deepEqual(BoundStrings.of(messagesTextMap.request).inBody(Buffer.from(body)), []);
});

test('a bound string with other JSON escapes is the same string', (t) => {
  const body =
    '{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"\\u0045q\\/="}]}]}';
  t.deepEqual(BoundStrings.of(messagesTextMap.request).inBody(Buffer.from(body)).map(placed), [
    { path: 'messages[0].content[0].signature', text: 'Eq/=' },
  ]);
});

test('twenty thousand strings are found one by one', (t) => {
  const blocks = Array.from({ length: 20_000 }, (_, at) => `{"type":"redacted_thinking","data":"E${at}"}`);
  const body = `{"messages":[{"role":"assistant","content":[${blocks.join(',')}]}]}`;
  t.is(BoundStrings.of(messagesTextMap.request).inBody(Buffer.from(body)).length, 20_000);
});

const echo = { responseId: `resp_${'b'.repeat(44)}`, model: 'light', previousResponseId: null, isStored: false };

const streams: Readonly<Record<string, { readonly texts: TextMap; readonly open: () => StreamProtocol }>> = {
  messages: {
    texts: messagesTextMap,
    open: () => new MessagesStream({ clientModel: 'light', askedSpeed: null, maxTokens: 1_000 }),
  },
  responses: {
    texts: responsesTextMap,
    open: () => new ResponsesStream({ ...echo, itemsBytesMax: 1_000_000, mayKeep: () => true }),
  },
};

/** Every record of a protocol, by the folder of its fixtures. */
const told = {
  messages: ['messages', 'stream-every-block'],
  responses: ['responses', 'stream-every-channel'],
} as const;

for (const [surface, [folder, name]] of Object.entries(told)) {
  test(`${surface}: the strings of a stream are found wherever it is cut, and no byte of it changes`, (t) => {
    const streamed = streams[surface];
    if (streamed === undefined) throw new RangeError('no such protocol');
    const { texts, open } = streamed;
    const shape = texts.record ?? {};
    const [, text = '[]'] = fixturesOf(folder, 'stream').find(([each]) => each === name) ?? [];
    const records = JSON.parse(text) as readonly { readonly type: string }[];
    const isBound = (each: object) => boundLeaves(shape, JSON.stringify(each)).some((leaf) => leaf.text !== '');
    // Others only to begin with: each cut reads the stream once more.
    const few = records.filter((each, at) => at < 2 || (isBound(each) && JSON.stringify(each).length < 2_000));
    const expected = few.flatMap((each) => boundLeaves(shape, JSON.stringify(each)).map((leaf) => leaf.text));
    t.true(expected.length > 1);
    const stream = Buffer.from(few.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join(''));
    const read = (pieces: readonly Buffer[], isNoted = true) => {
      const noted: string[] = [];
      const noteBlocks = (record: Parameters<BoundStrings['in']>[0]): void => {
        noted.push(
          ...BoundStrings.of(shape)
            .in(record)
            .map((found) => found.text),
        );
      };
      const words = { texts, restorer: null, ids: null, ...(isNoted && { noteBlocks }) };
      const reader = readStream(open(), { recordBytesMax: 1_000_000, words });
      const out = pieces.map((piece) => reader.push(piece)?.toString() ?? '');
      return { noted: [...noted], passed: [...out, reader.finish()?.toString() ?? ''].join('') };
    };
    const { passed } = read([stream], false);
    for (let at = 1; at < stream.length; at += 1) {
      const cut = read([stream.subarray(0, at), stream.subarray(at)]);
      if (cut.passed === passed && JSON.stringify(cut.noted) === JSON.stringify(expected)) continue;
      t.deepEqual(cut, { noted: expected, passed }, `cut at ${at}`);
    }
  });
}
