import test, { type ExecutionContext } from 'ava';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// A stream that ends at any of its bytes, well or broken, is never taken for a whole one; one that is whole arrives
// byte for byte, however it was cut into pieces.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: ['chat_completions', 'messages'] });

interface Fixture {
  readonly path: string;
  readonly stream: string;
  /** Up to here something essential is missing. */
  readonly finished: string;
  /** How the gateway ends a stream that is whole, and how one that is not. */
  readonly last: string;
  readonly error: RegExp;
}

/** Bytes that any rewriting would change: an escaped slash, letters of two and four bytes, halves of a pair, a number. */
const odd = 'é😀\\/\\u00e9\\ud83d\\ude00\\ud800';

const chatRecord = (rest: string) => `data: {"model":"light",${rest},"seed":9007199254740993}\n\n`;
const chatFinish = chatRecord('"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]');
const chat: Fixture = {
  path: '/chat/completions',
  stream: [
    chatRecord(`"choices":[{"index":0,"delta":{"content":"${odd}"},"finish_reason":null}]`),
    chatRecord('"choices":[{"index":0,"delta":{"x_new":[1.10]},"finish_reason":null}]'),
    chatFinish,
    'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n',
    'data: [DONE]\n\n',
  ].join(''),
  finished: chatFinish,
  last: 'data: [DONE]\n\n',
  error: /^data: \{"error":\{.*"code":"upstream_cut"\}\}$/,
};

const record = (type: string, rest = '') => `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n`;
const messageFinish = record('message_delta', ',"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}');
const messages: Fixture = {
  path: '/messages',
  stream: [
    record('message_start', ',"message":{"model":"light","usage":{"input_tokens":3,"output_tokens":1}}'),
    record('content_block_delta', `,"index":0,"delta":{"type":"thinking_delta","thinking":"${odd}"}`),
    record('content_block_delta', ',"index":0,"delta":{"type":"signature_delta","signature":"Eq+\\/\\u0041=="}'),
    record('not_there_yet', ',"x":[9007199254740993]'),
    messageFinish,
    record('message_stop'),
  ].join(''),
  finished: messageFinish,
  last: record('message_stop'),
  error: /^event: error\ndata: \{"type":"error","error":\{.*"code":"upstream_cut"/,
};

/** What asks for the same again is refused once the outcome was unknown. */
let questions = 0;

async function answered(fixture: Fixture, apiKey: string): Promise<HttpReply> {
  const { baseUrl } = await scene;
  questions += 1;
  return await httpCall(`${baseUrl}${fixture.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'light',
      max_tokens: 20,
      stream: true,
      stream_options: fixture === chat ? { include_usage: true } : undefined,
      messages: [{ role: 'user', content: `question ${questions}` }],
    }),
  });
}

async function assertCutIsTold(t: ExecutionContext, fixture: Fixture, isCut: boolean, step: number): Promise<void> {
  const { answer, ledger } = await scene;
  const bytes = Buffer.from(fixture.stream);
  const finishedAt = Buffer.byteLength(fixture.stream.split(fixture.finished)[0] + fixture.finished.trimEnd());
  const wholeRecords = fixture.stream.split('\n\n').slice(0, -1);
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '1000' });
  let calls = 0;
  for (let end = isCut ? 1 : 0; end < bytes.length; end += step) {
    answer({ headers: { 'content-type': 'text/event-stream' }, pieces: [bytes.subarray(0, end)], isCut });
    calls += 1;
    const reply = await answered(fixture, apiKey);
    const records = reply.text.split('\n\n');
    t.is(records.pop(), '', `${end}`);
    const last = records.pop() ?? '';
    const isWhole = `${last}\n\n` === fixture.last;
    t.true(isWhole !== fixture.error.test(last), `${end}: ${last}`);
    // Some clients of chat overlook the record.
    t.is(reply.isCut, !isWhole && fixture === chat, `${end}`);
    if (end < finishedAt || (isCut && end < bytes.length - fixture.last.length)) t.false(isWhole, `${end}`);
    else if (bytes.subarray(end - 2, end).toString() === '\n\n') t.true(isWhole, `${end}`);
    t.deepEqual(records, wholeRecords.slice(0, records.length), `${end}`);
  }
  const { reservations } = await ledger.settledWallet(walletId, calls);
  t.is(reservations.length, calls);
  t.true(reservations.every((reservation) => reservation.endings === 1));
}

for (const [name, fixture] of Object.entries({ chat, messages })) {
  test.serial(`${name}: a stream that ends early at any byte is reported as cut`, async (t) => {
    await assertCutIsTold(t, fixture, false, 1);
  });

  test.serial(`${name}: a stream whose connection breaks at any byte is reported as cut`, async (t) => {
    await assertCutIsTold(t, fixture, true, 11);
  });

  test.serial(
    `${name}: a stream that breaks off behind the counters of a finished answer is whole, also within its end`,
    async (t) => {
      const { answer, ledger } = await scene;
      const records = fixture.stream.slice(0, -fixture.last.length);
      for (const torn of ['', fixture.last.slice(0, -4)]) {
        for (const isCut of [true, false]) {
          const { apiKey, walletId } = await ledger.tenant();
          answer({ headers: { 'content-type': 'text/event-stream' }, pieces: [records, torn], isCut });
          const reply = await answered(fixture, apiKey);
          t.true(reply.text.startsWith(records.trimEnd()), reply.text);
          t.true(reply.text.endsWith(fixture.last), reply.text);
          t.false(reply.isCut);
          const [reservation] = (await ledger.settledWallet(walletId)).reservations;
          t.is(reservation?.settled?.usage_source, 'upstream');
        }
      }
    },
  );

  test.serial(`${name}: a stream that continues after an error is not read further`, async (t) => {
    const { answer, ledger } = await scene;
    const { apiKey } = await ledger.tenant();
    const [first = ''] = fixture.stream.split('\n\n');
    const last = 'data: {"error":{"message":"x"},"type":"error"}';
    const headers = { 'content-type': 'text/event-stream' };
    answer({ headers, pieces: [`${first}\n\n${last}\n\n: going on\n\n`], isHeld: true });
    const records = (await answered(fixture, apiKey)).text.trimEnd().split('\n\n');
    t.is(records.length, 2, last);
    t.regex(records[1] ?? '', /"message":"x"/);
  });

  test.serial(`${name}: a stream arrives byte for byte with any line ends and chunks`, async (t) => {
    const { answer, ledger } = await scene;
    const { apiKey } = await ledger.tenant({ creditEur: '1000' });
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const bytes = Buffer.from(fixture.stream.replaceAll('\n', lineEnd));
      const headers = { 'content-type': 'text/event-stream' };
      const each = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
      for (const pieces of [[bytes], each, [bytes.subarray(0, -2 * lineEnd.length)], [': a comment\n\n', bytes]]) {
        answer({ headers, pieces });
        const { text } = await answered(fixture, apiKey);
        t.is(
          text.replace(': a comment\n\n', ''),
          fixture.stream,
          `${JSON.stringify(lineEnd)}, ${pieces.length} pieces`,
        );
      }
    }
  });
}

test.serial('chat: counters before the text of a stream that breaks off are not final', async (t) => {
  const { answer, ledger } = await scene;
  const { apiKey, walletId } = await ledger.tenant();
  const early = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":0}}\n\n';
  const [text = ''] = chat.stream.split('\n\n');
  answer({ headers: { 'content-type': 'text/event-stream' }, pieces: [early, text, '\n\n'], isCut: true });
  t.regex((await answered(chat, apiKey)).text.trimEnd().split('\n\n').at(-1) ?? '', chat.error);
  const { reservations } = await ledger.settledWallet(walletId);
  t.like(reservations[0]?.settled, { usage_source: 'estimate' });
});
