import test from 'ava';
import OpenAI from 'openai';
import { surfaceScene } from '../_support/surface-scene.ts';

const scene = surfaceScene({ surface: 'responses', path: '/responses' });
test.after.always(scene.end);

async function clientFor() {
  const { ledger, baseUrl } = await scene.start();
  const tenant = await ledger.tenant({ allowAllModels: true });
  return { tenant, responses: new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 }).responses };
}

for (const [query, param] of [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['order=up', 'order'],
  ['after=msg_none', 'after'],
]) {
  test(`a list of input items with ${query} is refused`, async (t) => {
    const { responses, tenant } = await clientFor();
    const { baseUrl } = await scene.start();
    const { id } = await responses.create({ model: 'light', input: 'listed' });
    const reply = await fetch(`${baseUrl}/responses/${id}/input_items?${query}`, {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    t.is(reply.status, 400);
    t.like(await reply.json(), { error: { param } });
  });
}

test('input items come in pages, the newest first unless asked', async (t) => {
  const { responses } = await clientFor();
  const input = [1, 2, 3, 4, 5].map((number) => ({ role: 'user' as const, content: `number ${number}` }));
  const { id } = await responses.create({ model: 'light', input });
  const said: string[] = [];
  for await (const item of responses.inputItems.list(id, { limit: 2 })) said.push(JSON.stringify(item));
  t.deepEqual(
    said.map((text) => /number (\d)/.exec(text)?.[1]),
    ['5', '4', '3', '2', '1'],
  );
});
