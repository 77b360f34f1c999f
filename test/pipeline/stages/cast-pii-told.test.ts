import test, { type ExecutionContext } from 'ava';
import { castingEngine } from '../../_support/casting-engine.ts';
import { httpCall } from '../../_support/http-call.ts';
import { listingDetector } from '../../_support/listing-detector.ts';
import { serveGateway } from '../../_support/served-gateway.ts';

// `x-waybill-pii`: whoever is answered reads that the request was cast, also in errors and in answers that are given again.

const cast = 'cast; PERSON=2';
const names = listingDetector({ PERSON: ['Ada Lovelace', 'Zoë'] });

async function caller(t: ExecutionContext, creditEur = '10', piiEnabled = true) {
  const served = await serveGateway(t, { wrappers: { piiEngine: castingEngine([names]) } });
  const { apiKey } = await served.tenant({ piiEnabled, creditEur });
  return (content: string, { key, ...more }: { key?: string; stream?: boolean; max_tokens?: number } = {}) =>
    httpCall(`${served.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content }], ...more }),
    });
}

for (const stream of [false, true]) {
  test(`a replayed answer says what was cast, ${stream ? 'streamed' : 'whole'}`, async (t) => {
    const ask = await caller(t);
    const [first, again] = [
      await ask('Ada Lovelace, Zoë', { key: 'once', stream }),
      await ask('Ada Lovelace, Zoë', { key: 'once', stream }),
    ];
    t.is(first.headers['x-waybill-pii'], cast);
    t.is(again.headers['idempotent-replayed'], 'true');
    t.is(again.headers['x-waybill-pii'], cast);
    t.is(again.text, first.text);
    t.regex(again.text, /Zoë/);
  });
}

const errors = {
  'that the upstream refused': ['[[sandbox: 400]]', 400, {}],
  'that the upstream failed at': ['[[sandbox: 500]]', 503, {}],
} as const;
for (const [which, [directive, status, more]] of Object.entries(errors)) {
  test(`an error says that its request was cast: a request ${which}`, async (t) => {
    const ask = await caller(t);
    const reply = await ask(`Ada Lovelace, Zoë ${directive}`, more);
    t.is(reply.status, status, reply.text);
    t.is(reply.headers['x-waybill-pii'], cast);
  });
}

test('an error says that its request was cast: a request that is too dear', async (t) => {
  const ask = await caller(t, '0.000100000');
  const reply = await ask('Ada Lovelace, Zoë', { max_tokens: 1_000 });
  t.is(reply.status, 402, reply.text);
  t.is(reply.headers['x-waybill-pii'], cast);
});

test('a caller who is not protected reads so: whole, streamed, replayed and refused', async (t) => {
  const ask = await caller(t, '10', false);
  const told = async (content: string, more: Parameters<typeof ask>[1] = {}) => {
    const { headers, status } = await ask(content, more);
    return [status, headers['x-waybill-pii']];
  };
  for (const stream of [false, true]) {
    const keyed = { key: `once-${stream}`, stream };
    t.deepEqual(await told('Ada Lovelace', keyed), [200, 'off']);
    t.deepEqual(await told('Ada Lovelace', keyed), [200, 'off']);
  }
  for (const { 0: directive, 1: status } of Object.values(errors)) {
    t.deepEqual(await told(`Ada Lovelace ${directive}`), [status, 'off']);
  }
});

test('an answer without findings says that its request was inspected', async (t) => {
  const ask = await caller(t);
  t.is((await ask('nobody')).headers['x-waybill-pii'], 'cast');
});
