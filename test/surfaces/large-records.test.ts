import test from 'ava';
import { plainPrices } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';

const shared = new SharedTeardown();
test.after.always(shared.end);

const target = {
  upstream: 'sandbox',
  surfaces: ['responses'],
  context_tokens_max: 128_000,
  output_tokens_max: 100_000,
  prices: plainPrices,
};
const targets = Object.fromEntries(['a', 'b', 'c'].map((model) => [model, { ...target, model }]));
const top = { targets, profiles: { light: { targets: ['a', 'b', 'c'] } } };
const scene = setScriptedScene(shared, { surfaces: ['responses'], top });
const smallScene = setScriptedScene(shared, {
  surfaces: ['responses'],
  top: { ...top, server: { sse_record_bytes_max: 100_000 } },
});

const created = { id: 'resp_1', object: 'response', status: 'in_progress', model: 'a', output: [] };

function record(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

/** A stream whose every token has the probabilities of twenty, as its last record repeats them all. */
function streamWithProbabilities(words: number): string {
  const others = Array.from({ length: 20 }, (_, rank) => ({
    token: ` word${rank}`,
    logprob: -1.2345678 - rank,
    bytes: [32, 119, 111, 114, 100, 49],
  }));
  const logprob = { token: ' word', logprob: -0.1234567, bytes: [32, 119, 111, 114, 100], top_logprobs: others };
  const delta = { output_index: 0, content_index: 0, item_id: 'msg_1', delta: ' word', logprobs: [logprob] };
  const deltas = Array.from({ length: words }, (_, at) =>
    record('response.output_text.delta', { sequence_number: at + 1, ...delta }),
  );
  const logprobs = Array.from({ length: words }, () => logprob);
  const content = [{ type: 'output_text', text: ' word'.repeat(words), annotations: [], logprobs }];
  const output = [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }];
  const usage = { input_tokens: 5_000, output_tokens: 33_000, output_tokens_details: { reasoning_tokens: 30_000 } };
  const completed = { ...created, status: 'completed', output, usage };
  return [
    record('response.created', { sequence_number: 0, response: created }),
    ...deltas,
    record('response.completed', { sequence_number: words + 1, response: completed }),
  ].join('');
}

interface Played {
  readonly stream?: string;
  /** An answer that is no stream. */
  readonly whole?: string;
  readonly request?: object;
  readonly isHeld?: boolean;
}

async function play(place: Awaited<typeof scene>, { stream, whole, request = {}, isHeld = false }: Played) {
  const { answer, ledger, baseUrl } = place;
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
  const type = whole === undefined ? 'text/event-stream' : 'application/json';
  answer({ headers: { 'content-type': type }, pieces: [whole ?? stream ?? ''], isHeld });
  const reply = await httpCall(`${baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'light',
      stream: whole === undefined,
      max_output_tokens: 40_000,
      input: 'Hello',
      ...request,
    }),
  });
  const reservations = await until('it has ended or is flagged', async () => {
    const wallet = await ledger.wallet(walletId);
    return wallet.reservations.every(({ story }) => story.length > 0) && wallet.reservations;
  });
  return { reply, reservations };
}

test.serial('a last record that repeats many probabilities is read, and its counters are charged', async (t) => {
  const { reply, reservations } = await play(await scene, { stream: streamWithProbabilities(4_000) });
  t.true(reply.text.includes('response.completed'));
  t.is(reservations.length, 1);
  t.like(reservations[0]?.settled, { usage_source: 'upstream', cost_eur: '0.071000000' });
});

test.serial('a last record that is too large to read leaves the outcome to be checked, not estimated', async (t) => {
  const { reply, reservations } = await play(await smallScene, { stream: streamWithProbabilities(200) });
  t.true(reply.text.includes('"waybill_code":"upstream_cut"'));
  t.is(reservations.length, 1);
  t.is(reservations[0]?.story[0], 'ReservationFlagged record_too_large');
});

test.serial('a first record that is too large to read is not retried at another target', async (t) => {
  const instructions = ' '.repeat(110_000);
  const stream = record('response.created', { sequence_number: 0, response: { ...created, instructions } });
  const { reply, reservations } = await play(await smallScene, { stream, request: { instructions }, isHeld: true });
  t.is(reply.headers['x-waybill-attempts'], '1');
  t.is(reservations.length, 1);
  t.is(reservations[0]?.story[0], 'ReservationFlagged record_too_large');
});

test.serial(
  'an unstreamed answer that is nested too deeply to be read is to be checked, and not repeated',
  async (t) => {
    const tools = `${'['.repeat(200)}${']'.repeat(200)}`;
    const usage = '"usage":{"input_tokens":5000,"output_tokens":33000}';
    const whole = `{"id":"resp_1","object":"response","status":"completed","model":"a","output":[],"tools":${tools},${usage}}`;
    const { reply, reservations } = await play(await scene, { whole });
    t.is(reply.status, 503);
    t.is(reply.headers['x-waybill-attempts'], '1');
    t.is(reservations.length, 1);
    t.is(reservations[0]?.story[0], 'ReservationFlagged upstream_too_large');
  },
);
