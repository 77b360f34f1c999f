import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createOpenTelemetryTracing } from '../../src/adapters/opentelemetry-tracing.ts';
import type { InferenceFacts, RequestFacts } from '../../src/ports/telemetry.ts';
import { UpstreamFailure, type Upstream, type UpstreamRequest } from '../../src/ports/upstream.ts';
import { startTraceReceiver, tracingTo } from '../_support/trace-receiver.ts';
import { usage } from '../_support/usage.ts';

// One SDK a process, so one test at a time. What a whole gateway tells is in test/gateway/traces.

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const ended: RequestFacts = {
  requestId: 'req_1',
  method: 'POST',
  route: '/v1/chat/completions',
  status: 200,
  isComplete: true,
  reservationId: null,
  refusal: null,
  milliseconds: 1,
};

const inference: InferenceFacts = {
  surface: 'chat_completions',
  profile: 'light',
  target: 'small',
  upstream: 'there',
  outcome: 'settle',
  isRecorded: true,
  isEstimate: false,
  cost: 11_000n,
  usage: usage({ input_tokens: 3, output_tokens: 4 }),
};

const request: UpstreamRequest = {
  upstream: 'there',
  path: '/chat/completions',
  headers: { accept: 'application/json' },
  body: Buffer.from('{}'),
  reservationId: 'r-1',
  work: { surface: 'chat_completions', target: 'small', model: 'small-1', isStreamed: true, passesTrace: true },
  signal: new AbortController().signal,
};

async function scene(t: ExecutionContext, variables: Record<string, string> = {}) {
  const receiver = await startTraceReceiver(t);
  Object.assign(process.env, tracingTo(receiver), variables);
  const tracing = createOpenTelemetryTracing({
    exportsSpans: true,
    exportsMetrics: true,
    hasDetectors: false,
    onComplaint: (what) => t.log(what),
  });
  const open = (headers: Record<string, string> = {}) =>
    tracing.open({ requestId: 'req_1', method: 'POST', path: '/v1/chat/completions', headers });
  const told = async () => {
    await tracing[Symbol.asyncDispose]();
    return receiver;
  };
  return { tracing, open, told };
}

/** An upstream that answers by these steps, and notes what it was sent. */
function answering(
  ...answers: readonly (() => AsyncIterable<Buffer>)[]
): Upstream & { readonly sent: UpstreamRequest[] } {
  const sent: UpstreamRequest[] = [];
  return {
    sent,
    send: async (asked) => {
      sent.push(asked);
      const body = answers[sent.length - 1]?.();
      if (body === undefined) throw new UpstreamFailure('connect', 'not_sent');
      return { status: 200, headers: {}, body };
    },
  };
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    await nextTurn();
    yield Buffer.from(text);
  }
}

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of body) text += piece.toString();
  return text;
}

test.serial('a failed stage records the kind of its error, and not its message', async (t) => {
  const { tracing, open, told } = await scene(t);
  const trace = open();
  const failing = trace.run(() =>
    tracing.stage('reserve', async () => {
      throw new RangeError('Okapi', { cause: new Error('Okapi') });
    }),
  );
  await t.throwsAsync(failing, { message: 'Okapi' });
  trace.end(ended);
  const receiver = await told();
  t.is(receiver.spans().find(({ name }) => name === 'reserve')?.attributes['error.type'], 'RangeError');
  t.false(receiver.bytes().includes('Okapi'));
});

test.serial('an upstream request carries the trace, and no other header of the caller', async (t) => {
  const { tracing, open, told } = await scene(t);
  const upstream = answering(
    () => pieces('a'),
    () => pieces('a'),
  );
  const watched = tracing.watchUpstream(upstream, new Map());
  const trace = open({ traceparent, tracestate: 'a=b', baggage: 'who=Okapi', cookie: 'Okapi' });
  await trace.run(async () => {
    await read((await watched.send(request)).body);
    const work = { ...request.work, passesTrace: false } as NonNullable<UpstreamRequest['work']>;
    await read((await watched.send({ ...request, work })).body);
  });
  trace.end(ended);
  t.deepEqual(Object.keys(upstream.sent[0]?.headers ?? {}), ['accept', 'traceparent', 'tracestate']);
  t.deepEqual(upstream.sent[1]?.headers, request.headers);
  const receiver = await told();
  t.false(receiver.bytes().includes('Okapi'));
});

test.serial('the cost is recorded on the request of the upstream that answered last', async (t) => {
  const { tracing, open, told } = await scene(t);
  const broken = async function* () {
    yield* pieces('a');
    throw new UpstreamFailure('reset', 'unknown');
  };
  const watched = tracing.watchUpstream(
    answering(broken, () => pieces('one', 'two')),
    new Map(),
  );
  const trace = open();
  await trace.run(async () => {
    await t.throwsAsync(read((await watched.send(request)).body), { instanceOf: UpstreamFailure });
    t.is(await read((await watched.send(request)).body), 'onetwo');
    tracing.telemetry.inferenceEnded(inference);
    await t.throwsAsync(watched.send(request), { instanceOf: UpstreamFailure });
  });
  trace.end(ended);
  const receiver = await told();
  const attempts = receiver.spans().filter(({ kind }) => kind === 3);
  t.deepEqual(
    attempts.map(({ attributes }) => [attributes['error.type'], attributes['gen_ai.usage.output_tokens']]),
    [
      ['reset', undefined],
      [undefined, 4],
      ['connect', undefined],
    ],
  );
  t.is(receiver.spans().find(({ kind }) => kind === 2)?.attributes['waybill.cost_eur'], '0.000011000');
});

test.serial('an answer that is given up, or has no cost, is recorded', async (t) => {
  const { tracing, open, told } = await scene(t);
  const watched = tracing.watchUpstream(
    answering(
      () => pieces('a', 'b'),
      () => pieces('a'),
    ),
    new Map(),
  );
  const trace = open();
  await trace.run(async () => {
    for await (const _ of (await watched.send(request)).body) break;
    await watched.send(request);
  });
  trace.end(ended);
  const receiver = await told();
  t.is(receiver.spans().filter(({ kind }) => kind === 3).length, 2);
});

test.serial(
  'work without a request has spans of its own, and log lines carry the ids of the running work',
  async (t) => {
    const { tracing, open, told } = await scene(t);
    const watched = tracing.watchUpstream(
      answering(() => pieces('a')),
      new Map(),
    );
    t.deepEqual(tracing.logIds(), {});
    const { work: _, ...bare } = request;
    t.is(await read((await watched.send({ ...bare, path: '/files/Okapi', method: 'GET' })).body), 'a');
    tracing.telemetry.inferenceEnded(inference);
    const trace = open({ traceparent });
    t.is(
      trace.run(() => tracing.logIds()['trace_id']),
      '0af7651916cd43dd8448eb211c80319c',
    );
    trace.end(ended);
    const receiver = await told();
    t.is(receiver.spans().find(({ kind }) => kind === 3)?.name, 'GET there');
    t.false(receiver.bytes().includes('Okapi'));
  },
);

test.serial('an attempt is recorded with its duration and its outcome', async (t) => {
  const { tracing, open, told } = await scene(t);
  const trace = open();
  const failure = new UpstreamFailure('connect', 'not_sent', { cause: new Error('Okapi') });
  const first = { upstream: 'there', status: null, failure, durationMs: 40 };
  trace.run(() => {
    tracing.tried(first);
    tracing.tried({ ...first, status: 429, failure: null });
  });
  trace.end(ended);
  const receiver = await told();
  const tries = receiver.spans().filter(({ name }) => name === 'try');
  t.is(tries.length, 2);
  // Spans are told in no certain order.
  const other = tries.find(({ attributes }) => 'http.response.status_code' in attributes);
  const one = tries.find((span) => span !== other);
  t.deepEqual(one?.attributes, {
    'waybill.upstream': 'there',
    'waybill.upstream_outcome': 'not_sent',
    'error.type': 'connect',
  });
  t.deepEqual(other?.attributes, {
    'waybill.upstream': 'there',
    'http.response.status_code': 429,
    'error.type': '429',
  });
  t.true(Math.abs((one?.milliseconds ?? 0) - 40) < 1);
  t.true(one?.hasFailed === true && other?.hasFailed === true);
  t.false(receiver.bytes().includes('Okapi'));
});
