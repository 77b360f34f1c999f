import test from 'ava';
import OpenAI, { APIError } from 'openai';
import { surfaceScene } from '../_support/surface-scene.ts';

const scene = surfaceScene({ surface: 'responses', path: '/responses' });
test.after.always(scene.end);

async function clientFor() {
  const { ledger, baseUrl } = await scene.start();
  const tenant = await ledger.tenant({ allowAllModels: true });
  return { tenant, responses: new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 }).responses };
}

for (const [query = '', param = '', detail = ''] of [
  ['limit=0', 'limit', '`limit` must be a whole number from 1 to 100. '],
  ['limit=-1', 'limit', '`limit` must be a whole number from 1 to 100. '],
  ['limit=1e1', 'limit', '`limit` must be a whole number from 1 to 100. '],
  ['limit=101', 'limit'],
  ['order=up', 'order'],
  ['after=msg_none', 'after'],
  ['before=msg_none', 'before'],
  ['after=a&after=b', 'after'],
  ['limit=1&limit=2', 'limit'],
]) {
  test(`a list of input items with ${query} is refused`, async (t) => {
    const { responses, tenant } = await clientFor();
    const { baseUrl } = await scene.start();
    const { id } = await responses.create({ model: 'light', input: 'listed' });
    const reply = await fetch(`${baseUrl}/responses/${id}/input_items?${query}`, {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    t.is(reply.status, 400);
    const { error } = (await reply.json()) as { readonly error: { readonly param: string; readonly message: string } };
    t.is(error.param, param);
    t.true(error.message.startsWith(detail), error.message);
  });
}

test('input items are returned in pages, the newest first by default', async (t) => {
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

test('pages of input items go in either direction, and between two items', async (t) => {
  const { responses } = await clientFor();
  const input = [1, 2, 3, 4, 5].map((number) => ({ role: 'user' as const, content: `number ${number}` }));
  const { id } = await responses.create({ model: 'light', input });
  const { data } = await responses.inputItems.list(id, { order: 'asc' });
  const ids = data.map((item) => item.id ?? '');
  const list = async (query: Record<string, string | number>) => {
    const { data: page, has_more: hasMore } = await responses.inputItems.list(id, { order: 'asc' }, { query });
    return [page.map((item) => ids.indexOf(item.id ?? '') + 1).join(''), hasMore];
  };
  t.deepEqual(await list({ order: 'asc', before: ids[3] ?? '', limit: 2 }), ['23', true]);
  t.deepEqual(await list({ order: 'asc', before: ids[1] ?? '', limit: 2 }), ['1', false]);
  t.deepEqual(await list({ order: 'desc', before: ids[1] ?? '', limit: 2 }), ['43', true]);
  t.deepEqual(await list({ order: 'asc', after: ids[0] ?? '', before: ids[4] ?? '', limit: 2 }), ['23', true]);
  t.deepEqual(await list({ order: 'asc', after: ids[4] ?? '' }), ['', false]);
  t.deepEqual(await list({ order: 'asc', after: '', before: '', limit: '' }), ['12345', false]);
});

test('messages are listed in their long form, and every item under an id of its kind, the same at each look', async (t) => {
  const { responses } = await clientFor();
  const { id } = await responses.create({
    model: 'light',
    input: [
      { role: 'user', content: 'caf\u00e9 "quoted"' },
      { role: 'assistant', content: 'said' },
      { type: 'function_call', call_id: 'call_1', name: 'clock', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'noon' },
    ],
  });
  const { data } = await responses.inputItems.list(id, { order: 'asc', include: ['message.input_image.image_url'] });
  t.like(data, [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'caf\u00e9 "quoted"' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'said', annotations: [] }] },
    { type: 'function_call', call_id: 'call_1', name: 'clock', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'noon' },
  ]);
  t.deepEqual(
    data.map((item) => /^[a-z]+_(?=[0-9a-f]{44}i[0-9a-f]+$)/.exec(item.id ?? '')?.[0]),
    ['msg_', 'msg_', 'fc_', 'fc_'],
  );
  t.deepEqual((await responses.inputItems.list(id, { order: 'asc' })).data, data);
});

test('listed items can be referenced in another input by their owner alone, also items sent without an id', async (t) => {
  const { responses } = await clientFor();
  const { sandbox } = await scene.start();
  const first = await responses.create({
    model: 'light',
    input: [
      { role: 'user', content: 'sent without an id' },
      { role: 'user', content: 'and this' },
    ],
  });
  const second = await responses.create({ model: 'light', input: 'a turn later', previous_response_id: first.id });
  for (const { id } of [first, second]) {
    const { data } = await responses.inputItems.list(id, { order: 'asc' });
    const named = data.map((item) => ({ type: 'item_reference' as const, id: item.id ?? '' }));
    const words = `all of ${id}`;
    await responses.create({ model: 'light', input: [...named, { role: 'user', content: words }], store: false });
    const sent = (await sandbox.requests()).find(({ body_text: text }) => text.includes(words));
    const { input } = JSON.parse(sent?.body_text ?? '{}') as { readonly input: readonly { readonly id?: string }[] };
    t.is(input.length, data.length + 1);
    t.like(input.slice(0, 2), [
      { role: 'user', content: 'sent without an id' },
      { role: 'user', content: 'and this' },
    ]);
    t.is(input[0]?.id, undefined, 'it goes as it was sent');
    const stranger = await clientFor();
    const [foreign, unknown] = [named[0]?.id ?? '', `msg_${'0'.repeat(44)}i0`];
    const told = await Promise.all(
      [foreign, unknown].map(async (item) => {
        const call = stranger.responses.create({ model: 'light', input: [{ type: 'item_reference', id: item }] });
        const error = await t.throwsAsync(call, { instanceOf: APIError });
        return [error.status, error.code, error.message.replace(item, '')];
      }),
    );
    t.is(told[0]?.[0], 404);
    t.deepEqual(told[0], told[1]);
  }
  const beyond = responses.create({
    model: 'light',
    input: [{ type: 'item_reference', id: `msg_${first.id.slice(5)}i9` }],
  });
  t.is((await t.throwsAsync(beyond, { instanceOf: APIError })).status, 404);
});
