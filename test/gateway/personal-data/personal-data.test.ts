import { randomUUID } from 'node:crypto';
import test from 'ava';
import OpenAI, { APIError } from 'openai';
import type { PiiDetector } from '../../../src/ports/pii-detector.ts';
import type { Upstream } from '../../../src/ports/upstream.ts';
import { PiiEngineUnavailable, type PiiEngine } from '../../../src/ports/pii-engine.ts';
import { castingEngine } from '../../_support/casting-engine.ts';
import { httpCall } from '../../_support/http-call.ts';
import { listingDetector } from '../../_support/listing-detector.ts';
import type { TestTenant } from '../../_support/gateway.ts';
import { presidioFaults, startPresidio } from '../../_support/presidio-stand-in.ts';
import { serveGateway, type ServedGateway } from '../../_support/served-gateway.ts';
import { leakMatrixSaid as said, leakMatrixTarget } from './leak-matrix.contract.ts';

// What the gateway does for callers who need protection where a detector fails or casting has a defect, and what it leaves.

const policyOf = (tenantId: string) => ({
  scope_kind: 'tenant' as const,
  scope_id: tenantId,
  allowed_profiles: ['light'],
  default_profile: 'light',
  pii_required: true,
  max_request_eur: '1.000000000',
  allow_all_models: false,
});

function call({ baseUrl }: ServedGateway, { apiKey }: TestTenant, more: object) {
  const messages = [{ role: 'user', content: `Yesterday Okonkwo called me. ${said}` }];
  return httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages, ...more }),
  });
}

const faults: Readonly<Record<string, PiiDetector['detect']>> = {
  'that fails': () => Promise.reject(new Error('away')),
  'that never answers': () => new Promise(() => undefined),
  'that answers for fewer texts': async () => [],
  'that answers something else': async () => [{}] as never,
};
for (const [which, detect] of Object.entries(faults)) {
  test.serial(`with a detector ${which} nothing is sent and nothing is held`, async (t) => {
    const rules = listingDetector({ PERSON: ['Mario Rossi'] });
    const piiEngine = castingEngine([rules, { ...rules, name: 'faulty', detect }], { deadlineMs: 100 });
    const served = await serveGateway(t, { wrappers: { piiEngine } });
    const caller = await served.tenant({ piiEnabled: true });
    for (const stream of [false, true]) {
      const reply = await call(served, caller, { stream });
      t.is(reply.status, 503);
      t.regex(reply.text, /"pii_engine_unavailable"/);
      t.is(reply.headers['retry-after'], '30');
    }
    t.deepEqual(await served.sandbox.requests(), []);
    t.deepEqual(
      (await served.wallet(caller.walletId)).map(({ type }) => type),
      ['WalletOpened', 'WalletCredited'],
    );
  });
}

for (const fault of ['refused', 'missing language', ...presidioFaults] as const) {
  test.serial(`with a faulty Presidio nothing is sent and nothing is held: ${fault}`, async (t) => {
    const presidio = await startPresidio(t, { Okonkwo: 'PERSON' });
    const personal_data = { deadline_ms: 300, presidio: { url: presidio.url } };
    const served = await serveGateway(t, { config: { top: { personal_data } } });
    const caller = await served.tenant({ piiEnabled: true });
    if (fault === 'refused') await presidio.stop();
    else if (fault === 'missing language') presidio.supported = {};
    else presidio.fault = fault;
    for (const stream of [false, true]) {
      const reply = await call(served, caller, { stream });
      t.is(reply.status, 503, reply.text);
      t.regex(reply.text, /"pii_engine_unavailable"/);
      t.is(reply.headers['retry-after'], '30');
      t.notRegex(reply.text, /Rossi|Okonkwo/);
    }
    t.deepEqual(await served.sandbox.requests(), []);
    const events = await served.wallet(caller.walletId);
    t.deepEqual(
      events.map(({ type }) => type),
      ['WalletOpened', 'WalletCredited'],
    );
    const metrics = await httpCall(`${served.operations}/metrics`);
    t.regex(metrics.text, /detector_calls_total\{detector="presidio",outcome="failed"\} 2/);
    // Whoever needs no protection goes on.
    t.is((await call(served, await served.tenant(), {})).status, 200);
  });
}

test.serial(
  'an optional detector is skipped while it fails unless a policy requires it, and operators are notified',
  async (t) => {
    const presidio = await startPresidio(t, { Okonkwo: 'PERSON' });
    const personal_data = { languages: ['en'], presidio: { url: presidio.url, optional: true } };
    const served = await serveGateway(t, { config: { top: { personal_data } } });
    const tenantId = randomUUID();
    const policies = [{ ...policyOf(tenantId), pii_grades: { PERSON: 'B' as const } }];
    const [easy, strict] = [await served.tenant({ piiEnabled: true }), await served.tenant({ tenantId, policies })];
    const notices = async () => (await httpCall(`${served.operations}/readyz`)).text;
    const missing = async () =>
      /languages_missing (\d)/.exec((await httpCall(`${served.operations}/metrics`)).text)?.[1];
    t.notRegex(await notices(), /Presidio/);
    t.is(await missing(), '0');
    t.is((await call(served, strict, {})).status, 200);
    t.notRegex((await served.sandbox.requests()).map(({ body_text }) => body_text).join(''), /Okonkwo|Rossi/);
    await presidio.stop();
    for (let time = 0; time < 3; time++) t.is((await call(served, easy, {})).status, 200);
    t.is((await call(served, strict, {})).status, 503);
    t.regex(await notices(), /"personal_data: Presidio does not answer for en"/);
    t.is(await missing(), '1');
  },
);

test.serial(
  'a request is refused and nothing is sent if no detector reaches the grade that its policy requires',
  async (t) => {
    const served = await serveGateway(t, { config: { top: { personal_data: {} } } });
    const tenantId = randomUUID();
    const policy = { ...policyOf(tenantId), pii_grades: { PERSON: 'A' as const } };
    const caller = await served.tenant({ tenantId, policies: [policy] });
    const client = served.client(caller.apiKey);
    const request = { model: 'light', messages: [{ role: 'user' as const, content: said }] };
    const refused = await t.throwsAsync(client.chat.completions.create(request), { instanceOf: APIError });
    t.is(refused.code, 'pii_engine_unavailable');
    t.deepEqual(await served.sandbox.requests(), []);
  },
);

test.serial(
  'personal data that casting missed is detected before it is sent: the hold is released and the finding counted',
  async (t) => {
    const engine = castingEngine([listingDetector({ PERSON: ['Mario Rossi'] })]);
    const piiEngine = {
      ...engine,
      cast: async (...asked: Parameters<typeof engine.cast>) => {
        const conversation = await engine.cast(...asked);
        return { ...conversation, texts: asked[0].texts.map(({ text }) => text) };
      },
    };
    const served = await serveGateway(t, { wrappers: { piiEngine } });
    const caller = await served.tenant({ piiEnabled: true });
    const client = new OpenAI({ apiKey: caller.apiKey, baseURL: served.baseUrl, maxRetries: 0 });
    const request = { model: 'light', messages: [{ role: 'user' as const, content: said }] };
    t.is(
      (await t.throwsAsync(client.chat.completions.create(request), { instanceOf: APIError })).code,
      'pii_engine_unavailable',
    );
    t.deepEqual(await served.sandbox.requests(), []);
    t.like((await served.wallet(caller.walletId)).at(-1), { type: 'ReservationReleased' });
    const metrics = await httpCall(`${served.operations}/metrics`);
    t.regex(metrics.text, /waybill_personal_data_left_total\{kind="PERSON"\} 1/);
  },
);

/** An engine that puts nothing back, as when no thread is free in time. */
function forgetfulEngine(): PiiEngine {
  const engine = castingEngine([listingDetector({ PERSON: ['Mario Rossi'] })]);
  const restore = (): never => {
    throw new PiiEngineUnavailable('no thread was free in time');
  };
  return { ...engine, cast: async (asked) => ({ ...(await engine.cast(asked)), restore }) };
}

test.serial('an answer that cannot be restored is charged as counted, and is no defect', async (t) => {
  const wrappers = { piiEngine: forgetfulEngine() };
  const served = await serveGateway(t, { config: { target: leakMatrixTarget }, wrappers });
  const { apiKey, walletId } = await served.tenant({ piiEnabled: true });
  const bodies = {
    '/chat/completions': { messages: [{ role: 'user', content: said }] },
    '/responses': { input: said },
    '/messages': { max_tokens: 9, messages: [{ role: 'user', content: said }] },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const reply = await httpCall(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, model: 'light' }),
    });
    t.is(reply.status, 503);
    t.regex(reply.text, /"pii_engine_unavailable"/);
    t.notRegex(reply.text, /Rossi|PERSON|"server_error"/);
    t.is(reply.headers['x-should-retry'], 'false');
    t.like((await served.wallet(walletId)).at(-1), { type: 'ReservationSettled' }, path);
  }
});

test.serial('a refusal that cannot be restored is told without its words, and costs nothing', async (t) => {
  const refusal = Buffer.from(JSON.stringify({ error: { message: `Who is that: ${said}`, code: 'bad' } }));
  const wrapUpstream = (): Upstream => ({
    send: async () => {
      const body = (async function* () {
        yield refusal;
      })();
      return { status: 400, headers: { 'content-type': 'application/json' }, body };
    },
  });
  const served = await serveGateway(t, { wrappers: { piiEngine: forgetfulEngine(), wrapUpstream } });
  const caller = await served.tenant({ piiEnabled: true });
  const reply = await call(served, caller, {});
  t.is(reply.status, 400, reply.text);
  t.notRegex(reply.text, /Rossi|PERSON|Who is that/);
  t.like((await served.wallet(caller.walletId)).at(-1), { type: 'ReservationReleased' });
});

test.serial('a response whose mapping cannot be read is not continued, and nothing is sent', async (t) => {
  const engine = castingEngine([listingDetector({ PERSON: ['Mario Rossi'] })]);
  const piiEngine: PiiEngine = {
    ...engine,
    cast: async (asked) => {
      const conversation = await engine.cast(asked);
      return { ...conversation, mapping: asked.earlier.length === 0 ? '{"v":0}' : conversation.mapping };
    },
  };
  const served = await serveGateway(t, { config: { target: leakMatrixTarget }, wrappers: { piiEngine } });
  const { apiKey, walletId } = await served.tenant({ piiEnabled: true });
  const { responses } = served.client(apiKey);
  const { id } = await responses.create({ model: 'light', input: said });
  const [sent, events] = [await served.sandbox.requests(), await served.wallet(walletId)];
  for (const stream of [false, true]) {
    const asked = { model: 'light', input: 'Who am I?', previous_response_id: id };
    const call = async () => (stream ? await responses.stream(asked).finalResponse() : await responses.create(asked));
    const refused = await t.throwsAsync(call, { instanceOf: APIError });
    t.is(refused.status, 409);
    t.is(refused.code, 'context_incompatible');
    t.notRegex(refused.message, /Rossi|PERSON/);
  }
  // Nor is its input shown with placeholders.
  const shown = await t.throwsAsync(async () => responses.inputItems.list(id), { instanceOf: APIError });
  t.is(shown.code, 'pii_engine_unavailable');
  t.is((await served.sandbox.requests()).length, sent.length);
  t.is((await served.wallet(walletId)).length, events.length);
});

test.serial(
  'deleting a stored answer deletes its mapping: it is not continued, and its placeholders are not used again',
  async (t) => {
    const served = await serveGateway(t, { config: { target: leakMatrixTarget, top: { personal_data: {} } } });
    const { apiKey } = await served.tenant({ piiEnabled: true });
    const { responses } = served.client(apiKey);
    const { id } = await responses.create({ model: 'light', input: said });
    await responses.delete(id);
    const asked = { model: 'light', input: 'Who am I?', previous_response_id: id };
    const gone = await t.throwsAsync(async () => responses.create(asked), { instanceOf: APIError });
    t.is(gone.code, 'previous_response_not_found');
    // A conversation of its own has other placeholders: those of the one that is gone stand for nobody.
    const placeholder = /PERSON-\w+/;
    const before = (await served.sandbox.requests()).map(({ body_text: text }) => placeholder.exec(text)?.[0]);
    await responses.create({ model: 'light', input: said });
    const after = (await served.sandbox.requests()).at(-1)?.body_text ?? '';
    t.not(placeholder.exec(after)?.[0], before.at(-1));
  },
);
