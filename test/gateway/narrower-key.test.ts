import { randomUUID } from 'node:crypto';
import test from 'ava';
import { APIError, type OpenAI } from 'openai';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// A person may have several keys. What one of them made is read by another only if its profiles could have made it.

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

test('a stored response is not found for another key of its owner whose profiles could not have made it', async (t) => {
  const { client, wide, narrow } = await person();
  const { id, output } = await client(wide).responses.create({ model: 'dear', input: 'secret of the dear model' });
  const { responses } = client(narrow);
  const missing = await refused(responses.retrieve('resp_00000000000000000000000000000000'));
  t.deepEqual(missing, [404, 'response_not_found']);
  t.deepEqual(await refused(responses.retrieve(id)), missing);
  t.deepEqual(await refused(responses.inputItems.list(id)), missing);
  t.deepEqual(await refused(responses.delete(id)), missing);
  const go = { model: 'light', input: 'go on' };
  t.deepEqual(await refused(responses.create({ ...go, previous_response_id: id })), [
    400,
    'previous_response_not_found',
  ]);
  const reference = { type: 'item_reference' as const, id: output[0]?.id ?? '' };
  t.deepEqual(await refused(responses.create({ model: 'light', input: [reference] })), [404, 'item_not_found']);
  // The key that made it still has it, whole.
  t.is((await client(wide).responses.retrieve(id)).id, id);
});

test('a stored response is found for every key of its owner that could have made it, also by an alias', async (t) => {
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
