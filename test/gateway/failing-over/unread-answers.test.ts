import test from 'ava';
import { setScriptedScene, type ScriptedAnswer } from '../../_support/scripted-upstream.ts';
import { openAnswer } from '../../_support/streaming-surfaces.ts';

// Callers of one tenant who ask for answers without an end and read nothing hold places of a credential for minutes.
// Other tenants are served all the same.

const json = { 'content-type': 'application/json' };
const chunk = { model: 'light', choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] };
const choice = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' };
const usage = { prompt_tokens: 5, completion_tokens: 2 };
const well: ScriptedAnswer = { headers: json, pieces: [JSON.stringify({ model: 'light', choices: [choice], usage })] };
const endless: ScriptedAnswer = {
  headers: { 'content-type': 'text/event-stream' },
  pieces: [`data: ${JSON.stringify(chunk)}\n\n`],
  flood: `data: ${JSON.stringify(chunk)}\n\n`,
};

for (const [what, upstream] of [
  ['ten places', { api_key: undefined, credentials: [{ name: 'one', api_key: 'own', requests_at_once: 10 }] }],
  ['four places', { api_key: undefined, credentials: [{ name: 'one', api_key: 'own', requests_at_once: 4 }] }],
  ['four connections', { connections_max: 4 }],
] as const) {
  test(`ten callers of one tenant who read nothing leave others their turns at ${what}`, async (t) => {
    const { ledger, baseUrl, answer } = await setScriptedScene(t, {
      surfaces: ['chat_completions'],
      upstream,
      server: { drain_timeout_ms: 1_000 },
    });
    answer(({ body }) => (body.includes('for ever') ? endless : well));
    const [unread, ...others] = await Promise.all(['a', 'b', 'c'].map(() => ledger.tenant({ creditEur: '1000' })));
    if (unread === undefined) throw new Error('no tenant');
    const { tenantId, walletId } = unread;
    const callers = await Promise.all(
      Array.from({ length: 10 }, () => ledger.tenant({ tenantId, walletId, creditEur: '0' })),
    );
    const chat = { path: '/chat/completions', contentType: 'application/json', headers: {}, surface: '' };
    const body = JSON.stringify({ model: 'light', stream: true, messages: [{ role: 'user', content: 'for ever' }] });
    const held = callers.map((caller) =>
      openAnswer(baseUrl, { ...chat, body }, { ...caller, isRead: false }).catch(() => null),
    );
    await Promise.race(held);
    for (let nth = 0; nth < 6; nth += 1) {
      for (const { apiKey } of others) {
        const reply = await fetch(`${baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, ...json },
          body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'Hello' }] }),
          signal: AbortSignal.timeout(10_000),
        });
        t.is(reply.status, 200);
        await reply.arrayBuffer();
      }
    }
  });
}

test('the only tenant has every place', async (t) => {
  const credentials = [{ name: 'one', api_key: 'own', requests_at_once: 4 }];
  const { ledger, baseUrl, answer } = await setScriptedScene(t, {
    surfaces: ['chat_completions'],
    upstream: { api_key: undefined, credentials, connections_max: 4 },
    server: { drain_timeout_ms: 1_000 },
  });
  const { apiKey } = await ledger.tenant({ creditEur: '1000' });
  let begun = 0;
  answer(({ body }) => {
    begun += 1;
    return body.includes('for ever') ? endless : well;
  });
  const ask = (content: string): Promise<Response> =>
    fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, ...json },
      body: JSON.stringify({ model: 'light', stream: content === 'for ever', messages: [{ role: 'user', content }] }),
      signal: AbortSignal.timeout(10_000),
    });
  await Promise.all(Array.from({ length: 3 }, () => ask('for ever')));
  const last = await ask('Hello');
  t.is(last.status, 200);
  t.is(begun, 4);
  await last.arrayBuffer();
});
