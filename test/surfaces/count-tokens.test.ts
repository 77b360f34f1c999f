import test from 'ava';
import type { Upstream } from '../../src/ports/upstream.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { allProfiles, messagesGateway, newClient, oldClient, postMessages } from '../_support/messages-gateway.ts';
import { HELLO } from '../_support/sandbox-post.ts';
import { serveGateway } from '../_support/served-gateway.ts';

const gateway = messagesGateway();
test.after.always(gateway.end);

const hello = { model: 'light', messages: [{ role: 'user' as const, content: HELLO }] };
const counting = { path: '/count_tokens' };

test('both clients get the upstream’s token count without charge', async (t) => {
  const served = await gateway.start();
  const { apiKey, walletId } = await served.tenant();
  for (const client of [newClient(served, apiKey), oldClient(served, apiKey)]) {
    const { data, response } = await client.messages.countTokens(hello).withResponse();
    t.deepEqual(data, { input_tokens: 8 });
    t.is(response.headers.get('x-waybill-reservation'), null);
    t.is(response.headers.get('x-waybill-cost-eur'), null);
    t.is(response.headers.get('x-waybill-estimate'), null);
  }
  t.deepEqual((await walletSight(served.log, walletId)).reservations, []);
  const sent = JSON.stringify({ ...hello, model: 'sandbox-small' });
  const received = (await served.sandbox.requests()).find(({ body_text }) => body_text === sent);
  t.is(received?.url, '/v1/messages/count_tokens');
  t.is(received?.headers['x-waybill-reservation'], undefined);
  const { totals, entries } = await served.sandbox.billingRecords();
  t.is(totals['count_tokens']?.['sandbox-small']?.charged, 0);
  t.true(entries.every(({ surface, state }) => surface !== 'count_tokens' || state === 'not_charged'));
});

test('count_tokens reads, casts and forwards nothing for an empty wallet', async (t) => {
  const served = await gateway.start();
  const empty = await served.tenant({ creditEur: '0' });
  const words = 'Nobody pays for these words.';
  // The second is no body of any protocol: the wallet is judged before it.
  for (const body of [{ ...hello, messages: [{ role: 'user', content: words }] }, { model: [words] }]) {
    const reply = await postMessages(served, empty, body, counting);
    t.is(reply.status, 402, reply.text);
  }
  const requests = await served.sandbox.requests();
  t.false(requests.some(({ body_text: text }) => text.includes(words)));
});

test('nothing is cast or forwarded for an empty wallet though another model of the surface is free', async (t) => {
  const surfaces = ['chat_completions', 'messages', 'responses'];
  const prices = { id: 'free', version: '1', eur_per_million_tokens: { input: '0', output: '0' } };
  const small = { upstream: 'sandbox', model: 'sandbox-small', context_tokens_max: 10_000, output_tokens_max: 1_000 };
  const served = await serveGateway(t, {
    config: {
      target: { surfaces },
      targets: { free: { ...small, surfaces, prices } },
      profiles: { free: { targets: ['free'] }, either: { targets: ['small', 'free'] } },
    },
  });
  const profiles = ['light', 'free', 'either'];
  const empty = await served.tenant({ creditEur: '0', profiles });
  // There is no engine: 503 for whoever comes as far as casting.
  const castEmpty = await served.tenant({ creditEur: '0', profiles, piiEnabled: true });
  const ask = (path: string, { apiKey }: TestTenant, model: string) =>
    httpCall(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        path.startsWith('/responses') ? { model, input: HELLO } : { ...hello, model, max_tokens: 9 },
      ),
    });
  for (const path of ['/messages/count_tokens', '/responses/input_tokens', '/responses/compact', '/chat/completions']) {
    for (const caller of [empty, castEmpty]) {
      const refused = await ask(path, caller, 'light');
      t.is(refused.status, 402, `${path}: ${refused.text}`);
    }
    t.is((await ask(path, castEmpty, 'free')).status, 503, path);
  }
  t.deepEqual(await served.sandbox.requests(), []);
  for (const model of ['free', 'either']) t.is((await ask('/messages', empty, model)).status, 200, model);
});

test('count_tokens sends the body that an inference would send', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant({ profiles: allProfiles });
  const reply = await postMessages(
    served,
    caller,
    { ...hello, model: 'thinker', reasoning_effort: 'low' },
    { path: '/count_tokens?beta=true' },
  );
  t.is(reply.status, 200);
  const requests = await served.sandbox.requests();
  const received = requests.find(({ url }) => url === '/v1/messages/count_tokens?beta=true');
  t.deepEqual(JSON.parse(received?.body_text ?? ''), {
    ...hello,
    model: 'sandbox-small',
    thinking: { type: 'adaptive' },
    output_config: { effort: 'low' },
  });
});

test('`stream: false` is not forwarded by count_tokens, and `stream: true` is refused', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant();
  for (const stream of [false, null]) {
    const reply = await postMessages(served, caller, { stream, ...hello }, counting);
    t.deepEqual(JSON.parse(reply.text), { input_tokens: 8 });
  }
  const refused = await postMessages(served, caller, { ...hello, stream: true }, counting);
  t.is(refused.status, 400);
  t.like(JSON.parse(refused.text), { type: 'error', error: { code: 'invalid_value', param: 'stream' } });
});

test('count_tokens refuses what an inference would refuse', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant();
  const asked = async (body: object | string, apiKey = caller.apiKey) => {
    const { status, text } = await postMessages(served, { apiKey }, body, counting);
    const { error } = JSON.parse(text) as { error: { type: string; code: string } };
    return [status, error.type, error.code];
  };
  t.deepEqual(await asked(hello, 'wrong'), [401, 'authentication_error', 'invalid_api_key']);
  t.deepEqual(await asked({ ...hello, model: 'thinker' }), [403, 'permission_error', 'profile_not_authorised']);
  t.deepEqual(await asked({ model: 'light' }), [400, 'invalid_request_error', 'invalid_value']);
  t.deepEqual(await asked('{'), [400, 'invalid_request_error', 'malformed_json']);
  t.deepEqual(await asked({ ...hello, thread: {} }), [400, 'invalid_request_error', 'unsupported_parameter']);
  const web = { type: 'web_search_20250305', name: 'web_search' };
  t.deepEqual(await asked({ ...hello, tools: [web] }), [400, 'invalid_request_error', 'tool_not_priced']);
});

test('count_tokens refuses a person who needs protection if there is no engine', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant({ piiEnabled: true });
  const { status, text } = await postMessages(served, caller, { ...hello, system: 'canary' }, counting);
  t.is(status, 503);
  t.regex(text, /"pii_engine_unavailable"/);
  t.false((await served.sandbox.requests()).some(({ body_text }) => body_text.includes('canary')));
});

test('an upstream that does not count is estimated, and the answer says so', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant({ profiles: allProfiles });
  const body = JSON.stringify({ ...hello, model: 'mute' });
  const { status, headers, text } = await postMessages(served, caller, body, counting);
  t.is(status, 200);
  t.is(headers['x-waybill-estimate'], 'true');
  t.deepEqual(JSON.parse(text), { input_tokens: Math.ceil(body.length / 4) });
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'eA==' } };
  const seen = { model: 'mute', messages: [{ role: 'user', content: [image] }] };
  const refused = await postMessages(served, caller, seen, counting);
  t.is(refused.status, 503);
  t.is(refused.headers['x-should-retry'], 'false');
  t.regex(refused.text, /"token_count_unavailable"/);
});

test('a failure of the upstream is reported with its own code, and leaves no reservation', async (t) => {
  const served = await gateway.start();
  const { apiKey, walletId } = await served.tenant();
  for (const [directive, status, code] of [
    ['400', 400, 'upstream_refused'],
    ['429', 429, 'upstream_rate_limited'],
    ['529', 503, 'upstream_unavailable'],
    ['500', 503, 'upstream_unavailable'],
    ['html', 503, 'upstream_unavailable'],
    ['reset_before_first_byte', 503, 'upstream_unavailable'],
    ['cut_mid_stream', 503, 'upstream_unavailable'],
  ] as const) {
    const messages = [{ role: 'user', content: `Hi [[sandbox: ${directive}]]` }];
    const reply = await postMessages(served, { apiKey }, { model: 'light', messages }, counting);
    t.is(reply.status, status, directive);
    const { error } = JSON.parse(reply.text) as { error: { code: string } };
    t.is(error.code, code, directive);
  }
  t.deepEqual((await walletSight(served.log, walletId)).reservations, []);
});

test('a defect of the gateway is not blamed on the upstream', async (t) => {
  const wrapUpstream = (): Upstream => ({ send: () => Promise.reject(new Error('a defect')) });
  const served = await serveGateway(t, {
    config: { target: { surfaces: ['messages'] } },
    wrappers: { wrapUpstream },
  });
  const reply = await postMessages(served, await served.tenant(), hello, counting);
  t.is(reply.status, 500);
  t.regex(reply.text, /"internal_error"/);
});
