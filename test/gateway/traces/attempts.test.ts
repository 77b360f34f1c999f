// What a collector is told of requests whose first target fails: sound, forms and files as much as words.
import test, { type ExecutionContext } from 'ava';
import { poolConfig } from '../../_support/failing-over-scene.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway } from '../../_support/gateway.ts';
import { audioPrices } from '../../_support/sandbox-bill.ts';
import { startSandbox } from '../../_support/sandbox.ts';
import { startTraceReceiver, tracingTo } from '../../_support/trace-receiver.ts';

const surfaces = ['chat_completions', 'audio_speech', 'audio_transcriptions', 'audio_translations'];
const sound = { surfaces, prices: audioPrices };

async function startScene(t: ExecutionContext) {
  const [first, second, receiver] = [await startSandbox(t), await startSandbox(t), await startTraceReceiver(t)];
  const config = poolConfig(
    { first, second },
    { first: sound, second: sound, top: { files: { openai: { upstream: 'sandbox' } } } },
  );
  const environment = { ...environmentFor(dataDirectory(t), config), ...tracingTo(receiver) };
  const { apiKey } = await seedTenant(environment, { allowAllModels: true });
  const gateway = await spawnGateway(t, environment);
  const post = async (path: string, body: string | FormData) => {
    const answer = await fetch(`${gateway.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    });
    await answer.arrayBuffer();
    const span = await receiver.request(answer.headers.get('x-request-id') ?? '');
    const below = receiver
      .spans()
      .filter(({ traceId, name, kind }) => traceId === span.traceId && kind === 3 && name !== 'try');
    return { answer, span, tree: receiver.tree(span), below };
  };
  return { first, second, receiver, post };
}

function form(more: Readonly<Record<string, string>>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  body.set('file', new Blob([Buffer.alloc(40_000, 7)]), 'said.mp3');
  return body;
}

const requests = {
  '/chat/completions': {
    body: () => JSON.stringify({ model: 'light', max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }] }),
    operation: 'chat',
  },
  '/audio/speech': {
    body: () => JSON.stringify({ model: 'light', input: 'say it', voice: 'alloy' }),
    operation: 'text_to_speech',
  },
  '/audio/transcriptions': { body: () => form({ model: 'light' }), operation: 'transcription' },
  '/audio/translations': { body: () => form({ model: 'light' }), operation: 'translation' },
} as const;

test('each attempt is a span of its own, also on surfaces of sound, and the last is the one that served', async (t) => {
  const { first, post } = await startScene(t);
  for (const [path, { body, operation }] of Object.entries(requests)) {
    await first.misbehave('503');
    const { answer, span, tree, below } = await post(path, body());
    t.is(answer.status, 200, path);
    t.is(answer.headers.get('x-waybill-attempts'), '2');
    t.deepEqual(
      tree.filter((part) => part.includes('sandbox-')),
      ['first', 'second'].flatMap((name) => [`${operation} sandbox-${name}`, `${operation} sandbox-${name} > try`]),
      path,
    );
    t.is(span.attributes['waybill.target'], 'spare');
    const [failed, served] = below;
    t.like(failed, { hasFailed: true });
    t.like(failed?.attributes, { 'waybill.target': 'small', 'http.response.status_code': 503, 'error.type': '503' });
    t.like(served?.attributes, { 'waybill.target': 'spare', 'http.response.status_code': 200 });
    t.is(failed?.attributes['waybill.billing_reference'], span.attributes['waybill.reservation_id']);
    t.not(served?.attributes['waybill.billing_reference'], failed?.attributes['waybill.billing_reference']);
  }
});

test('an upload is a span with its upstream request as a child, and without its content or name', async (t) => {
  const { receiver, post } = await startScene(t);
  const { answer, span, below } = await post('/files', form({ purpose: 'user_data' }));
  t.is(answer.status, 200);
  t.is(span.name, 'POST /v1/files');
  t.like(span.attributes, { 'http.route': '/v1/files', 'http.response.status_code': 200 });
  t.is(below.length, 1);
  t.like(below[0]?.attributes, { 'waybill.upstream': 'sandbox', 'http.response.status_code': 200 });
  t.notRegex(JSON.stringify(receiver.spans()), /said\.mp3|file-sandbox/);
});
