import { randomUUID } from 'node:crypto';
import Anthropic, {
  BadRequestError as RefusedByAnthropic,
  PermissionDeniedError as DeniedByAnthropic,
} from '@anthropic-ai/sdk';
import { TypeSafeClient } from '@typesafe-ai/sdk';
import AnthropicBefore from 'anthropic-sdk-0';
import test from 'ava';
import type OpenAI from 'openai';
import { PermissionDeniedError } from 'openai';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

const slashed = 'org/model:1.0+b@eu';
const served = sharedGateway({
  config: {
    targets: {
      thinker: {
        upstream: 'sandbox',
        model: 'sandbox-large',
        surfaces: ['chat_completions'],
        context_tokens_max: 200_000,
        output_tokens_max: 16_384,
        efforts: ['low', 'high'],
        prices: { id: 'large', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
      },
      elder: {
        upstream: 'sandbox',
        model: 'sandbox-large',
        surfaces: ['responses'],
        context_tokens_max: 200_000,
        output_tokens_max: 16_384,
        efforts: ['minimal', 'medium'],
        prices: { id: 'large', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
      },
    },
    profiles: {
      several: { targets: ['thinker', 'elder'] },
      average: {
        display_name: 'Average',
        description: 'The everyday choice.',
        released: '2026-02-03',
        targets: ['thinker', 'small'],
      },
      [slashed]: { targets: ['small'] },
    },
    top: { aliases: { everyday: 'average' } },
  },
});
test.after.always(served.end);

interface Entry {
  readonly id: string;
}

interface List {
  readonly data: readonly Entry[];
}

test('the list is one body that each of three official clients can read', async (t) => {
  const { tenant, baseUrl } = await served.start();
  const { apiKey } = await tenant({ profiles: ['light', 'average'] });
  const reply = await httpCall(`${baseUrl}/models?limit=1000`, { headers: { authorization: `Bearer ${apiKey}` } });
  t.is(reply.status, 200);
  const list = JSON.parse(reply.text) as List & Record<string, unknown>;
  t.like(list, { object: 'list', has_more: false, first_id: 'light', last_id: 'everyday' });
  t.deepEqual(
    list.data.map(({ id }) => id),
    ['light', 'average', 'everyday'],
  );
  t.deepEqual(list.data[1], {
    id: 'average',
    object: 'model',
    type: 'model',
    created: Date.UTC(2026, 1, 3) / 1000,
    created_at: '2026-02-03T00:00:00.000Z',
    owned_by: 'waybill',
    display_name: 'Average',
    description: 'The everyday choice.',
    release_date: '2026-02-03',
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
    capabilities: null,
    max_input_tokens: 200_000,
    max_tokens: 16_384,
    surfaces: ['chat_completions'],
    default_reasoning_effort: 'medium',
    reasoning_efforts: ['low', 'high'],
    reasoning_efforts_by_surface: { chat_completions: ['low', 'high'] },
  } as Entry);
  t.deepEqual(list['models'], [
    { name: 'light', description: '', release_date: '2026-01-01' },
    { name: 'average', description: 'The everyday choice.', release_date: '2026-02-03' },
    { name: 'everyday', description: 'The everyday choice.', release_date: '2026-02-03' },
  ]);
});

test('a profile lists the efforts of every target that serves it, surface by surface', async (t) => {
  const { tenant, client } = await served.start();
  const { apiKey } = await tenant({ profiles: ['several'] });
  t.like(await client(apiKey).models.retrieve('several'), {
    reasoning_efforts_by_surface: { chat_completions: ['low', 'high'], responses: ['minimal', 'medium'] },
  });
});

test('the official client lists and retrieves what a caller may use', async (t) => {
  const { tenant, client } = await served.start();
  const { apiKey } = await tenant({ profiles: [slashed, 'average'] });
  const { models } = client(apiKey);
  const ids: string[] = [];
  for await (const { id } of models.list()) ids.push(id);
  t.deepEqual(ids, ['average', slashed, 'everyday']);
  for (const id of ids) t.is((await models.retrieve(id)).id, id);
  t.is((await models.retrieve('everyday')).created, Date.UTC(2026, 1, 3) / 1000);
});

for (const [version, create] of [
  ['2026-10-21', (...[options]: ConstructorParameters<typeof Anthropic>) => new Anthropic(options)],
  // What the two majors differ in is not used here.
  ['2023-06-01', (...[options]: ConstructorParameters<typeof Anthropic>) => new AnthropicBefore(options as object)],
] as const) {
  test(`the Anthropic client lists and retrieves the same, ids with a slash too, ${version}`, async (t) => {
    const { tenant, origin } = await served.start();
    const { apiKey } = await tenant({ profiles: [slashed, 'average'] });
    const { models } = create({ apiKey, baseURL: origin, maxRetries: 0 }) as Pick<Anthropic, 'models'>;
    const ids: string[] = [];
    for await (const { id } of models.list({ limit: 1 })) ids.push(id);
    t.deepEqual(ids, ['average', slashed, 'everyday']);
    for (const id of ids) t.is((await models.retrieve(id)).id, id);
    t.like(await models.retrieve('average'), { type: 'model', created_at: '2026-02-03T00:00:00.000Z' });
    const [foreign, unknown] = await Promise.all(
      ['light', 'thing'].map((id) => t.throwsAsync(models.retrieve(id), { message: /permission_error/ })),
    );
    t.like(foreign, { status: 403 });
    if (version === '2026-10-21') t.true(foreign instanceof DeniedByAnthropic);
    const told = (error: Error | undefined) => error?.message.replaceAll(/thing|req_\w+/g, 'light');
    t.is(told(foreign), told(unknown));
  });
}

test('the System One client lists the same', async (t) => {
  const { tenant, origin } = await served.start();
  const { apiKey } = await tenant({ profiles: [slashed, 'average'] });
  const listed = await new TypeSafeClient({ apiKey, baseURL: origin, logLevel: 'off' }).models.list();
  t.deepEqual(
    listed.map(({ name }) => name),
    ['average', slashed, 'everyday'],
  );
});

/** Every member that the types of each client have in a model, so that a new one is missed here. */
const ofOpenai: Readonly<Record<keyof OpenAI.Model, true>> = {
  id: true,
  object: true,
  created: true,
  owned_by: true,
  shutdown_date: true,
};
const ofAnthropic: Readonly<Record<keyof Anthropic.ModelInfo, true>> = {
  id: true,
  type: true,
  created_at: true,
  display_name: true,
  lifecycle: true,
  deprecated_at: true,
  retires_at: true,
  line: true,
  capabilities: true,
  max_input_tokens: true,
  max_tokens: true,
};

test('a model has every member that its clients may read, except a date on which it is shut down', async (t) => {
  const { tenant, client } = await served.start();
  const { apiKey } = await tenant();
  const model = await client(apiKey).models.retrieve('light');
  const missing = Object.keys({ ...ofOpenai, ...ofAnthropic }).filter((name) => !(name in model));
  t.deepEqual(missing, ['shutdown_date']);
});

test('an id with a slash is found in one segment, percent-encoded, and in several, as older clients send it', async (t) => {
  const { tenant, baseUrl } = await served.start();
  const { apiKey } = await tenant({ profiles: [slashed] });
  const headers = { 'x-api-key': apiKey };
  for (const path of [encodeURIComponent(slashed), slashed, `${slashed}/`]) {
    const found = await httpCall(`${baseUrl}/models/${path}`, { headers });
    t.is((JSON.parse(found.text) as Entry).id, slashed);
  }
  for (const path of ['org/model', `${slashed}/more`, 'org//model:1.0+b@eu']) {
    const { status, text } = await httpCall(`${baseUrl}/models/${path}`, { headers });
    t.is(status, 403);
    t.like(JSON.parse(text), { error: { code: 'profile_not_authorised' } });
  }
});

test('clients of Anthropic page through the list in both directions, and filter it by stage', async (t) => {
  const { tenant, origin } = await served.start();
  const { apiKey } = await tenant({ profiles: ['light', slashed, 'average'] });
  const { models } = new Anthropic({ apiKey, baseURL: origin, maxRetries: 0 });
  const page = async (asked: Anthropic.ModelListParams) => {
    const { data, has_more, first_id, last_id } = await models.list(asked);
    const ids = data.map(({ id }) => id);
    t.deepEqual([first_id, last_id], [ids[0] ?? null, ids.at(-1) ?? null]);
    return { ids, has_more };
  };
  t.deepEqual(await page({ limit: 2 }), { ids: ['light', 'average'], has_more: true });
  t.deepEqual(await page({ limit: 2, after_id: 'average' }), { ids: [slashed, 'everyday'], has_more: false });
  t.deepEqual(await page({ limit: 1, before_id: slashed }), { ids: ['average'], has_more: true });
  t.deepEqual(await page({ before_id: 'light' }), { ids: [], has_more: false });
  t.is((await page({ lifecycle: ['deprecated', 'active'] })).ids.length, 4);
  t.deepEqual(await page({ lifecycle: ['retired'] }), { ids: [], has_more: false });
  const refused = [{ limit: 0 }, { limit: 1_001 }, { after_id: 'thing' }, { lifecycle: ['new'] }];
  for (const asked of refused as Anthropic.ModelListParams[]) {
    await t.throwsAsync(models.list(asked), { instanceOf: RefusedByAnthropic, message: /invalid_request_error/ });
  }
});

test('policies narrow the list; a key for all models lists what policies leave', async (t) => {
  const { tenant, client } = await served.start();
  const [tenantId, userId] = [randomUUID(), randomUUID()];
  const rules = { pii_required: false, max_request_eur: '1.000000000' };
  const { apiKey } = await tenant({
    tenantId,
    userId,
    allowAllModels: true,
    profiles: [],
    policies: [
      {
        ...rules,
        scope_kind: 'tenant',
        scope_id: tenantId,
        allowed_profiles: ['light', 'average'],
        default_profile: 'light',
        allow_all_models: false,
      },
      {
        ...rules,
        scope_kind: 'user',
        scope_id: userId,
        allowed_profiles: ['average', slashed],
        default_profile: 'average',
        allow_all_models: false,
      },
    ],
  });
  const { data } = await client(apiKey).models.list();
  t.deepEqual(
    data.map(({ id }) => id),
    ['average', 'everyday'],
  );
});

test('an alias may be allowed by its own name, without the profile behind it', async (t) => {
  const { tenant, client } = await served.start();
  const { apiKey } = await tenant({ profiles: ['everyday'] });
  const { models, chat } = client(apiKey);
  t.deepEqual(
    (await models.list()).data.map(({ id }) => id),
    ['everyday'],
  );
  const ask = { messages: [{ role: 'user' as const, content: 'Hi' }], max_tokens: 20 };
  t.is((await chat.completions.create({ ...ask, model: 'everyday' })).model, 'everyday');
  await t.throwsAsync(chat.completions.create({ ...ask, model: 'average' }), { message: /not allowed/ });
});

test('a caller that may use no profile gets an empty list', async (t) => {
  const { tenant, baseUrl } = await served.start();
  const { apiKey } = await tenant({ profiles: ['gone'] });
  const { text } = await httpCall(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` } });
  t.deepEqual(JSON.parse(text), {
    object: 'list',
    data: [],
    has_more: false,
    first_id: null,
    last_id: null,
    models: [],
  });
});

test('a model that is not allowed gets the same answer as an unknown one, and as its call', async (t) => {
  const { tenant, client, baseUrl } = await served.start();
  const { apiKey } = await tenant({ profiles: ['light'] });
  await t.throwsAsync(client(apiKey).models.retrieve('average'), { instanceOf: PermissionDeniedError });
  const show = (id: string) => httpCall(`${baseUrl}/models/${id}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const foreign = await show('average');
  t.like(JSON.parse(foreign.text), {
    error: { code: 'profile_not_authorised', type: 'permission_error', param: 'model' },
  });
  for (const id of ['unknown', 'switchyard', 'constructor', '__proto__']) {
    const unknown = await show(id);
    t.is(unknown.status, 403);
    t.is(unknown.text.replace(id, 'average'), foreign.text);
  }
  const called = await httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'average' }),
  });
  t.is(called.text, foreign.text);
});

test('an id that cannot be decoded is refused likewise', async (t) => {
  const { tenant, baseUrl } = await served.start();
  const { apiKey } = await tenant();
  for (const id of ['%E0%A4%A', '%', '%00', '%ff', '%22%0d%0ax']) {
    const { status, text } = await httpCall(`${baseUrl}/models/${id}`, { headers: { 'x-api-key': apiKey } });
    t.is(status, 403, id);
    t.like(JSON.parse(text), { error: { code: 'profile_not_authorised' } });
  }
});

test('listing or showing models without a key is refused', async (t) => {
  const { baseUrl } = await served.start();
  for (const path of ['/models', '/models/light']) {
    const { status, text } = await httpCall(`${baseUrl}${path}`);
    t.is(status, 401);
    t.like(JSON.parse(text), { error: { code: 'invalid_api_key' } });
  }
});
