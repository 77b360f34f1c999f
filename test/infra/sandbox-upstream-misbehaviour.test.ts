import test from 'ava';
import { UnknownDirective, readDirections } from '../../infra/sandbox-upstream/misbehaviour.ts';
import {
  HELLO,
  HELLO_COMPLETION_TOKENS,
  chat,
  chunksOf,
  contentOf,
  counters,
  ended,
  post,
  readUntil,
  records,
  streamed,
} from '../_support/sandbox-post.ts';
import type { ChunkFields, Seen } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';

test('a reset before the first byte is charged, or free on request', async (t) => {
  const sandbox = await startSandbox(t);
  const charged = await post(sandbox, streamed(`[[sandbox: reset_before_first_byte]] ${HELLO}`), 'charged');
  t.true(charged.broken);
  t.is(charged.status, 0);
  t.is((await ended(sandbox, 'charged')).usage?.['completion_tokens'], HELLO_COMPLETION_TOKENS);
  const free = await post(sandbox, chat('[[sandbox: reset_before_first_byte_uncharged]]'), 'free');
  t.true(free.broken);
  t.is((await ended(sandbox, 'free')).state, 'not_charged');
});

test('a reset after the first byte leaves a head and a byte', async (t) => {
  const sandbox = await startSandbox(t);
  const json = await post(sandbox, chat(`[[sandbox: reset_after_first_byte]] ${HELLO}`), 'json');
  t.like(json, { status: 200, text: '{', broken: true });
  t.is((await ended(sandbox, 'json')).usage?.['completion_tokens'], HELLO_COMPLETION_TOKENS);
  const stream = await post(sandbox, streamed(`[[sandbox: reset_after_first_byte]] ${HELLO}`), 'stream');
  t.like(stream, { status: 200, text: 'd', broken: true });
  t.is((await ended(sandbox, 'stream')).usage?.['completion_tokens'], 0);
});

for (const [behaviour, broken] of [
  ['cut_mid_stream', true],
  ['end_mid_stream', false],
] as const) {
  test(`${behaviour} stops after the requested frames and charges those`, async (t) => {
    const sandbox = await startSandbox(t);
    // The opening frame and three words.
    const seen = await post(sandbox, streamed(`[[sandbox: ${behaviour}; frames=9; after_frames=4]]`));
    t.is(seen.broken, broken);
    t.is(contentOf(seen.text), 'lorem ipsum dolor ');
    t.false(seen.text.includes('[DONE]'));
    t.is((await ended(sandbox)).usage?.['completion_tokens'], 3);
    const json = await post(sandbox, chat(`[[sandbox: ${behaviour}]] ${HELLO}`), 'json');
    t.is(json.broken, broken);
    t.throws(() => JSON.parse(json.text) as unknown);
    t.is((await ended(sandbox, 'json')).usage?.['completion_tokens'], HELLO_COMPLETION_TOKENS);
    const head = await post(sandbox, streamed(`[[sandbox: ${behaviour}; after_frames=0]]`), 'head');
    t.like(head, { status: 200, text: '', broken });
  });
}

test('a stalled stream runs until the caller gives up', async (t) => {
  const sandbox = await startSandbox(t);
  const stopped = new AbortController();
  const response = await fetch(`${sandbox.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'x-waybill-reservation': 'stalled' },
    body: JSON.stringify(streamed('[[sandbox: stall_mid_stream; frames=8; after_frames=3]]')),
    signal: stopped.signal,
  });
  await readUntil(response, (text) => contentOf(text) === 'lorem ipsum ');
  t.is((await sandbox.lookUp('stalled'))?.state, 'running');
  stopped.abort();
  t.is((await ended(sandbox, 'stalled')).usage?.['completion_tokens'], 2);
});

test('an error in mid-stream is sent as a record, then the stream ends', async (t) => {
  const sandbox = await startSandbox(t);
  const seen = await post(sandbox, streamed('[[sandbox: error_mid_stream; frames=9; after_frames=4]]'));
  t.false(seen.broken);
  t.is(chunksOf(seen.text).at(-1)?.error?.message, 'The sandbox stopped in the middle of a stream.');
  t.is((await ended(sandbox)).usage?.['completion_tokens'], 3);
});

const ERRORS = [
  ['400', 400, 'application/json'],
  ['429; retry_after_s=7', 429, 'application/json'],
  ['500', 500, 'application/json'],
  ['503', 503, 'application/json'],
  ['html', 200, 'text/html; charset=utf-8'],
  ['html_502', 502, 'text/html; charset=utf-8'],
  ['json_on_stream', 200, 'application/json'],
] as const;

for (const [behaviour, status, type] of ERRORS) {
  test(`${behaviour} replaces the answer and is not charged`, async (t) => {
    const sandbox = await startSandbox(t);
    const seen = await post(sandbox, streamed(`[[sandbox: ${behaviour}]] ${HELLO}`));
    t.is(seen.status, status);
    t.is(seen.headers['content-type'], type);
    t.is(seen.headers['retry-after'], behaviour.startsWith('429') ? '7' : undefined);
    if (type === 'application/json') t.truthy((JSON.parse(seen.text) as ChunkFields).error?.message);
    else t.true(seen.text.startsWith('<!doctype html>'));
    t.is(seen.text.includes(HELLO), behaviour === '400', 'only the 400 quotes the input');
    t.is((await ended(sandbox)).state, 'not_charged');
  });
}

test('usage can be missing from the answer and still be in the billing records', async (t) => {
  const sandbox = await startSandbox(t);
  for (const body of [chat, streamed]) {
    const seen = await post(sandbox, body(`[[sandbox: missing_usage]] ${HELLO}`), body.name);
    t.false(seen.broken);
    t.false(seen.text.includes('usage'));
    t.is((await ended(sandbox, body.name)).usage?.['completion_tokens'], HELLO_COMPLETION_TOKENS);
  }
});

test('usage can come without details, in the hundreds of millions, beyond the maximum, and on every record', async (t) => {
  const sandbox = await startSandbox(t);
  const bare = await post(sandbox, chat(`[[sandbox: no_details]] ${HELLO}`));
  t.false(bare.text.includes('_details'));
  const huge = await post(sandbox, chat('[[sandbox: huge_usage]]'), 'huge');
  t.true(huge.text.includes('"total_tokens":800000000'));
  t.deepEqual(counters(await ended(sandbox, 'huge')), [300_000_000, 500_000_000]);
  await post(sandbox, chat('[[sandbox: overrun]]', { max_tokens: 10 }), 'overrun');
  t.is((await ended(sandbox, 'overrun')).usage?.['completion_tokens'], 1100);
  const often = await post(sandbox, streamed(`[[sandbox: usage_on_every_chunk]] ${HELLO}`));
  t.deepEqual(
    chunksOf(often.text).map((chunk) => chunk.usage?.completion_tokens),
    [0, 1, 2, 3, 4, 5, 5, 5],
  );
});

test('[DONE] can be missing or sent twice', async (t) => {
  const sandbox = await startSandbox(t);
  const count = async (behaviour: string): Promise<number> => {
    const seen = await post(sandbox, streamed(`[[sandbox: ${behaviour}]] ${HELLO}`), behaviour);
    t.false(seen.broken);
    t.is(chunksOf(seen.text).at(-1)?.usage?.completion_tokens, HELLO_COMPLETION_TOKENS);
    t.is((await ended(sandbox, behaviour)).usage?.['completion_tokens'], HELLO_COMPLETION_TOKENS);
    return records(seen.text).filter((record) => record === '[DONE]').length;
  };
  t.is(await count('no_done'), 0);
  t.is(await count('double_done'), 2);
});

test('line ends can differ, comments and empty records be inserted, the last blank line be missing', async (t) => {
  const sandbox = await startSandbox(t);
  const seen = async (behaviour: string): Promise<string> =>
    (await post(sandbox, streamed(`[[sandbox: ${behaviour}]] ${HELLO}`))).text;
  const ids = /chatcmpl-sandbox-\d+/g;
  // The directive itself is counted as prompt: only the counters differ from a plain answer.
  const same = (text: string): string => text.replaceAll(ids, 'id').replaceAll(/"usage":\{.*\}\}\n/g, '"usage":{}}\n');
  const plain = same(await seen('frame_delay_ms=0'));
  t.is(contentOf(plain), `You said: ${HELLO}`);
  const crlf = await seen('crlf');
  t.is(same(crlf.replaceAll('\r\n', '\n')), plain);
  t.false(/[^\r]\n/.test(crlf));
  const cr = await seen('cr');
  t.is(same(cr.replaceAll('\r', '\n')), plain);
  t.false(cr.includes('\n'));
  const comments = await seen('comments');
  t.is(same(comments.replaceAll(': hb\n\n', '')), plain);
  t.is(comments.split(': hb\n\n').length, plain.split('\n\n').length);
  const empty = await seen('empty_data_record; after_frames=2');
  t.is(records(empty)[2], '');
  t.is(same(empty.replace('data: \n\n', '')), plain);
  t.is(same(`${await seen('no_final_blank_line')}\n\n`), plain);
});

test('an answer can be sent byte by byte, or cut at seeded places inside frames and characters', async (t) => {
  const sandbox = await startSandbox(t);
  const content = `${'👋🏽'.repeat(40)} naïve`;
  for (const body of [chat, streamed]) {
    const bytes = await post(sandbox, body(`[[sandbox: one_byte_chunks]] ${content}`));
    t.true(bytes.chunks.every((chunk) => chunk.length === 1));
    t.true(bytes.text.includes('naïve'));
    const odd = (seed: number): Promise<Seen> =>
      post(sandbox, body(`[[sandbox: odd_chunks; seed=${seed}]] ${content}`));
    const sizes = ({ chunks }: Seen): number[] => chunks.map((chunk) => chunk.length).slice(0, 10);
    const first = await odd(7);
    t.deepEqual(sizes(first), sizes(await odd(7)));
    t.notDeepEqual(sizes(first), sizes(await odd(8)));
    t.true(
      first.chunks.some((chunk) => chunk.toString().includes('\ufffd')),
      'a character is cut',
    );
    t.false(first.text.includes('\ufffd'));
  }
});

test('a slow answer is complete', async (t) => {
  const sandbox = await startSandbox(t);
  const seen = await post(sandbox, streamed(`[[sandbox: slow; delay_ms=30; frame_delay_ms=2]] ${HELLO}`));
  t.is(contentOf(seen.text), `You said: ${HELLO}`);
  t.is((await ended(sandbox)).state, 'charged');
});

test('a behaviour can be queued for the next requests, in order, and cancelled', async (t) => {
  const sandbox = await startSandbox(t);
  await sandbox.misbehave('503', 2);
  await sandbox.misbehave('429; retry_after_s=3');
  const statuses: number[] = [];
  for (let sent = 0; sent < 4; sent += 1) statuses.push((await post(sandbox, chat(HELLO))).status);
  t.deepEqual(statuses, [503, 503, 429, 200]);
  await sandbox.misbehave('500', 9);
  await sandbox.behave();
  t.is((await post(sandbox, chat(HELLO))).status, 200);
  await t.throwsAsync(sandbox.misbehave('no_such_switch'), { message: /knows no behaviour/ });
  await t.throwsAsync(sandbox.misbehave('500', 0), { message: /whole number from 1/ });
});

test('"uncharged" makes any ending free', async (t) => {
  const sandbox = await startSandbox(t);
  await post(sandbox, streamed('[[sandbox: cut_mid_stream; uncharged]]'));
  t.is((await ended(sandbox)).state, 'not_charged');
});

test('several directives are read together, and a misspelt one is an error', (t) => {
  const { behaviours, parameters } = readDirections(' crlf;comments ; frames=3;;seed=4 ');
  t.deepEqual([...behaviours], ['crlf', 'comments']);
  t.deepEqual(parameters, { frames: 3, seed: 4 });
  for (const wrong of ['crfl', 'frame=3', 'frames=', 'frames=-1', 'frames=100001', 'toString=1']) {
    t.throws(() => readDirections(wrong), { instanceOf: UnknownDirective }, wrong);
  }
});
