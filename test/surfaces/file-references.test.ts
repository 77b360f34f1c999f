import test, { type ExecutionContext } from 'ava';
import { toFile } from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// A file that a conversation names is the caller's own, or it is not there.

const gateway = sharedGateway({
  config: {
    target: { surfaces: ['chat_completions', 'responses', 'messages'] },
    top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } },
  },
});
test.after.always(gateway.end);

async function owner() {
  const served = await gateway.start();
  const tenant = await served.tenant();
  const file = await toFile(Buffer.from('Hello'), 'hello.txt');
  const { id } = await served.client(tenant.apiKey).files.create({ file, purpose: 'user_data' });
  const anthropic = new Anthropic({ apiKey: tenant.apiKey, baseURL: served.origin, maxRetries: 0 });
  const { id: messagesId } = await anthropic.beta.files.upload({ file: await toFile(Buffer.from('Hello'), 'a.txt') });
  const facts = JSON.parse((await served.log.readStream(`file-${id}`, { limit: 5 })).at(-1)?.data ?? '') as {
    readonly upstream_file_id: string;
  };
  return { served, tenant, id, messagesId, upstreamId: facts.upstream_file_id };
}

const chatBody = (id: string) =>
  `{"model":"light","messages":[{"role":"user","content":[{"type":"text","text":"Look, caf\\u00e9"},{"type":"file","file":{"file_id":${id}}}]}]}`;
const responsesBody = (id: string) =>
  `{"model":"light","store":false,"input":[{"role":"user","content":[{"type":"input_file","file_id":${id}}]}]}`;
const messagesBody = (id: string) =>
  `{"model":"light","max_tokens":10,"messages":[{"role":"user","content":[{"type":"document","source":{"type":"file","file_id":${id}}}]}]}`;

async function post(tenant: TestTenant, path: string, body: string) {
  const { baseUrl } = await gateway.start();
  return httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.apiKey}`,
      'content-type': 'application/json',
      ...(path === '/messages' ? { 'anthropic-version': '2023-06-01' } : {}),
    },
    body,
  });
}

const quoted = (text: string) => JSON.stringify(text);

test('a file reference goes upstream with the upstream’s file id, and nothing else changes', async (t) => {
  const { served, tenant, id, messagesId, upstreamId } = await owner();
  await post(tenant, '/chat/completions', chatBody(quoted(id)));
  await post(tenant, '/responses', responsesBody(quoted(id)));
  await post(tenant, '/messages', messagesBody(quoted(messagesId)));
  const texts = (await served.sandbox.requests()).map(({ body_text }) => body_text);
  t.true(texts.includes(chatBody(quoted(upstreamId)).replace('"light"', '"sandbox-small"')));
  t.true(texts.some((text) => text.includes('input_file') && text.includes(upstreamId)));
  t.true(texts.some((text) => text.includes('"document"') && text.includes('file_sandbox')));
  t.false(texts.some((text) => text.includes(id) || text.includes(messagesId)));
});

async function assertNotThere(t: ExecutionContext, tenant: TestTenant, path: string, body: string): Promise<string> {
  const { served } = { served: await gateway.start() };
  const before = (await served.sandbox.requests()).length;
  const { status, text } = await post(tenant, path, body);
  t.is(status, 404, `${path} ${text}`);
  t.regex(text, /"code":"file_not_found"/);
  t.is((await served.sandbox.requests()).length, before, 'nothing was forwarded');
  t.deepEqual(
    (await served.wallet(tenant.walletId)).filter(({ type }) => type === 'CreditReserved'),
    [],
  );
  return text.replaceAll(/req_[0-9a-f]+/g, 'req');
}

test.serial(
  'a file of another caller, a file id of the upstream and an unknown id get the same refusal in any spelling',
  async (t) => {
    const { served, id, messagesId, upstreamId } = await owner();
    const stranger = await served.tenant();
    for (const [path, bodyOf, own] of [
      ['/chat/completions', chatBody, id],
      ['/responses', responsesBody, id],
      ['/messages', messagesBody, messagesId],
    ] as const) {
      const escaped = `"${own
        .split('')
        .map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
        .join('')}"`;
      const random = quoted(own.replaceAll(/[0-9a-f]{32}$/g, '0'.repeat(32)));
      const told = [];
      for (const spelt of [quoted(own), quoted(upstreamId), random, escaped]) {
        told.push(await assertNotThere(t, stranger, path, bodyOf(spelt)));
        told.push(await assertNotThere(t, stranger, path, bodyOf(spelt).replace('"file_id"', '"file\\u005fid"')));
      }
      t.is(new Set(told).size, 1, path);
    }
  },
);

test.serial('a file of the other protocol, or a deleted one, is not found', async (t) => {
  const { served, tenant, id, messagesId } = await owner();
  await assertNotThere(t, tenant, '/chat/completions', chatBody(quoted(messagesId)));
  await served.client(tenant.apiKey).files.delete(id);
  await assertNotThere(t, tenant, '/chat/completions', chatBody(quoted(id)));
});

test('a member called `file_id` in the caller’s own tools goes upstream unchanged', async (t) => {
  const { tenant, served } = await owner();
  const body = JSON.stringify({
    model: 'light',
    max_tokens: 10,
    tools: [
      { name: 'open', input_schema: { type: 'object', properties: { file_id: { type: 'string', default: 'x' } } } },
    ],
    messages: [
      { role: 'user', content: 'Open it' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'open', input: { file_id: 'their-own' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }] },
    ],
  });
  const { status, text } = await post(tenant, '/messages', body);
  t.is(status, 200, text);
  t.true((await served.sandbox.requests()).some(({ body_text }) => body_text.includes('their-own')));
});

test('a request that names more than a hundred files is refused, and one file may be named as often as it likes', async (t) => {
  const { served, tenant, id } = await owner();
  const naming = (ids: readonly string[]) => {
    const content = ids.map((file_id) => ({ type: 'file', file: { file_id } }));
    return post(tenant, '/chat/completions', JSON.stringify({ model: 'light', messages: [{ role: 'user', content }] }));
  };
  const others = Array.from({ length: 100 }, (_, nth) => `file-${String(nth).padStart(44, '0')}`);
  const refused = await naming([id, ...others]);
  t.is(refused.status, 400);
  t.like(JSON.parse(refused.text), { error: { code: 'invalid_value', param: 'file_id' } });
  t.regex(refused.text, /A request can name at most 100 files/);
  t.is((await naming([id, ...others.slice(1)])).status, 404, 'a hundred are looked up');
  t.is((await naming(Array.from({ length: 101 }, () => id))).status, 200);
  const held = (await served.wallet(tenant.walletId)).filter(({ type }) => type === 'CreditReserved');
  t.is(held.length, 1);
});
