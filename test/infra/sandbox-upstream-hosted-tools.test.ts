import test from 'ava';
import { post, records } from '../_support/sandbox-post.ts';
import { responded, response } from '../_support/sandbox-responses.ts';
import { startSandbox } from '../_support/sandbox.ts';

// Tools that the sandbox runs: how often, their results, and their counters in the billing records.

const search = { type: 'web_search_20250305', name: 'web_search' };
const message = (content: string, more: object = {}) => ({
  model: 'sandbox-small',
  max_tokens: 500,
  messages: [{ role: 'user', content }],
  tools: [search],
  ...more,
});

interface Message {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly usage: Readonly<Record<string, unknown>>;
}

test('a message searches on request, as often as directed, and never above its limit', async (t) => {
  const sandbox = await startSandbox(t);
  const searched = async (content: string, more: object = {}) => {
    const { text } = await post(sandbox, message(content, more), 'r', '/messages');
    const { content: blocks, usage } = JSON.parse(text) as Message;
    const results = blocks.filter(({ type }) => type === 'web_search_tool_result');
    const told = usage['server_tool_use'] as { web_search_requests: number } | undefined;
    return [results.length, told?.web_search_requests];
  };
  t.deepEqual(await searched('Hello'), [0, undefined]);
  t.deepEqual(await searched('search the web'), [1, 1]);
  t.deepEqual(await searched('search the web', { tools: [] }), [0, undefined]);
  t.deepEqual(await searched('search the web', { tool_choice: { type: 'none' } }), [0, undefined]);
  t.deepEqual(await searched('[[sandbox: web_searches=3]]'), [3, 3]);
  t.deepEqual(await searched('[[sandbox: web_searches=3]]', { tools: [{ ...search, max_uses: 2 }] }), [3, 2]);
});

test('the stream of a message has the same content as its whole, and the billing records count the searches shown', async (t) => {
  const sandbox = await startSandbox(t);
  const body = message('Hello [[sandbox: web_searches=2; web_fetches=1]]', {
    tools: [search, { type: 'web_fetch_20250910', name: 'web_fetch' }],
  });
  const { text } = await post(sandbox, body, 'whole', '/messages');
  const whole = JSON.parse(text) as Message;
  const stream = await post(sandbox, { ...body, stream: true }, 'stream', '/messages');
  const told = records(stream.text).map((record) => JSON.parse(record) as Record<string, unknown>);
  const starts = told.flatMap(({ content_block: block }) => (block === undefined ? [] : [block as { type: string }]));
  t.deepEqual(
    starts.map(({ type }) => type),
    whole.content.map(({ type }) => type),
  );
  t.like(told.at(-2), { usage: { server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 } } });
  const [a, b] = [await sandbox.lookUp('whole'), await sandbox.lookUp('stream')];
  t.deepEqual(a?.usage, b?.usage);
  t.like(a?.usage, { server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 } });
  const cut = {
    ...body,
    messages: [{ role: 'user', content: 'x [[sandbox: web_searches=2; cut_mid_stream; after_frames=12]]' }],
  };
  await post(sandbox, { ...cut, stream: true }, 'cut', '/messages');
  t.like((await sandbox.lookUp('cut'))?.usage, { server_tool_use: { web_search_requests: 1 } });
});

test('search results are accepted unchanged, and refused if changed', async (t) => {
  const sandbox = await startSandbox(t);
  const { text } = await post(sandbox, message('search the web'), 'r', '/messages');
  const { content } = JSON.parse(text) as Message;
  const next = async (blocks: unknown) => {
    const messages = [
      { role: 'user', content: 'search the web' },
      { role: 'assistant', content: blocks },
      { role: 'user', content: 'More' },
    ];
    return (await post(sandbox, { ...message('x'), messages }, 'r', '/messages')).status;
  };
  t.is(await next(content), 200);
  t.is(await next(JSON.parse(JSON.stringify(content).replace('Eq+/', 'Eq-/'))), 400);
});

test('a response searches up to the limit of all calls, counted beside its tokens', async (t) => {
  const sandbox = await startSandbox(t);
  const ask = response('Hello [[sandbox: web_searches=3]]', { tools: [{ type: 'web_search' }], max_tool_calls: 2 });
  const whole = await responded(sandbox, ask);
  t.deepEqual(
    whole.output.map(({ type }) => type),
    ['web_search_call', 'web_search_call', 'message'],
  );
  t.like(whole, { tool_usage: { web_search: { num_requests: 2 } }, max_tool_calls: 2 });
  t.false('tool_usage' in (whole.usage ?? {}));
  t.like((await sandbox.lookUp('r'))?.usage, { tool_usage: { web_search: { num_requests: 2 } } });
});
