import test from 'ava';
import { AudioStream } from '../../../src/protocols/audio/stream.ts';
import { everyCut, rewritten } from '../_stream-rewriting.ts';

const record = (json: string) => `data: ${json}\n\n`;
const delta = record('{"type":"transcript.text.delta","delta":"caf\\u00e9 \\/ é😀","logprobs":[-0.10]}');
const segment = record('{"type":"transcript.text.segment","id":"s","start":0.50,"end":1e1,"text":"x"}');
const mistralDelta = record('{"type":"transcription.text.delta","text":"caf\\u00e9 é"}');
const mistralDone = record(
  '{"type":"transcription.done","model":"m","text":"x","language":null,"usage":{"prompt_audio_seconds":3,"prompt_tokens":3,"completion_tokens":11,"total_tokens":389,"prompt_tokens_details":{"audio_tokens":375}}}',
);
const unknown = record('{"type":"not.there.yet","x":9007199254740993}');
const done = record('{"type":"transcript.text.done","text":"x","usage":{"input_tokens":30,"output_tokens":4}}');
const sound = record('{"type":"speech.audio.delta","audio":"AAAA\\/+=="}');
const soundDone = record('{"type":"speech.audio.done","usage":{"input_tokens":3,"output_tokens":9,"total_tokens":12}}');

const read = (chunks: readonly Buffer[], recordBytesMax?: number) =>
  rewritten(new AudioStream('audio_transcriptions', ({ usage }) => usage), chunks, recordBytesMax);

const whole = (text: string) => read([Buffer.from(text)]);

for (const [name, body, last] of [
  ['a transcript', delta + segment + unknown, done],
  ['a transcript of Mistral', mistralDelta + mistralDelta, mistralDone],
  ['speech', sound + sound, soundDone],
] as const) {
  test(`${name} passes byte for byte in any chunks and with any line ends, and its last record is held back`, (t) => {
    const expected = whole(body + last);
    t.is(expected.text, body);
    t.is(expected.last, last);
    t.true(expected.usage !== null && expected.isDone && !expected.hasError);
    t.true(expected.contentBytes > 0);
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const bytes = Buffer.from((body + last).replaceAll('\n', lineEnd));
      for (const chunks of everyCut(bytes)) {
        const { contentBytes: _, ...told } = read(chunks);
        const { contentBytes: __, ...same } = expected;
        t.deepEqual(told, same);
      }
      t.is(read([bytes.subarray(0, -2 * lineEnd.length)]).last, last);
    }
  });

  test(`${name} that breaks off at any byte has no end, and nothing of the broken record is passed on`, (t) => {
    const bytes = Buffer.from(body + last);
    const records = (body + last).split('\n\n').map((text) => `${text}\n\n`);
    for (let end = 0; end < bytes.length - 2; end++) {
      const { text, isDone, usage } = read([bytes.subarray(0, end)]);
      t.is(text, records.slice(0, text.split('\n\n').length - 1).join(''), `${end}`);
      t.false(isDone);
      t.is(usage, null);
    }
  });
}

test('records after the end are dropped, and [DONE] ends a stream without a final record', (t) => {
  t.like(whole(`${delta}${done}data: [DONE]\n\n${delta}`), { text: delta, last: done });
  t.like(whole(`${delta}data: [DONE]\n\n${delta}`), {
    text: delta,
    last: 'data: [DONE]\n\n',
    usage: null,
    isDone: true,
  });
});

test('what Mistral counts of a streamed transcript is charged', (t) => {
  t.like(whole(mistralDelta + mistralDone).usage, {
    input_tokens: 378,
    audio_input_tokens: 375,
    output_tokens: 11,
    audio_milliseconds: 3_000,
  });
});

test('comments pass; events without data and empty data do not', (t) => {
  t.is(whole(`: hb\n\nevent: ping\n\ndata:\n\n${delta}`).text, `: hb\n\n${delta}`);
});

test('nothing is passed on after an error or a record that is too large, and other data passes', (t) => {
  for (const error of ['{"type":"error","message":"x"}', '{"error":{"message":"x"}}', '{"error":"text"}']) {
    t.like(whole(`${delta}${record(error)}${delta}${done}`), {
      text: delta + record(error),
      hasError: true,
      isDone: false,
    });
  }
  t.false(whole(`${record('{"type":"transcript.text.delta","error":null}')}${done}`).hasError);
  for (const broken of ['{"type":"tra', '<html>', '[]', '{"a":1,"a":2}', 'null', 'ping']) {
    const passed = delta + record(broken) + delta;
    t.like(whole(passed + done), { text: passed, hasError: false, isDone: true });
  }
  t.like(read([Buffer.from(delta), Buffer.from(done)], 60), { isDone: false });
});
