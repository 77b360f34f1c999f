import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import test from 'ava';
import { toFile } from 'openai';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What the upstream calls a file is nobody's business: its owner is told their own id, wherever an answer names it.

const surfaces = ['chat_completions', 'responses', 'messages'];
const gateway = sharedGateway({
  config: {
    target: { surfaces },
    top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } },
  },
});
test.after.always(gateway.end);

async function owner() {
  const served = await gateway.start();
  const tenant = await served.tenant();
  const openai = served.client(tenant.apiKey);
  const anthropic = new Anthropic({ apiKey: tenant.apiKey, baseURL: served.origin, maxRetries: 0 });
  const upload = async () => toFile(Buffer.from('Hello'), 'hello.txt');
  const { id } = await openai.files.create({ file: await upload(), purpose: 'user_data' });
  const { id: messagesId } = await anthropic.beta.files.upload({ file: await upload() });
  const post = async (path: string, body: object) =>
    httpCall(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        'content-type': 'application/json',
        ...(path === '/messages' ? { 'anthropic-version': '2023-06-01' } : {}),
      },
      body: JSON.stringify({ model: 'light', ...body }),
    });
  const upstreamIdOf = async (file: string) =>
    (
      JSON.parse((await served.log.readStream(`file-${file}`, { limit: 5 })).at(-1)?.data ?? '') as {
        readonly upstream_file_id: string;
      }
    ).upstream_file_id;
  return { served, tenant, openai, post, id, messagesId, upstreamIdOf };
}

const fileInput = (id: string, text = 'Look') => [
  {
    role: 'user' as const,
    content: [
      { type: 'input_file' as const, file_id: id },
      { type: 'input_text' as const, text },
    ],
  },
];

for (const stream of [false, true]) {
  const form = stream ? 'a stream' : 'a whole answer';

  test(`a response cites the caller’s file id in ${form}, stored and in its input items`, async (t) => {
    const { post, id, upstreamIdOf, openai, served } = await owner();
    const upstreamId = await upstreamIdOf(id);
    const { status, text } = await post('/responses', { input: fileInput(id), stream });
    t.is(status, 200, text);
    t.regex(text, new RegExp(`"type":"file_citation","file_id":"${id}"`));
    t.false(text.includes(upstreamId));
    const responseId = /"id":"(resp_[0-9a-f]+)"/.exec(text)?.[1] ?? '';
    const kept = JSON.stringify(await openai.responses.retrieve(responseId));
    t.true(kept.includes(`"file_id":"${id}"`));
    t.false(kept.includes(upstreamId));
    const input = JSON.stringify((await openai.responses.inputItems.list(responseId)).data);
    t.true(input.includes(`"file_id":"${id}"`));
    t.false(input.includes(upstreamId));

    const next = await post('/responses', { input: 'Again', previous_response_id: responseId, stream });
    t.is(next.status, 200, next.text);
    t.true(next.text.includes(id), 'the earlier file is cited');
    t.false(next.text.includes(upstreamId));
    const received = (await served.sandbox.requests()).findLast(({ body_text }) => body_text.includes(upstreamId));
    t.true(received?.body_text.includes('Again'), 'the upstream is given its own id again');
    t.false(received?.body_text.includes(id));
    const nextId = /"id":"(resp_[0-9a-f]+)"/.exec(next.text)?.[1] ?? '';
    const items = JSON.stringify((await openai.responses.inputItems.list(nextId)).data);
    t.true(items.includes(`"type":"file_citation","file_id":"${id}"`), items);
    t.false(items.includes(upstreamId));
    const third = await post('/responses', { input: 'And again', previous_response_id: nextId });
    t.true(third.text.includes(id));
    t.false(third.text.includes(upstreamId));
  });

  test(`a message cites the caller’s file id in ${form}`, async (t) => {
    const { post, messagesId, upstreamIdOf } = await owner();
    const upstreamId = await upstreamIdOf(messagesId);
    const content = [
      { type: 'document', source: { type: 'file', file_id: messagesId }, citations: { enabled: true } },
      { type: 'text', text: 'Look' },
    ];
    const { status, text } = await post('/messages', {
      max_tokens: 50,
      messages: [{ role: 'user', content }],
      stream,
    });
    t.is(status, 200, text);
    t.regex(text, new RegExp(`"file_id":"${messagesId}"`));
    t.false(text.includes(upstreamId));
  });

  test(`an upstream file id in an answer’s text is replaced by the caller’s id, in ${form}`, async (t) => {
    const { post, id, upstreamIdOf } = await owner();
    const upstreamId = await upstreamIdOf(id);
    const content = [
      { type: 'file', file: { file_id: id } },
      { type: 'text', text: `/data/${upstreamId}-a.csv` },
    ];
    const { text } = await post('/chat/completions', { messages: [{ role: 'user', content }], stream });
    t.true(text.includes(`/data/${id}-a.csv`), text);
    t.false(text.includes(upstreamId));
  });
}

const joined = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, piece]) => piece).join('');

test('an upstream file id split over several records is replaced by the caller’s id', async (t) => {
  const { post, id, messagesId, upstreamIdOf } = await owner();
  const tool = { name: 'open', description: '', parameters: { type: 'object' } };
  const wish = (upstreamId: string) => `call the tool open with {"path":"/data/${upstreamId}.csv"}`;
  const chatId = await upstreamIdOf(id);
  const chat = await post('/chat/completions', {
    stream: true,
    tools: [{ type: 'function', function: tool }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'file', file: { file_id: id } },
          { type: 'text', text: wish(chatId) },
        ],
      },
    ],
  });
  t.is(joined(chat.text, /"arguments":"((?:[^"\\]|\\.)*)"/g), String.raw`{\"path\":\"/data/${id}.csv\"}`);
  const response = await post('/responses', {
    stream: true,
    store: false,
    tools: [{ type: 'function', ...tool }],
    input: fileInput(id, wish(chatId)),
  });
  const argumentsDelta = /"type":"response\.function_call_arguments\.delta".*"delta":"((?:[^"\\]|\\.)*)"/g;
  t.is(joined(response.text, argumentsDelta), String.raw`{\"path\":\"/data/${id}.csv\"}`);
  const upstreamMessagesId = await upstreamIdOf(messagesId);
  const message = await post('/messages', {
    stream: true,
    max_tokens: 100,
    tools: [{ name: 'open', input_schema: { type: 'object' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'document', source: { type: 'file', file_id: messagesId } },
          { type: 'text', text: wish(upstreamMessagesId) },
        ],
      },
    ],
  });
  const partial = /"partial_json":"((?:[^"\\]|\\.)*)"/g;
  t.is(joined(message.text, partial), String.raw`{\"path\":\"/data/${messagesId}.csv\"}`);
});

test('a text of the caller that looks like a file id reaches the upstream unchanged', async (t) => {
  const { post, id, served } = await owner();
  const { text } = await post('/responses', { input: fileInput(id, id), store: false });
  t.true(text.includes(`You said: ${id}`), text);
  const received = (await served.sandbox.requests()).findLast(({ body_text }) => body_text.includes(id));
  t.true(received?.body_text.includes(`"text":"${id}"`));
});

test.serial('neither a refusal nor a stream that breaks off contains a file id of the upstream', async (t) => {
  const { post, id, upstreamIdOf } = await owner();
  const upstreamId = await upstreamIdOf(id);
  const refused = await post('/responses', { input: fileInput(id, `[[sandbox: 400]] ${upstreamId}`) });
  t.is(refused.status, 400);
  t.false(refused.text.includes(upstreamId), refused.text);
  const broken = await post('/responses', {
    input: fileInput(id, '[[sandbox: cut_mid_stream]]'),
    instructions: upstreamId,
    stream: true,
  });
  t.regex(broken.text, /response\.failed/);
  t.false(broken.text.includes(upstreamId), broken.text);
});

test('a file of one account is not named to another', async (t) => {
  const alone = sharedGateway({
    config: {
      target: { surfaces },
      top: {
        files: { openai: { upstream: 'elsewhere' } },
        upstreams: {
          sandbox: { base_url: 'http://127.0.0.1:9/v1', auth: 'none' },
          elsewhere: { base_url: (await gateway.start()).sandbox.baseUrl, api_key: 'sandbox-upstream-key' },
        },
      },
    },
  });
  t.teardown(alone.end);
  const served = await alone.start();
  const tenant = await served.tenant();
  const client = served.client(tenant.apiKey);
  const { id } = await client.files.create({ file: await toFile(Buffer.from('Hi'), 'a.txt'), purpose: 'user_data' });
  const error = await t.throwsAsync(client.responses.create({ input: fileInput(id) }));
  t.regex(error?.message ?? '', /^400 The file is stored at another upstream/);
});

test('a file id of the upstream is not found, whatever `type` the request has', async (t) => {
  const { served, post, id, upstreamIdOf } = await owner();
  const upstreamId = await upstreamIdOf(id);
  const random = `file-${'0'.repeat(44)}`;
  const told = new Set<string>();
  for (const named of [upstreamId, random]) {
    for (const type of [undefined, 'tool_use', 'server_tool_use', 'mcp_tool_use']) {
      const { status, text } = await post('/responses', { type, input: fileInput(named) });
      t.is(status, 404, text);
      told.add(text);
    }
  }
  t.is(told.size, 1);
  t.is((await served.sandbox.requests()).filter(({ body_text }) => body_text.includes(random)).length, 0);
});

test('a file id of the upstream is replaced by the caller’s id in file records, names of contents and refusals', async (t) => {
  const upstreamId = 'file-ofTheUpstream123';
  const upstream = createServer((request, response) => {
    request.resume().once('end', () => {
      const told = { id: upstreamId, object: 'file', bytes: 5, url: `https://upstream/files/${upstreamId}/content` };
      const refused = { error: { message: `${upstreamId} may not be deleted.`, code: 'in_use' } };
      if (request.url?.endsWith('/content') === true) {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('content-disposition', `inline; filename="${upstreamId}.txt"`);
        response.end('Hello');
        return;
      }
      response.writeHead(request.method === 'DELETE' ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'DELETE' ? refused : told));
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  t.teardown(() => upstream.close());
  // Listens on a port: never a pipe name.
  const { port } = upstream.address() as AddressInfo;
  const base_url = `http://127.0.0.1:${port}/v1`;
  const alone = sharedGateway({
    config: { upstream: { base_url }, top: { files: { openai: { upstream: 'sandbox' } } } },
  });
  t.teardown(alone.end);
  const served = await alone.start();
  const { apiKey } = await served.tenant();
  const { files } = served.client(apiKey);
  const file = await files.create({ file: await toFile(Buffer.from('Hello'), 'a.txt'), purpose: 'batch' });
  t.is(JSON.stringify(file).split(file.id).length, 3, 'as its id and in its address');
  t.false(JSON.stringify(file).includes(upstreamId));
  t.deepEqual(await files.retrieve(file.id), file);
  const content = await files.content(file.id);
  t.is(content.headers.get('content-disposition'), `attachment; filename="${file.id}.txt"`, 'never shown in place');
  t.is(content.headers.get('content-type'), 'application/octet-stream', 'no browser takes it for a page');
  t.is(content.headers.get('x-content-type-options'), 'nosniff');
  const error = await t.throwsAsync(files.delete(file.id));
  t.regex(error?.message ?? '', new RegExp(`^400 ${file.id} may not be deleted`));
});
