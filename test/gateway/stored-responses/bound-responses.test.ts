import test, { type ExecutionContext } from 'ava';
import OpenAI, { APIError } from 'openai';
import { dataDirectory, environmentFor, plainPrices, startTestGateway, testConfig } from '../../_support/gateway.ts';
import { viewLedger } from '../../_support/ledger-view.ts';
import { startSandbox } from '../../_support/sandbox.ts';

// A conversation goes to the target that answered, as it was then, or it is refused.

type Overrides = Parameters<typeof testConfig>[1];

const target = { surfaces: ['responses'] };
const other = {
  upstream: 'sandbox',
  model: 'sandbox-medium',
  surfaces: ['responses'],
  context_tokens_max: 10_000,
  output_tokens_max: 1_000,
  prices: plainPrices,
};
const before: Overrides = { target, targets: { other }, profiles: { light: { targets: ['small', 'other'] } } };

/** A response made under one configuration, and a client of a gateway on the same ledger under another. */
async function afterChange(t: ExecutionContext, after: Overrides) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, before));
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant({ allowAllModels: true });
  const clientOf = ({ baseUrl }: { readonly baseUrl: string }) =>
    new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
  const first = await startTestGateway(t, environment);
  const kept = await clientOf(first).create({ model: 'light', input: 'bound' });
  await first.stop();
  const changed = environmentFor(dataDirectory(t), testConfig(sandbox, after));
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const second = await startTestGateway(t, { ...changed, WAYBILL_DATA_DIR: dataDir });
  return { kept, sandbox, tenant, ledger, baseUrl: second.baseUrl, responses: clientOf(second) };
}

const changes: Readonly<Record<string, { readonly after: Overrides; readonly status: number; readonly code: string }>> =
  {
    'its target was taken from the profile': {
      after: { ...before, profiles: { light: { targets: ['other'] } } },
      status: 409,
      code: 'context_incompatible',
    },
    'another target of the same model is configured in its place': {
      after: {
        ...before,
        targets: { twin: { ...other, model: 'sandbox-small' } },
        profiles: { light: { targets: ['twin'] } },
      },
      status: 409,
      code: 'context_incompatible',
    },
    'its target no longer speaks the protocol': {
      after: { ...before, target: { surfaces: ['chat_completions'] } },
      status: 409,
      code: 'context_incompatible',
    },
    'its target has another model': {
      after: { ...before, target: { ...target, model: 'sandbox-large' } },
      status: 409,
      code: 'context_incompatible',
    },
    'its target has another account': {
      after: { ...before, upstream: { account: 'another' } },
      status: 409,
      code: 'context_incompatible',
    },
    'the profile is an alias of another target’s': {
      after: { ...before, profiles: { light: { targets: ['other'] }, lights: { targets: ['small'] } } },
      status: 409,
      code: 'context_incompatible',
    },
  };

for (const [what, { after, status, code }] of Object.entries(changes)) {
  test(`a conversation cannot be continued when ${what}: nothing is forwarded, and its answer is still shown`, async (t) => {
    const { kept, sandbox, responses, ledger, tenant } = await afterChange(t, after);
    const asked = (await sandbox.requests()).length;
    for (const request of [
      { input: 'on', previous_response_id: kept.id },
      { model: 'light', input: 'on', previous_response_id: kept.id, stream: true as const },
      { input: [{ type: 'item_reference' as const, id: kept.output[0]?.id ?? '' }] },
    ]) {
      const error = await t.throwsAsync(Promise.resolve(responses.create(request)), { instanceOf: APIError });
      t.like(error, { status, code });
      t.regex(error.message, /Start a new context/);
    }
    t.is((await sandbox.requests()).length, asked);
    t.deepEqual((await responses.retrieve(kept.id)).output, kept.output);
    t.is((await ledger.settledWallet(tenant.walletId)).reservations.length, 1);
  });
}

test('a conversation stays with its target when the profile now prefers another', async (t) => {
  const { kept, sandbox, responses } = await afterChange(t, {
    ...before,
    profiles: { light: { targets: ['other', 'small'] } },
  });
  await responses.create({ model: 'light', input: 'bound to the old one', previous_response_id: kept.id });
  await responses.create({ model: 'light', input: 'free to take the new one' });
  const models = (await sandbox.requests()).map(({ body_text: text }) => (JSON.parse(text) as { model: string }).model);
  t.deepEqual(models, ['sandbox-small', 'sandbox-small', 'sandbox-medium']);
});

test('a conversation continues under any name of its profile, and is refused for a key that may not use it', async (t) => {
  const { kept, responses, ledger, tenant, baseUrl } = await afterChange(t, {
    ...before,
    top: { aliases: { nick: 'light' } },
  });
  const next = await responses.create({ model: 'nick', input: 'on', previous_response_id: kept.id });
  t.is(next.model, 'nick');
  const last = await responses.create({ model: 'light', input: 'and on', previous_response_id: next.id });
  t.is((await responses.inputItems.list(last.id)).data.length, 5);
  const { apiKey } = await ledger.tenant({ ...tenant, profiles: ['heavy'] });
  const limited = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
  for (const model of [{}, { model: 'light' }]) {
    const call = limited.create({ ...model, input: 'on', previous_response_id: last.id });
    t.like(await t.throwsAsync(call, { instanceOf: APIError }), { status: 403, code: 'profile_not_authorised' });
  }
  t.is((await limited.retrieve(last.id)).id, last.id);
  // Its owner reaches and deletes a response with any key.
  t.like(await limited.delete(last.id), { deleted: true });
  t.like(await t.throwsAsync(Promise.resolve(responses.retrieve(last.id)), { instanceOf: APIError }), { status: 404 });
});
