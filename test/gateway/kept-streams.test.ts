import test from 'ava';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { codeOf } from '../_support/keyed-post.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { until } from '../_support/until.ts';

// What is kept of streams, for storing and for recording, shares one memory with large answers.

const roomBytes = 4_000_000;

const created = { id: 'resp_1', object: 'response', status: 'in_progress', model: 'its', output: [] };
const usage = { input_tokens: 10, output_tokens: 20, total_tokens: 30 };

function record(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function pieces(textBytes: number): readonly string[] {
  const content = [{ type: 'output_text', text: 'x'.repeat(textBytes), annotations: [] }];
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  return [
    record('response.created', { response: created }),
    record('response.output_item.done', { output_index: 0, item }),
    record('response.completed', { response: { ...created, status: 'completed', output: [item], usage } }),
  ];
}

async function scene(t: Parameters<typeof setScriptedScene>[0]) {
  const server = { answer_bytes_max: roomBytes, answers_bytes_max: roomBytes, disconnect_drain_ms_max: 1 };
  const top = { server, idempotency: { answer_bytes_max: roomBytes } };
  const place = await setScriptedScene(t, { surfaces: ['responses'], target: { output_tokens_max: 1_000 }, top });
  const used = async (): Promise<number> => {
    const { text } = await httpCall(`${place.operations}/metrics`);
    return Number(/^waybill_answers_bytes (\d+)$/m.exec(text)?.[1]);
  };
  const caller = async () => {
    const { apiKey, walletId } = await place.ledger.tenant({ creditEur: '100' });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'light', stream: true, input: 'Hello' });
    const url = `${place.baseUrl}/responses`;
    return {
      walletId,
      post: (key: string) => httpCall(url, { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body }),
      begin: (signal: AbortSignal) => fetch(url, { method: 'POST', headers, body, signal }),
      stored: (id: string) => httpCall(`${url}/${id}`, { headers }),
    };
  };
  return { ...place, used, caller };
}

interface Ended {
  readonly response: { readonly id: string; readonly store: boolean };
}

function lastOf({ text }: HttpReply): Ended['response'] {
  const [, data = ''] = /^event: response\.completed\ndata: (.*)$/m.exec(text) ?? [];
  return (JSON.parse(data) as Ended).response;
}

test('a stream without room is delivered and charged, but neither stored nor recorded', async (t) => {
  const at = await scene(t);
  const hangingUp = new AbortController();
  at.answer({ headers: { 'content-type': 'text/event-stream' }, pieces: pieces(3_800_000).slice(0, 2), isHeld: true });
  const large = await (await at.caller()).begin(hangingUp.signal);
  t.is(large.status, 200);
  await until('it is kept', async () => (await at.used()) > 3_800_000);

  at.answer({ headers: { 'content-type': 'text/event-stream' }, pieces: pieces(300_000) });
  const small = await at.caller();
  const unkept = await small.post('first');
  t.true(unkept.text.includes('x'.repeat(300_000)));
  t.false(lastOf(unkept).store);
  t.is((await small.stored(lastOf(unkept).id)).status, 404);
  const again = await small.post('first');
  t.deepEqual([again.status, codeOf(again)], [409, 'idempotency_answer_too_large']);

  hangingUp.abort();
  await until('the room is free', async () => (await at.used()) === 0);
  const kept = await small.post('second');
  t.true(lastOf(kept).store);
  t.is((await small.stored(lastOf(kept).id)).status, 200);
  const replay = await small.post('second');
  t.is(replay.headers['idempotent-replayed'], 'true');
  t.deepEqual(replay.bytes, kept.bytes);
  t.is(await at.used(), 0);
  const { reservations } = await at.ledger.settledWallet(small.walletId, 2);
  t.is(reservations.length, 2);
  t.true((reservations[0]?.charged ?? 0n) > 0n);
  t.is(reservations[0]?.charged, reservations[1]?.charged);
});

test('a small stream is stored and recorded although the room is full', async (t) => {
  const at = await scene(t);
  at.answer({ headers: { 'content-type': 'text/event-stream' }, pieces: pieces(3_900_000).slice(0, 2), isHeld: true });
  // Held until the end: fetch hangs up for a caller that has let go of its answer.
  const large = await (await at.caller()).begin(new AbortController().signal);
  await until('it is kept', async () => (await at.used()) > 3_900_000);
  at.answer({ headers: { 'content-type': 'text/event-stream' }, pieces: pieces(10_000) });
  const small = await at.caller();
  const kept = await small.post('first');
  t.true(lastOf(kept).store);
  t.is((await small.stored(lastOf(kept).id)).status, 200);
  t.deepEqual((await small.post('first')).bytes, kept.bytes);
  await large.body?.cancel();
});
