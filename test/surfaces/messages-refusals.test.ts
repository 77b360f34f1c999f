import { BadRequestError, PaymentRequiredError, PermissionDeniedError } from '@anthropic-ai/sdk';
import test from 'ava';
import { walletSight } from '../_support/ledger-view.ts';
import { allProfiles, messagesGateway, newClient, postMessages } from '../_support/messages-gateway.ts';
import { heldTokens } from '../_support/held-tokens.ts';

// Refusals before the hold: in the dialect, with nothing held and nothing forwarded.

const gateway = messagesGateway();
test.after.always(gateway.end);

const hello = { model: 'light', max_tokens: 50, messages: [{ role: 'user' as const, content: 'canary' }] };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'eA==' } };

for (const [title, more, status, code, param] of [
  ['no output limit', { max_tokens: undefined }, 400, 'invalid_value', 'max_tokens'],
  ['a thread', { thread: { type: 'create' } }, 400, 'unsupported_parameter', 'thread'],
  ['a container', { container: 'container_1' }, 400, 'unsupported_parameter', 'container'],
  ['servers of tools', { mcp_servers: [{ url: 'https://x.test' }] }, 400, 'unsupported_parameter', 'mcp_servers'],
  ['other models to fall back to', { fallbacks: [{ model: 'x' }] }, 400, 'unsupported_parameter', 'fallbacks'],
  ['a region', { inference_geo: 'us' }, 400, 'unsupported_parameter', 'inference_geo'],
  ['a web search', { tools: [{ type: 'web_search_20250305', name: 's' }] }, 400, 'tool_not_priced', 'tools[0]'],
  ['a machine', { tools: [{ type: 'code_execution_20260521', name: 'c' }] }, 400, 'tool_not_priced', 'tools[0]'],
  ['a tier without a price', { service_tier: 'priority' }, 400, 'service_tier_not_priced', 'service_tier'],
  ['a speed without a price', { speed: 'fast' }, 400, 'service_tier_not_priced', 'service_tier'],
  ['a model that is not allowed', { model: 'thinker' }, 403, 'profile_not_authorised', 'model'],
  ['more than the wallet holds', { messages: [{ role: 'user', content: [image] }] }, 402, 'insufficient_credit', null],
] as const) {
  test(`${title} is refused: ${status} ${code}`, async (t) => {
    const served = await gateway.start();
    const caller = await served.tenant({ creditEur: '0.005' });
    const body = { ...hello, ...more, system: `canary of ${title}` };
    const reply = await postMessages(served, caller, body);
    t.is(reply.status, status);
    t.regex(String(reply.headers['content-type']), /^application\/json/);
    const told = JSON.parse(reply.text) as { type: string; error: Record<string, unknown>; request_id: string };
    t.is(told.type, 'error');
    t.like(told.error, { code, param });
    t.is(told.request_id, String(reply.headers['request-id']));
    t.false(reply.text.includes('canary'));
    t.deepEqual((await walletSight(served.log, caller.walletId)).reservations, []);
    const received = await served.sandbox.requests();
    t.false(received.some(({ body_text }) => body_text.includes(body.system)));

    const expected = { 400: BadRequestError, 402: PaymentRequiredError, 403: PermissionDeniedError }[status];
    // Bodies that the client's types forbid.
    const asked = newClient(served, caller.apiKey).messages.create(body as never);
    await t.throwsAsync(asked, { instanceOf: expected });
  });
}

test('content that is not text is held for by the context window', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant();
  const messages = [{ role: 'user', content: [image, { type: 'text', text: 'What is it?' }] }];
  t.is((await postMessages(served, caller, { ...hello, messages })).status, 200);
  const [reservation] = (await walletSight(served.log, caller.walletId)).reservations;
  t.is(reservation?.reserved.input_tokens_max, 10_000);
});

test('a request with a compaction holds twice its input and twice its output', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant();
  const body = { ...hello, compaction: { type: 'summarize' } };
  t.is((await postMessages(served, caller, body)).status, 200);
  const [reservation] = (await walletSight(served.log, caller.walletId)).reservations;
  t.is(reservation?.reserved.input_tokens_max, 2 * heldTokens(body));
  t.is(reservation?.reserved.output_tokens_max, 2 * hello.max_tokens);
});

test('a cache can be filled with no output at all', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant({ profiles: allProfiles });
  const reply = await postMessages(served, caller, { ...hello, max_tokens: 0 });
  t.is(reply.status, 200);
  const [reservation] = (await walletSight(served.log, caller.walletId)).reservations;
  t.is(reservation?.reserved.output_tokens_max, 0);
  t.deepEqual(reservation?.story, ['ReservationSettled']);
});

test('a refusal of the upstream is passed on in its own words', async (t) => {
  const served = await gateway.start();
  const caller = await served.tenant();
  const reply = await postMessages(served, caller, { ...hello, not_there: 1 });
  t.is(reply.status, 400);
  t.regex(reply.text, /not_there: Extra inputs are not permitted/);
  const [reservation] = (await walletSight(served.log, caller.walletId)).reservations;
  t.deepEqual(reservation?.story, ['ReservationReleased upstream_status_400']);
});

test('the official client can list the models', async (t) => {
  const served = await gateway.start();
  const { apiKey } = await served.tenant({ profiles: ['light', 'thinker'] });
  const client = newClient(served, apiKey);
  const ids: string[] = [];
  for await (const model of client.models.list({ limit: 1_000 })) ids.push(model.id);
  t.deepEqual(ids.toSorted(), ['light', 'thinker']);
  t.like(await client.models.retrieve('light'), { id: 'light', type: 'model', display_name: 'light' });
});
