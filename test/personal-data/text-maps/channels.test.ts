import test from 'ava';
import { textsOfStream } from '../../_support/stream-texts.ts';
import { streams } from './_fixtures.ts';
import { channelUsesOf, leavesOf } from '../../_support/parsed-texts.ts';

for (const { name, map, records } of streams) {
  test(`${name}: the pieces of each text join to its repetition, and none follows its end`, (t) => {
    const { texts, late, disagreeing } = textsOfStream(map, records);
    t.log([...texts.keys()].join(' · '));
    t.deepEqual(late, []);
    t.deepEqual(disagreeing, []);
  });
}

/** Of streams in which nothing repeats a text. */
const told: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'chat-completions/stream-two-choices-with-tools': {
    'content(choice=0)': 'Dear Ada,',
    'content(choice=1)': '',
    'reasoning_content(choice=0)': 'Ada wants a letter.',
    'refusal(choice=1)': 'I cannot, Ada.',
    'call_name(call=0,choice=0)': 'find_person',
    'arguments(call=0,choice=0)': '{"name":"Ada"}',
    'call_name(call=1,choice=0)': 'run',
    'custom_input(call=1,choice=0)': 'print("Ada")',
  },
  'chat-completions/stream-audio-and-function-call': {
    'transcript(choice=0)': 'Good morning, Ada.',
    'function_call(choice=1)': '{"name":"Ada"}',
    'reasoning(choice=2)': 'Ada',
  },
  'messages/stream-every-block': {
    'thinking(block=0)': 'Ada asks for a letter.',
    'text(block=2)': 'Dear Ada,',
    'input(block=3)': '{"name":"Ada"}',
    'input(block=4)': '{"query":"Ada"}',
    'input(block=15)': '{"query":"Ada"}',
    'compaction(block=30)': 'Ada wrote a letter.',
  },
  'responses/stream-audio': { 'transcript()': 'Good morning, Ada.' },
};

for (const [name, expected] of Object.entries(told)) {
  test(`${name}: each text is whole, and mixed with no other`, (t) => {
    const stream = streams.find((each) => each.name === name);
    if (stream === undefined) throw new Error(`no fixture ${name}`);
    t.deepEqual(Object.fromEntries(textsOfStream(stream.map, stream.records).texts), expected);
  });
}

test('every declared piece, end and repetition is in some stream', (t) => {
  const missing = streams.flatMap(({ map }) => {
    const ofMap = streams.filter((stream) => stream.map === map);
    const used = new Set(
      ofMap.flatMap(({ records }) => records.flatMap((record) => channelUsesOf(map, record).map(({ path }) => path))),
    );
    const declared = (map.channels ?? []).flatMap(({ pieces, ends, wholes }) => [pieces, ends, wholes].flat());
    return declared.filter((path) => !used.has(path));
  });
  t.deepEqual(missing, []);
});

/** What a delta brings in one piece. */
const whole = /\.(citation|annotations|stop_sequence|stop_details)\b/;

test('every text of a delta is in a channel, except texts that a delta brings in one piece', (t) => {
  const outside = streams.flatMap(({ name, map, records }) =>
    records.flatMap((record) => {
      const pieces = new Set(channelUsesOf(map, record).map(({ text }) => text));
      return [...leavesOf(map.record ?? {}, record)]
        .filter(({ kind, path }) => kind.endsWith('text') && kind !== 'token_text' && /(^|\.)delta\b/.test(path))
        .filter(({ path, text }) => text !== '' && !whole.test(path) && !pieces.has(text))
        .map(({ path, text }) => `${name}: ${path} ${text}`);
    }),
  );
  t.deepEqual(outside, []);
});
