import test, { type ExecutionContext } from 'ava';
import { startTracedGateway, type TracedGateway, type TracedReply } from '../../_support/traced-gateway.ts';

// What a collector is told of requests: the parts of each, and nothing that was said.

const message = { role: 'user', content: 'Where does every euro go?' };
const chat = { model: 'light', messages: [message], max_tokens: 100 };
const stages = ['authenticate', 'admit', 'read_request', 'reserve'];

async function tree({ receiver }: TracedGateway, reply: TracedReply): Promise<readonly string[]> {
  return receiver.tree(await reply.span());
}

async function attemptOf({ receiver }: TracedGateway, reply: TracedReply) {
  const own = await reply.span();
  const spans = receiver.spans().filter(({ traceId }) => traceId === own.traceId);
  return spans.find(({ attributes }) => 'gen_ai.operation.name' in attributes);
}

const surfaces = {
  chat_completions: { path: '/chat/completions', body: chat, operation: 'chat', provider: 'openai', streams: true },
  responses: {
    path: '/responses',
    body: { model: 'light', input: 'Hello', store: false },
    operation: 'chat',
    provider: 'openai',
    streams: true,
  },
  messages: { path: '/messages', body: chat, operation: 'chat', provider: 'anthropic', streams: true },
  embeddings: {
    path: '/embeddings',
    body: { model: 'light', input: 'Hello' },
    operation: 'embeddings',
    provider: 'openai',
    streams: false,
  },
  systemone: {
    path: '/systemone',
    body: {
      model: 'light',
      state: { text: 'Hello' },
      questions: { who: { type: 'choice', criteria: { me: 'Me', nobody: null } } },
    },
    operation: 'decide',
    provider: 'systemone',
    streams: false,
  },
};

test('each surface, whole and streamed, is one span with its stages and its upstream request as children', async (t) => {
  const gateway = await startTracedGateway(t);
  for (const [surface, { path, body, operation, provider, streams }] of Object.entries(surfaces)) {
    for (const stream of streams ? [false, true] : [false]) {
      const reply = await gateway.post(path, { ...body, ...(stream && { stream }) });
      t.is(reply.status, 200, reply.text);
      const own = await reply.span();
      t.is(own.name, `POST /v1${path}`);
      t.is(own.kind, 2);
      t.like(own.attributes, {
        'http.route': `/v1${path}`,
        'http.response.status_code': 200,
        'waybill.surface': surface,
        'waybill.profile': 'light',
        'waybill.target': 'small',
        'waybill.outcome': 'settle',
        'waybill.reservation_id': reply.headers['x-waybill-reservation'],
      });
      if (!stream) t.is(own.attributes['waybill.cost_eur'], reply.headers['x-waybill-cost-eur'] as string);
      const name = `${operation} sandbox-small`;
      t.deepEqual(await tree(gateway, reply), [...stages, name, `${name} > try`, 'settle', 'conclude'], surface);
      const attempt = await attemptOf(gateway, reply);
      t.is(attempt?.kind, 3);
      t.like(attempt?.attributes, {
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': 'sandbox-small',
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
        'waybill.billing_reference': own.attributes['waybill.reservation_id'],
      });
      t.is(attempt?.attributes['gen_ai.request.stream'], stream ? true : undefined);
      t.is(typeof attempt?.attributes['gen_ai.response.time_to_first_chunk'], stream ? 'number' : 'undefined');
      t.true(Number(attempt?.attributes['gen_ai.usage.input_tokens']) > 0);
      t.true((attempt?.milliseconds ?? 0) <= own.milliseconds);
    }
  }
  const log = await gateway.stop();
  await measuresAgree(t, gateway);
  // The line of each request is found from its trace.
  const own = gateway.receiver.spans().find(({ kind }) => kind === 2);
  t.true(log.includes(`"trace_id":"${own?.traceId}","span_id":"${own?.id}"`));
});

async function measuresAgree(t: ExecutionContext, { receiver, sandbox }: TracedGateway): Promise<void> {
  const { totals } = await sandbox.billingRecords();
  const last = new Map(
    receiver.points().map((point) => [`${point.metric} ${JSON.stringify(point.attributes)}`, point]),
  );
  const points = [...last.values()];
  const of = (metric: string) => points.filter((point) => point.metric === metric);
  t.is(
    of('gen_ai.client.operation.duration').reduce((sum, { count }) => sum + count, 0),
    8,
  );
  t.is(
    of('gen_ai.client.operation.time_to_first_chunk').reduce((sum, { count }) => sum + count, 0),
    3,
  );
  const tokens = (type: string): number =>
    of('gen_ai.client.token.usage')
      .filter(({ attributes }) => attributes['gen_ai.token.type'] === type)
      .reduce((sum, point) => sum + point.sum, 0);
  const booked = Object.values(totals).flatMap((models) => Object.values(models));
  const sum = (...names: readonly string[]): number =>
    booked.reduce((all, { usage }) => all + names.reduce((sum, name) => sum + Number(usage[name] ?? 0), 0), 0);
  t.is(tokens('input'), sum('prompt_tokens', 'input_tokens'));
  t.is(tokens('output'), sum('completion_tokens', 'output_tokens'));
}

test('a refusal for lack of credit ends in its stage, and nothing is sent', async (t) => {
  const gateway = await startTracedGateway(t, { tenant: { creditEur: '0.000000001' } });
  const reply = await gateway.post('/chat/completions', chat);
  t.is(reply.status, 402);
  const own = await reply.span();
  t.false(own.hasFailed);
  t.like(own.attributes, { 'http.response.status_code': 402, 'error.type': 'insufficient_credit' });
  t.deepEqual(await tree(gateway, reply), stages);
  const reserve = gateway.receiver.spans().find(({ name }) => name === 'reserve');
  t.is(reserve?.attributes['error.type'], 'insufficient_credit');
});

test('each try at an upstream is a span with its outcome', async (t) => {
  const gateway = await startTracedGateway(t, { upstream: { retries_max: 1 } });
  await gateway.sandbox.misbehave('503');
  const again = await gateway.post('/chat/completions', chat);
  t.is(again.status, 200);
  // Sent again by the upstream's own connection, or as a further attempt: each is a try below a request at the upstream.
  const parts = (await tree(gateway, again)).filter((part) => part.endsWith('> try'));
  t.deepEqual(parts, ['chat sandbox-small > try', 'chat sandbox-small > try']);
  const tries = gateway.receiver.spans().filter((span) => span.name === 'try');
  t.like(tries[0]?.attributes, { 'http.response.status_code': 503, 'error.type': '503' });
  t.like(tries[1]?.attributes, { 'http.response.status_code': 200 });

  await gateway.sandbox.misbehave('reset_before_first_byte', 2);
  const failed = await gateway.post('/chat/completions', chat);
  t.is(failed.status, 503);
  const own = await failed.span();
  t.true(own.hasFailed);
  t.like(own.attributes, { 'waybill.outcome': 'flag', 'error.type': 'upstream_outcome_unknown' });
  t.like(await attemptOf(gateway, failed), { hasFailed: true });
  t.is((await attemptOf(gateway, failed))?.attributes['error.type'], 'reset');
  const cut = await gateway.post('/chat/completions', {
    ...chat,
    stream: true,
    messages: [{ role: 'user', content: 'Hello [[sandbox: frames=20; cut_mid_stream; after_frames=5]]' }],
  });
  t.is((await attemptOf(gateway, cut))?.attributes['error.type'], 'reset', cut.text);
});
