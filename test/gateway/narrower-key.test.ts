import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { APIError, type OpenAI } from 'openai';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { until } from '../_support/until.ts';

// A person may have several keys, with other profiles each, and may lose profiles: what they stored stays theirs.

const target = { surfaces: ['responses', 'chat_completions'] };
const gateway = sharedGateway({
  config: {
    target,
    profiles: { dear: { targets: ['small'] } },
    top: { aliases: { expensive: 'dear' }, idempotency: { wait_ms: 60_000 } },
  },
});
test.after.always(gateway.end);

/** One person: a key for both profiles, and others that have less. */
async function person() {
  const served = await gateway.start();
  const wide = await served.tenant({ profiles: ['light', 'dear'] });
  const again = (profiles: readonly string[]): Promise<TestTenant> => served.tenant({ ...wide, profiles });
  const client = ({ apiKey }: TestTenant): OpenAI => served.client(apiKey);
  return { served, client, wide, narrow: await again(['light']), byAlias: await again(['expensive']) };
}

async function refused(call: Promise<unknown>): Promise<readonly [unknown, unknown]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof APIError) return [error.status, error.code];
    throw error;
  }
  return [200, null];
}

test('a stored response is shown, listed and deleted by every key of its owner, and continued only by one that may use its profile', async (t) => {
  const { client, wide, narrow } = await person();
  const { id, output } = await client(wide).responses.create({ model: 'dear', input: 'words of its owner' });
  const { responses } = client(narrow);
  t.is((await responses.retrieve(id)).id, id);
  t.is((await responses.inputItems.list(id)).data.length, 1);
  await assertNotContinued(t, client(narrow), { id, itemId: output[0]?.id ?? '' });
  await responses.delete(id);
  t.deepEqual(await refused(client(wide).responses.retrieve(id)), [404, 'response_not_found']);
});

test('a policy that was narrowed since hides no stored response from its owner, who cannot continue it', async (t) => {
  const { served, client, wide } = await person();
  const { id, output } = await client(wide).responses.create({ model: 'expensive', input: 'words of its owner' });
  const policy = { scope_kind: 'user', scope_id: wide.userId, max_request_eur: '1.000000000' } as const;
  const rules = { ...policy, allowed_profiles: ['light'], default_profile: 'light', pii_required: false };
  await served.tenant({ ...wide, policies: [{ ...rules, allow_all_models: false }] });
  await until('the policy is in force', async () => {
    const [status] = await refused(client(wide).responses.create({ model: 'dear', input: 'x', store: false }));
    return status === 403;
  });
  const { responses } = client(wide);
  t.is((await responses.retrieve(id)).id, id);
  t.is((await responses.inputItems.list(id)).data.length, 1);
  await assertNotContinued(t, client(wide), { id, itemId: output[0]?.id ?? '' });
  await responses.delete(id);
  t.deepEqual(await refused(responses.retrieve(id)), [404, 'response_not_found']);
});

/** 403, whatever model is named; what nobody has is still not found. */
async function assertNotContinued(
  t: ExecutionContext,
  { responses }: OpenAI,
  { id, itemId }: { readonly id: string; readonly itemId: string },
): Promise<void> {
  const forbidden = [403, 'profile_not_authorised'];
  for (const model of ['light', 'dear', undefined]) {
    const asked = { ...(model !== undefined && { model }), input: 'go on', previous_response_id: id };
    t.deepEqual(await refused(responses.create(asked)), forbidden, model);
  }
  const references = (of: string) => [{ type: 'item_reference' as const, id: of }];
  t.deepEqual(await refused(responses.create({ model: 'light', input: references(itemId) })), forbidden);
  t.deepEqual(await refused(responses.create({ model: 'light', input: references('msg_of_nobody') })), [
    404,
    'item_not_found',
  ]);
  const nobodys = 'resp_00000000000000000000000000000000';
  t.deepEqual(await refused(responses.create({ model: 'light', input: 'go on', previous_response_id: nobodys })), [
    400,
    'previous_response_not_found',
  ]);
}

test('a stored response is continued by every key of its owner that could have made it, also by an alias', async (t) => {
  const { client, wide, narrow, byAlias } = await person();
  const dear = await client(wide).responses.create({ model: 'dear', input: 'for all who may' });
  t.is((await client(byAlias).responses.retrieve(dear.id)).id, dear.id);
  const next = await client(byAlias).responses.create({
    model: 'expensive',
    input: 'go on',
    previous_response_id: dear.id,
  });
  t.is(next.previous_response_id, dear.id);
  const light = await client(wide).responses.create({ model: 'light', input: 'cheap' });
  t.is((await client(narrow).responses.retrieve(light.id)).id, light.id);
  await client(narrow).responses.delete(light.id);
  t.deepEqual(await refused(client(wide).responses.retrieve(light.id)), [404, 'response_not_found']);
});

test('an answer under an idempotency key is replayed only to keys that could have requested it', async (t) => {
  const { served, wide, narrow, byAlias } = await person();
  const key = randomUUID();
  const post = ({ apiKey }: TestTenant, body: object, name = key) =>
    httpCall(`${served.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify(body),
    });
  const asked = { model: 'dear', max_tokens: 20, messages: [{ role: 'user', content: 'a secret' }] };
  const first = await post(wide, asked);
  t.is(first.status, 200);
  const refusal = await post(narrow, asked);
  t.is(refusal.status, 403);
  t.is((JSON.parse(refusal.text) as { error: { code: string } }).error.code, 'profile_not_authorised');
  t.notRegex(refusal.text, /a secret/);
  const replay = await post(byAlias, asked);
  t.is(replay.headers['idempotent-replayed'], 'true');
  t.is(replay.text, first.text);
});

test('an answer without a named model is replayed only to keys that may use the profile that made it', async (t) => {
  const { served, wide, narrow } = await person();
  const dearOnly = await served.tenant({ ...wide, allowAllModels: true, profiles: [] });
  const { responses: made } = served.client(dearOnly.apiKey);
  const first = await made.create({ model: 'dear', input: 'begin' });
  // Names no model: the conversation has one.
  const asked = { input: 'go on', previous_response_id: first.id };
  const options = { headers: { 'idempotency-key': randomUUID() } };
  await made.create(asked, options);
  t.deepEqual(await refused(served.client(narrow.apiKey).responses.create(asked, options)), [
    403,
    'profile_not_authorised',
  ]);
});
