import test from 'ava';
import { setScriptedScene } from '../../_support/scripted-upstream.ts';

// The first text of a stream comes as soon as without casting. Nothing is timed: the upstream says so much and waits.

const record = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** The texts that came while the upstream still holds the stream open, up to as many as are awaited. */
async function heard(baseUrl: string, apiKey: string, awaited: number): Promise<readonly string[]> {
  const ending = new AbortController();
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', stream: true, messages: [{ role: 'user', content: 'I am Mario Rossi' }] }),
    signal: ending.signal,
  });
  let text = '';
  const texts = (): string[] =>
    Array.from(text.matchAll(/"content":("[^"]*")/g), ([, quoted = '']) => JSON.parse(quoted) as string);
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (texts().length >= awaited) break;
  }
  ending.abort();
  return texts();
}

test('each piece of prose arrives while the upstream is silent, with protection and without', async (t) => {
  const { ledger, baseUrl, answer } = await setScriptedScene(t, {
    surfaces: ['chat_completions'],
    top: { personal_data: {} },
  });
  const callers = [await ledger.tenant(), await ledger.tenant({ piiEnabled: true })];
  const said = ['Hello', ', all', ' is well', '. Perhaps', ' we', ' meet', ' at 9', ' (or', ' at', ' 10)?'];
  for (const count of [1, 2, said.length]) {
    const pieces = said.slice(0, count);
    answer({ headers: { 'content-type': 'text/event-stream' }, pieces: pieces.map(record), isHeld: true });
    for (const { apiKey } of callers) t.deepEqual(await heard(baseUrl, apiKey, count), pieces);
  }
});
