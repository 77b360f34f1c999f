import { gzipSync } from 'node:zlib';
import test from 'ava';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// An upstream that compresses although it was asked not to: the caller gets the plain answer, and pays what it counts.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: ['chat_completions'] });

const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
const choices = [{ index: 0, message: { role: 'assistant', content: 'ho' }, finish_reason: 'stop' }];
const whole = JSON.stringify({ id: 'c', object: 'chat.completion', model: 'sandbox-small', choices, usage });
const chunk = (more: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'sandbox-small', ...more })}\n\n`;
const stream = [
  chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'ho' }, finish_reason: null }] }),
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  chunk({ choices: [], usage }),
  'data: [DONE]\n\n',
].join('');

const compressed = (type: string, bytes: Buffer, status = 200): ScriptedAnswer => ({
  status,
  headers: { 'content-type': type, 'content-encoding': 'gzip' },
  pieces: [bytes.subarray(0, 40), bytes.subarray(40)],
});

async function ask(body: object): Promise<{ readonly reply: HttpReply; readonly walletId: string }> {
  const { baseUrl, ledger } = await scene;
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '1' });
  const reply = await httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'hi' }], ...body }),
  });
  return { reply, walletId };
}

for (const [form, type, plain, asked] of [
  ['a whole answer', 'application/json', whole, {}],
  ['a stream', 'text/event-stream', stream, { stream: true, stream_options: { include_usage: true } }],
] as const) {
  test.serial(`${form} in gzip is passed on plain, and charged like the plain one`, async (t) => {
    const { answer, ledger } = await scene;
    answer({ headers: { 'content-type': type }, pieces: [plain] });
    const expected = await ask(asked);
    t.is(expected.reply.status, 200);
    answer(compressed(type, gzipSync(plain)));
    const { reply, walletId } = await ask(asked);
    t.is(reply.text, expected.reply.text);
    t.is(reply.headers['content-encoding'], undefined);
    const charges = await Promise.all([walletId, expected.walletId].map((id) => ledger.settledWallet(id)));
    const [charged, plainly] = charges.map(({ reservations }) => reservations[0]?.charged ?? 0n);
    t.true((charged ?? 0n) > 0n);
    t.is(charged, plainly);
  });

  test.serial(`${form} in gzip that breaks off is never charged as a whole one`, async (t) => {
    const { answer, ledger } = await scene;
    const bytes = gzipSync(plain);
    answer(compressed(type, bytes.subarray(0, bytes.length / 2)));
    const { reply, walletId } = await ask(asked);
    t.true(reply.status === 503 || reply.text.includes('upstream_cut'), reply.text);
    const { reservations } = await ledger.settledWallet(walletId);
    t.is(reservations.length, 1);
    t.not(reservations[0]?.settled?.usage_source, 'upstream');
  });
}

test.serial('the words of a refusal in gzip reach the caller', async (t) => {
  const { answer, ledger } = await scene;
  const said = JSON.stringify({
    error: { message: 'No such voice.', type: 'invalid_request_error', code: 'its_code' },
  });
  answer(compressed('application/json', gzipSync(said), 400));
  const { reply, walletId } = await ask({});
  t.is(reply.status, 400);
  t.true(reply.text.includes('No such voice.') && reply.text.includes('its_code'), reply.text);
  const { reservations } = await ledger.settledWallet(walletId);
  t.deepEqual(reservations[0]?.story, ['ReservationReleased upstream_status_400']);
});
