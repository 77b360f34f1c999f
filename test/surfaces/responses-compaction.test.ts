import test from 'ava';
import OpenAI, { APIError } from 'openai';
import { httpCall } from '../_support/http-call.ts';
import { clientGateway } from '../_support/client-gateway.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { plainPrices } from '../_support/gateway.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { leakMatrixTarget } from '../gateway/personal-data/leak-matrix.contract.ts';

// A conversation is compacted for a price, and its tokens are counted for nothing, as the official client asks for it.

const gateway = clientGateway([], { mayChoose: true });
const protecting = sharedGateway({ config: { target: leakMatrixTarget, top: { personal_data: {} } } });
const shared = new SharedTeardown();
test.after.always(gateway.end);
test.after.always(protecting.end);
test.after.always(shared.end);
const scripted = setScriptedScene(shared, { surfaces: ['responses'], target: { prices: plainPrices } });

type Place = Awaited<ReturnType<typeof gateway.place>>;
const clientOf = ({ apiKey, baseUrl }: Pick<Place, 'apiKey' | 'baseUrl'>) =>
  new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });

const turns = [
  { role: 'user' as const, content: 'Who are you?' },
  { role: 'assistant' as const, content: 'A model.' },
  { role: 'user' as const, content: 'Hello there, friend' },
];

test('a conversation is compacted, charged by its counters, and continued', async (t) => {
  const place = await gateway.place();
  const client = clientOf(place);
  const { data, response } = await client.responses
    .compact({ model: 'light', input: turns, instructions: 'Be brief.', service_tier: 'default' })
    .withResponse();
  t.is(data.object, 'response.compaction');
  t.regex(data.id, /^resp_/);
  t.deepEqual(
    data.output.map(({ type }) => type ?? 'message'),
    ['message', 'message', 'compaction'],
  );
  t.true(data.usage.output_tokens > 0);
  const { reservations } = await place.assertSettled(t, 1);
  t.is(response.headers.get('x-waybill-cost-eur'), reservations[0]?.settled?.cost_eur ?? null);
  t.is(response.headers.get('x-waybill-reservation'), reservations[0]?.id ?? null);
  const [sent] = await place.upstreamBodies();
  t.deepEqual(sent, { model: 'sandbox-small', input: turns, instructions: 'Be brief.', service_tier: 'default' });
  const items = data.output as OpenAI.Responses.ResponseInputItem[];
  const next = await client.responses.create({ model: 'light', input: [...items, { role: 'user', content: 'Go on' }] });
  t.is(next.status, 'completed');
  const continued = (await place.upstreamBodies())[1]?.input ?? [];
  t.deepEqual(
    continued[2]?.['encrypted_content'],
    (data.output[2] as { encrypted_content?: string }).encrypted_content,
  );
});

test('a stored response is compacted with all that it continues, by its owner alone; the result is not stored', async (t) => {
  const place = await gateway.place();
  const client = clientOf(place);
  const first = await client.responses.create({ model: 'light', input: 'One' });
  const second = await client.responses.create({ model: 'light', input: 'Two', previous_response_id: first.id });
  const compacted = await client.responses.compact({ model: 'light', previous_response_id: second.id });
  t.is(compacted.output.at(-1)?.type, 'compaction');
  await place.assertSettled(t, 3);
  const sent = (await place.upstreamBodies())[2];
  t.is(sent?.['previous_response_id'], undefined);
  t.deepEqual(
    sent?.input?.map(({ role }) => role),
    ['user', 'assistant', 'user', 'assistant'],
  );
  const counted = await client.responses.inputTokens.count({ model: 'light', previous_response_id: second.id });
  t.true(counted.input_tokens > 10);
  for (const unknown of [compacted.id, `resp_${'a'.repeat(44)}`]) {
    const error = await t.throwsAsync(client.responses.compact({ model: 'light', previous_response_id: unknown }), {
      instanceOf: APIError,
    });
    t.is(error.code, 'previous_response_not_found');
  }
  const other = clientOf(await gateway.place());
  for (const asked of [
    other.responses.compact({ model: 'light', previous_response_id: second.id }),
    other.responses.inputTokens.count({ model: 'light', previous_response_id: second.id }),
  ]) {
    const error = await t.throwsAsync(asked, { instanceOf: APIError });
    t.is(error.code, 'previous_response_not_found');
  }
});

test('tokens are counted for nothing, whatever a response would be told besides', async (t) => {
  const place = await gateway.place();
  const client = clientOf(place);
  const { data, response } = await client.responses.inputTokens
    .count({ model: 'light', input: turns, instructions: 'Be brief.' })
    .withResponse();
  t.is(data.object, 'response.input_tokens');
  t.true(data.input_tokens > 0);
  t.is(response.headers.get('x-waybill-cost-eur'), null);
  const more = await client.post<{ input_tokens: number }>('/responses/input_tokens', {
    body: {
      model: 'light',
      input: turns,
      instructions: 'Be brief.',
      store: true,
      stream: false,
      reasoning_effort: 'low',
    },
  });
  t.is(more.input_tokens, data.input_tokens);
  t.is(
    (await client.responses.inputTokens.count({ model: 'light' }).catch((error: unknown) => error)) instanceof APIError,
    true,
  );
  await place.assertSettled(t, 0);
});

test('who may not use a model, or cannot pay, is refused on both paths; neither is streamed', async (t) => {
  const [place, poor] = [await gateway.place(), await gateway.place({ creditEur: '0' })];
  for (const path of ['/responses/compact', '/responses/input_tokens']) {
    const refused = async (client: OpenAI, body: object) =>
      (await t.throwsAsync(client.post(path, { body }), { instanceOf: APIError }))?.status;
    t.is(await refused(clientOf(place), { model: 'locked', input: 'x' }), 403);
    t.is(await refused(clientOf(poor), { model: 'light', input: 'x' }), 402);
    t.is(await refused(clientOf(place), { model: 'light', input: 'x', stream: true }), 400);
    t.is(await refused(clientOf(place), { model: 'light', input: 7 }), 400);
    t.is(await refused(clientOf(place), { model: 'light', input: 'x', conversation: 'conv_1' }), 400);
  }
  await place.assertSettled(t, 0);
});

test('the most that a model writes is held: no member of the request lowers it', async (t) => {
  const place = await gateway.place({ creditEur: '0.1' });
  const error = await t.throwsAsync(
    clientOf(place).post('/responses/compact', { body: { model: 'light', input: 'x', max_output_tokens: 1 } }),
    { instanceOf: APIError },
  );
  t.is(error.code, 'insufficient_credit');
});

test('switchyard chooses for both', async (t) => {
  const place = await gateway.place();
  const client = clientOf(place);
  t.is((await client.responses.compact({ model: 'switchyard', input: turns })).object, 'response.compaction');
  t.true((await client.responses.inputTokens.count({ model: 'switchyard', input: turns })).input_tokens > 0);
  await place.assertSettled(t, 1);
});

test('personal data leaves as placeholders, and comes back in what the compacted conversation keeps', async (t) => {
  const served = await protecting.start();
  const { apiKey } = await served.tenant({ piiEnabled: true, creditEur: '1000' });
  const client = clientOf({ apiKey, baseUrl: served.baseUrl });
  const mail = 'mario.rossi@posta.example';
  const compacted = await client.responses.compact({
    model: 'light',
    input: [{ role: 'user', content: `I am ${mail}` }],
  });
  t.true(JSON.stringify(compacted.output).includes(`I am ${mail}`));
  await client.responses.inputTokens.count({ model: 'light', input: `I am ${mail}` });
  const sent = (await served.sandbox.requests()).map(({ body_text: text }) => text);
  t.true(sent.length >= 2);
  t.false(sent.some((text) => text.includes(mail)));
});

test.serial('items alone, as some upstreams answer, get no members; the charge is estimated or told', async (t) => {
  const { answer, baseUrl, ledger, lastCall } = await scripted;
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '1000' });
  const ask = (path: string, body: object) =>
    httpCall(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-waybill-cost': 'usage' },
      body: JSON.stringify({ model: 'light', ...body }),
    });
  const headers = { 'content-type': 'application/json' };
  const items = '{"output": [{"type":"compaction","encrypted_content":"gAAAA+/="}]}';
  answer({ headers, pieces: [items] });
  const bare = await ask('/responses/compact', { input: 'Hi', tools: [], reasoning: { effort: 'low' } });
  t.is(bare.text, items);
  t.deepEqual(JSON.parse(lastCall().body), { model: 'sandbox-small', input: 'Hi', tools: [], reasoning: {} });
  t.is(lastCall().path, '/responses/compact');
  const whole = {
    id: 'resp_1',
    object: 'response.compaction',
    output: [],
    usage: { input_tokens: 5, output_tokens: 2 },
  };
  answer({ headers, pieces: [JSON.stringify(whole)] });
  const told = JSON.parse((await ask('/responses/compact', { input: 'Hi' })).text) as { id: string; usage: object };
  t.not(told.id, 'resp_1');
  t.deepEqual(told.usage, { input_tokens: 5, output_tokens: 2, waybill_cost_eur: '0.000009000' });
  t.is((await ledger.settledWallet(walletId, 2)).reservations.length, 2);
  // An upstream without the paths: the gateway estimates the count, and compacts nothing itself.
  answer({ status: 404, headers, pieces: ['{"error":{"message":"Not Found"}}'] });
  const estimated = await ask('/responses/input_tokens', { input: 'Hi there' });
  t.is(estimated.headers['x-waybill-estimate'], 'true');
  t.like(JSON.parse(estimated.text), { object: 'response.input_tokens' });
  t.not((await ask('/responses/compact', { input: 'Hi' })).status, 200);
  t.is((await ledger.settledWallet(walletId, 3)).reservations[2]?.settled ?? null, null);
});
