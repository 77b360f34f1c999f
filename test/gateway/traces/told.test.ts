import test from 'ava';
import { plainPrices } from '../../_support/gateway.ts';
import { leakMatrixSaid, leakMatrixValues } from '../personal-data/leak-matrix.contract.ts';
import { startTracedGateway, type TracedGateway } from '../../_support/traced-gateway.ts';

// What is told of a trace, to whom, and what never is.

const chatOf = (content: string) => ({ model: 'light', messages: [{ role: 'user', content }], max_tokens: 100 });
const chat = chatOf('Where does every euro go?');
const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceparent = `00-${caller.trace}-${caller.span}-01`;

const smallTarget = {
  upstream: 'sandbox',
  model: 'sandbox-small',
  surfaces: ['chat_completions'],
  context_tokens_max: 10_000,
  output_tokens_max: 1_000,
  prices: plainPrices,
};

async function sentHeaders({ sandbox }: TracedGateway) {
  return (await sandbox.requests()).at(-1)?.headers ?? {};
}

test('no word, key or personal value is exported; kinds, counts and detector calls are', async (t) => {
  const gateway = await startTracedGateway(t, {
    tenant: { piiEnabled: true },
    top: { personal_data: { deadline_ms: 5_000 } },
  });
  const said = `Zanzibar is far. ${leakMatrixSaid}`;
  const headers = { 'idempotency-key': 'the key Okapi', 'x-of': 'Okapi', baggage: 'who=Okapi', cookie: 'a=Okapi' };
  const reply = await gateway.post('/chat/completions?of=Okapi', chatOf(said), headers);
  t.is(reply.status, 200, reply.text);
  await gateway.post('/chat/completions', { ...chatOf(said), stream: true });
  await gateway.post('/chat/completions', chatOf(`${said} [[sandbox: 500]]`));
  await gateway.post('/chat/completions', { ...chatOf(said), model: 'Okapi' });
  await gateway.post('/chat/completions', { ...chatOf(said), tool_choice: 'Okapi' });
  await gateway.post('/files/Okapi', said);
  const own = await reply.span();
  t.like(own.attributes, {
    'waybill.personal_data.PERSON': 1,
    'waybill.personal_data.IBAN': 1,
    'waybill.personal_data.EMAIL': 1,
    'waybill.personal_data.PHONE': 1,
  });
  const parts = gateway.receiver.tree(own);
  t.deepEqual(
    ['look_at_key', 'cast_pii', 'cast_pii > detect embedded', 'claim_key', 'record_answer'].filter(
      (part) => !parts.includes(part),
    ),
    [],
  );
  await gateway.stop();
  const told = gateway.receiver.bytes();
  const keys = [/wb_[A-Za-z0-9]{8}|sk-[A-Za-z0-9-]{8}/, /sandbox-upstream-key/];
  for (const key of keys) t.notRegex(told, key);
  const canaries = [...leakMatrixValues, 'Rossi', 'IT60X05', 'Zanzibar', 'Okapi', '[PERSON-', '[IBAN-'];
  t.deepEqual(
    canaries.filter((canary) => told.toLowerCase().includes(canary.toLowerCase())),
    [],
  );
});

test('a trace of a caller continues and reaches an upstream configured for it; baggage does not', async (t) => {
  const gateway = await startTracedGateway(t, { targets: { small: { ...smallTarget, trace_headers: 'pass' } } });
  const headers = { traceparent, tracestate: 'vendor=value', baggage: 'who=me' };
  const reply = await gateway.post('/chat/completions', chat, headers);
  const own = await reply.span();
  t.deepEqual([own.traceId, own.parentId], [caller.trace, caller.span]);
  const sent = await sentHeaders(gateway);
  const attempt = gateway.receiver.spans().find(({ name }) => name === 'chat sandbox-small');
  t.is(sent['traceparent'], `00-${caller.trace}-${attempt?.id}-01`);
  t.is(sent['tracestate'], 'vendor=value');
  t.is(sent['baggage'], undefined);

  await gateway.post('/chat/completions', { ...chat, model: 'advanced' }, headers);
  t.like(await sentHeaders(gateway), { traceparent: undefined, tracestate: undefined });
});

test('an invalid trace header starts no trace and fails no request', async (t) => {
  const gateway = await startTracedGateway(t);
  const hostile = [
    { traceparent: 'x'.repeat(8_000), tracestate: 'y'.repeat(4_000) },
    { traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01` },
    { traceparent: `ff-${caller.trace}-${caller.span}-01` },
    { traceparent: `${traceparent}, ${traceparent}` },
    { tracestate: 'a=b' },
    { b3: `${'y'.repeat(4_000)}-1` },
    { traceparent: `00-${caller.trace.toUpperCase()}-${caller.span}-01` },
  ];
  for (const headers of hostile) {
    const reply = await gateway.post('/chat/completions', chat, headers);
    t.is(reply.status, 200);
    const own = await reply.span();
    t.not(own.traceId, caller.trace);
    t.is(own.parentId, '');
  }
  const long = await gateway.post('/chat/completions', chat, { traceparent, tracestate: `a=${'y'.repeat(600)}` });
  t.is((await long.span()).traceId, caller.trace);
  t.false(gateway.receiver.bytes().includes('yyyy'));
});

test('a call of the judge is a span of its request, with the cost of choosing', async (t) => {
  const asking = {
    margin_max: 100,
    saving_factor_min: 0,
    answer_share_max: 1_000_000,
    selection_eur_max: '0.01',
    judge: 'judge',
    ask: 'llm',
  };
  const gateway = await startTracedGateway(t, { switchyard: asking });
  const reply = await gateway.post('/chat/completions', { ...chat, model: 'switchyard' });
  t.is(reply.status, 200, reply.text);
  const own = await reply.span();
  t.like(own.attributes, {
    'waybill.selection.strategy': 'llm',
    'waybill.selection.outcome': 'decided',
    'waybill.selection.cost_eur': reply.headers['x-waybill-selection-eur'],
  });
  const parts = gateway.receiver.tree(own);
  t.true(parts.includes('choose_route > ask_judge > POST sandbox > try'), parts.join('\n'));
});

test('spans that the sampler drops are not exported, even if the caller’s trace is sampled', async (t) => {
  const variables = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
  const gateway = await startTracedGateway(t, { variables });
  t.is((await gateway.post('/chat/completions', chat, { traceparent })).status, 200);
  const log = await gateway.stop();
  t.deepEqual(gateway.receiver.spans(), []);
  t.true(gateway.receiver.points().length > 0);
  t.true(log.includes(`"trace_id":"${caller.trace}"`));
});

test('a resource is named as the environment variables configure it', async (t) => {
  const variables = { OTEL_SERVICE_NAME: 'front', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=proof' };
  const gateway = await startTracedGateway(t, { variables });
  await (await gateway.post('/chat/completions', chat)).span();
  const { resource } = gateway.receiver;
  t.like(resource(), { 'service.name': 'front', 'deployment.environment.name': 'proof' });
  t.deepEqual(
    Object.keys(resource()).filter((name) => /^(host|process|os)\./.test(name)),
    [],
  );
});

const silent = {
  'the SDK is disabled': { OTEL_SDK_DISABLED: 'true' },
  'no endpoint is named': { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
};

for (const [when, variables] of Object.entries(silent)) {
  test(`nothing is exported if ${when}`, async (t) => {
    const gateway = await startTracedGateway(t, { variables });
    t.is((await gateway.post('/chat/completions', chat, { traceparent })).status, 200);
    const log = await gateway.stop();
    t.is(gateway.receiver.bytes(), '');
    t.false(log.includes('trace_id'));
  });
}

test('measurements are not exported if only traces have an endpoint', async (t) => {
  const gateway = await startTracedGateway(t, { tellsSpansAlone: true });
  await (await gateway.post('/chat/completions', chat)).span();
  const log = await gateway.stop();
  t.true(gateway.receiver.spans().length > 0);
  t.deepEqual(gateway.receiver.points(), []);
  // Nor to where the SDK would tell them by default.
  t.false(log.includes('traces_not_exported'), log);
});

test('an unavailable collector disturbs no request, and is logged once', async (t) => {
  const gateway = await startTracedGateway(t, { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  for (let round = 0; round < 20; round += 1) t.is((await gateway.post('/chat/completions', chat)).status, 200);
  const log = await gateway.stop();
  t.is(log.match(/traces_not_exported/g)?.length, 1);
  t.regex(log, /"reason":"[^"]+","complaints":1,"msg":"traces_not_exported"/);
});
