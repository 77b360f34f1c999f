import test from 'ava';
import { setScriptedScene, type ScriptedAnswer } from '../../_support/scripted-upstream.ts';
import { randomOf } from '../../_support/seeded-random.ts';

// Ten callers of three tenants before one healthy upstream. What a tenant makes the upstream answer, or does with its
// answers, takes no target, permit, place or circuit from others.

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const choice = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' };
const answered = JSON.stringify({
  model: 'light',
  choices: [choice],
  usage: { prompt_tokens: 5, completion_tokens: 2 },
});
const streamed = (model = 'light') =>
  `data: ${JSON.stringify({ model, choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] })}\n\n`;
const error = (message: string, more: object = {}) => [JSON.stringify({ error: { message, ...more } })];
const well: ScriptedAnswer = { headers: json, pieces: [answered] };

/** What a request makes the upstream do, by a word in it. */
const provoked: Readonly<Record<string, ScriptedAnswer>> = {
  p401: { status: 401, headers: json, pieces: error('This tool is not for your plan.') },
  p402: { status: 402, headers: json, pieces: error('Costs more than is left.') },
  p403: { status: 403, headers: json, pieces: error('Not this voice.', { code: 'forbidden' }) },
  p429: { status: 429, headers: json, pieces: error('This request needs more tokens than a minute has.') },
  p429w: {
    status: 429,
    headers: { ...json, 'retry-after': '4' },
    pieces: error('This request needs more than a minute has.'),
  },
  p503w: { status: 503, headers: { ...json, 'retry-after': '4' }, pieces: error('Try later.') },
  p529: { status: 529, headers: json, pieces: error('Overloaded.') },
  p500: { status: 500, headers: json, pieces: error('Division by zero.') },
  html: { status: 502, headers: { 'content-type': 'text/html' }, pieces: ['<h1>Bad gateway'] },
  odd: { headers: json, pieces: ['{"choices":[{"a":1,"a":2}'] },
  none: { headers: json, pieces: [''] },
  cut: { headers: json, pieces: ['{"choices":'], isCut: true },
  cutStream: { headers: events, pieces: [streamed()], isCut: true },
  errorStream: { headers: events, pieces: ['data: {"error":{"message":"Overloaded","code":503}}\n\n'] },
  held: { headers: events, pieces: [streamed()], isHeld: true },
  silent: { headers: events, pieces: [], isHeld: true },
};

test('what one or two of three tenants provoke takes nothing from the third', async (t) => {
  const random = randomOf(t);
  const { ledger, baseUrl, answer } = await setScriptedScene(t, {
    surfaces: ['chat_completions'],
    upstream: {
      circuit_failures: 5,
      first_byte_timeout_ms: 20_000,
      idle_timeout_ms: 20_000,
      api_key: undefined,
      credentials: [{ name: 'one', api_key: 'own', requests_at_once: 6 }],
    },
    top: { pools: {} },
  });
  answer(({ body }) => provoked[/"(\w+) please"/.exec(body)?.[1] ?? ''] ?? well);
  const tenants = await Promise.all(['a', 'b', 'c'].map(() => ledger.tenant({ creditEur: '1000' })));
  const call = async (tenant: number, word: string, signal?: AbortSignal) => {
    const reply = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenants[tenant]?.apiKey}`, ...json },
      body: JSON.stringify({
        model: 'light',
        stream: /held|silent|Stream/.test(word),
        messages: [{ role: 'user', content: `${word} please` }],
      }),
      ...(signal !== undefined && { signal }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  const words = Object.keys(provoked);
  for (const hostile of [[0], [0, 1]]) {
    const gone = new AbortController();
    const attacks = hostile.flatMap((tenant) =>
      Array.from({ length: 4 }, async () => {
        for (let nth = 0; nth < 25; nth += 1) {
          const word = random.oneOf(words as [string, ...string[]]);
          const cancelled = AbortSignal.any([gone.signal, AbortSignal.timeout(random.whole(20, 600))]);
          await call(tenant, word, cancelled).catch(() => null);
        }
      }),
    );
    const unserved: string[] = [];
    const over = new AbortController();
    const attacked = Promise.all(attacks).then(() => over.abort());
    for (let nth = 0; nth < 200 && !over.signal.aborted; nth += 1) {
      const others = [0, 1, 2].filter((each) => !hostile.includes(each));
      const tenant = random.oneOf(others as [number, ...number[]]);
      const { status, text } = await call(tenant, 'well');
      if (status !== 200) unserved.push(`${tenant} at ${nth}: ${status} ${text.slice(0, 200)}`);
    }
    gone.abort();
    await attacked;
    t.deepEqual(unserved, []);
  }
});
