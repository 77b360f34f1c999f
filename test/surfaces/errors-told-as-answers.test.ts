import test from 'ava';
import { chargingSurfaces } from '../_support/charging-surfaces.ts';
import { httpCall } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';

// Status 200 says that an answer follows. Some servers and routers send an error instead, or an answer without its label.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: chargingSurfaces, target: { prices: audioPrices } });

const messages = [{ role: 'user', content: 'Hi' }];
const transcription = streamingSurfaces['transcriptEvents'];
const requests: Readonly<Record<string, { readonly path: string; readonly type?: string; readonly body: string }>> = {
  chat: { path: '/chat/completions', body: JSON.stringify({ messages }) },
  'a stream of chat': { path: '/chat/completions', body: JSON.stringify({ messages, stream: true }) },
  messages: { path: '/messages', body: JSON.stringify({ messages, max_tokens: 9 }) },
  'a stream of messages': { path: '/messages', body: JSON.stringify({ messages, max_tokens: 9, stream: true }) },
  responses: { path: '/responses', body: JSON.stringify({ input: 'Hi', store: false }) },
  'a stream of responses': { path: '/responses', body: JSON.stringify({ input: 'Hi', store: false, stream: true }) },
  embeddings: { path: '/embeddings', body: JSON.stringify({ input: 'Hi' }) },
  'system one': {
    path: '/systemone',
    body: JSON.stringify({ state: 'Hi', questions: { q: { type: 'noul', instructions: 'So?' } } }),
  },
  speech: { path: '/audio/speech', body: JSON.stringify({ input: 'Hi', voice: 'alloy' }) },
  transcription: {
    path: '/audio/transcriptions',
    type: transcription?.contentType ?? '',
    body: (transcription?.body('light', '') ?? '').replace('true', 'false'),
  },
};

async function asked(scripted: ScriptedAnswer, name: string) {
  const { answer, baseUrl, ledger } = await scene;
  const { path, type = 'application/json', body } = requests[name] ?? { path: '', body: '' };
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
  answer(scripted);
  const reply = await httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': type },
    body: type === 'application/json' ? body.replace('{', '{"model":"light",') : body,
  });
  const [reservation] = (await ledger.settledWallet(walletId)).reservations;
  return { reply, settled: reservation?.settled ?? null, story: reservation?.story ?? [] };
}

const json = { 'content-type': 'application/json' };
const error = (code: unknown, type: string) => ({ error: { message: 'No room left', type, code } });

for (const name of Object.keys(requests)) {
  test.serial(`an error in the place of an answer is a refusal, and in doubt: ${name}`, async (t) => {
    for (const [said, status, flag] of [
      [error(503, 'unavailable'), 503, 'upstream_status_503'],
      [error('context_length_exceeded', 'invalid_request_error'), 400, 'upstream_status_400'],
      [error(429, 'x'), 429, 'upstream_status_429'],
      [{ error: 'No room left' }, 503, 'upstream_status_500'],
    ] as const) {
      const { reply, settled, story } = await asked({ headers: json, pieces: [JSON.stringify(said)] }, name);
      t.is(reply.status, status, reply.text);
      t.is(story[0], `ReservationFlagged ${flag}`);
      t.is(settled, null);
      if (status === 400) t.regex(reply.text, /No room left/);
      t.notRegex(reply.text, /"server_error"/);
    }
  });

  test.serial(`what an error has counted is charged: ${name}`, async (t) => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, input_tokens: 5, output_tokens: 2, total_tokens: 7 };
    const said = JSON.stringify({ ...error(503, 'unavailable'), usage });
    const { reply, settled } = await asked({ headers: json, pieces: [said] }, name);
    t.is(reply.status, 503, reply.text);
    t.is(settled?.usage_source, 'upstream');
    t.is(settled?.lines.find(({ counter }) => counter === 'input')?.quantity, 5);
  });
}

const counters = { prompt_tokens: 5, completion_tokens: 2 };
const choice = { index: 0, finish_reason: 'stop' };
const whole = JSON.stringify({ choices: [{ ...choice, message: { content: 'Hi' } }], usage: counters });
const record = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const stream = `${record({ choices: [{ ...choice, delta: { content: 'Hi' } }] })}${record({ choices: [], usage: counters })}data: [DONE]\n\n`;

for (const [name, body] of [
  ['chat', whole],
  ['a stream of chat', stream],
] as const) {
  test.serial(`an answer whose label says nothing is read by what it is: ${name}`, async (t) => {
    for (const label of [undefined, 'text/plain; charset=utf-8', 'application/octet-stream']) {
      const headers = label === undefined ? {} : { 'content-type': label };
      const { reply, settled } = await asked({ headers, pieces: [body] }, name);
      t.is(reply.status, 200, reply.text);
      t.is(settled?.usage_source, 'upstream');
    }
    for (const page of ['text/html', 'text/plain']) {
      const { reply, settled } = await asked({ headers: { 'content-type': page }, pieces: ['<html>Sign in'] }, name);
      t.is(reply.status === 200 && !reply.text.includes('upstream_cut'), false, page);
      t.is(settled, null);
    }
  });
}
