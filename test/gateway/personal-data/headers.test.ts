import test from 'ava';
import { httpCall } from '../../_support/http-call.ts';
import { sharedGateway } from '../../_support/served-gateway.ts';
import { leakMatrixTarget } from './leak-matrix.contract.ts';

// Headers that go upstream: of a protected caller they contain words of the protocols only.

const { start, end } = sharedGateway({ config: { target: leakMatrixTarget, top: { personal_data: {} } } });
test.after.always(end);

const bodies = {
  '/chat/completions': { messages: [{ role: 'user', content: 'Hello' }] },
  '/messages': { max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] },
  '/responses': { store: false, input: 'Hello' },
  '/embeddings': { input: 'Hello' },
  '/systemone': { state: 'Hello', questions: { polite: { type: 'noul' } } },
} as const;

async function post(path: keyof typeof bodies, headers: Readonly<Record<string, string>>, piiEnabled = true) {
  const served = await start();
  const { apiKey } = await served.tenant({ piiEnabled, creditEur: '1000' });
  const before = (await served.sandbox.requests()).length;
  const reply = await httpCall(`${served.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'light', ...bodies[path] }),
  });
  return { reply, sent: (await served.sandbox.requests()).slice(before) };
}

const values = ['mario.rossi@posta.example', 'Mario Rossi', '+39 347 123 4567', 'IT60X0542811101000000123456'];
const places = [
  ['/chat/completions', 'openai-beta'],
  ['/responses', 'openai-beta'],
  ['/embeddings', 'openai-beta'],
  ['/messages', 'anthropic-beta'],
  ['/messages', 'anthropic-version'],
  ['/systemone', 'typesafe-danger-zone-note'],
] as const;
for (const [path, header] of places) {
  test.serial(`personal data in a header is refused and not sent: ${path}, ${header}`, async (t) => {
    for (const value of values) {
      const { reply, sent } = await post(path, { [header]: value });
      t.is(reply.status, 400, `${value}: ${reply.text}`);
      t.regex(reply.text, /input_not_inspectable/);
      t.regex(reply.text, /anthropic-|openai-|typesafe-danger-zone/);
      t.notRegex(reply.text, /mario|347.?123|IT60X/i);
      t.deepEqual(sent, []);
    }
  });
}

test.serial('personal data in the name of a free header is refused', async (t) => {
  const { reply, sent } = await post('/systemone', { 'typesafe-danger-zone-tel-+393471234567': 'yes' });
  t.is(reply.status, 400, reply.text);
  t.notRegex(reply.text, /347.?123/);
  t.deepEqual(sent, []);
});

test.serial('words of the protocols are passed on, known and unknown', async (t) => {
  const words = [
    ['/messages', 'anthropic-beta', 'claude-code-20250219, files-api-2025-04-14,new-thing-2026-10-01'],
    ['/messages', 'anthropic-version', '2023-06-01'],
    ['/chat/completions', 'openai-beta', 'responses=experimental,something=v3'],
    ['/systemone', 'typesafe-danger-zone-images', 'true'],
  ] as const;
  for (const [path, header, value] of words) {
    const { sent } = await post(path, { [header]: value });
    t.is(sent.length, 1, value);
    t.is(sent[0]?.headers[header], value);
  }
});

test.serial('a caller without protection sends what he likes', async (t) => {
  const { sent } = await post('/chat/completions', { 'openai-beta': 'of Mario Rossi' }, false);
  t.is(sent[0]?.headers['openai-beta'], 'of Mario Rossi');
});
