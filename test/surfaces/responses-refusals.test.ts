import test from 'ava';
import OpenAI, { APIError, NotFoundError } from 'openai';
import { surfaceScene } from '../_support/surface-scene.ts';

// What is not served, and what is no request at all: told by name, before anything is held.

const scene = surfaceScene({ surface: 'responses', path: '/responses' });
test.after.always(scene.end);

async function refusalOf(fields: object): Promise<APIError> {
  const { ledger, baseUrl } = await scene.start();
  const { apiKey } = await ledger.tenant({ allowAllModels: true });
  const { responses } = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  try {
    await responses.create({ model: 'light', input: 'x', ...fields });
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const unserved: readonly (readonly [string, object, string])[] = [
  ['background', { background: true }, 'background'],
  ['a conversation', { conversation: 'conv_1' }, 'conversation'],
  ['a template', { prompt: { id: 'pmpt_1' } }, 'prompt'],
];
for (const [what, fields, param] of unserved) {
  test(`${what} is refused by name`, async (t) => {
    const refused = await refusalOf(fields);
    t.like(refused, { status: 400, code: 'unsupported_parameter', param });
  });
}

const hosted = ['web_search', 'file_search', 'code_interpreter', 'image_generation', 'mcp', 'shell', 'anything_new'];
for (const type of hosted) {
  test(`a tool of type ${type}, which the upstream would run at a price of its own, is refused`, async (t) => {
    const tools = [{ type: 'function', name: 'own', parameters: {}, strict: false }, { type }] as never;
    const refused = await refusalOf({ tools });
    t.like(refused, { status: 400, code: 'tool_not_priced', param: 'tools[1]' });
  });
}

const malformed: readonly (readonly [object, string])[] = [
  [{ input: 7 }, 'input'],
  [{ input: ['text'] }, 'input[0]'],
  [{ input: [{ type: 'item_reference' }] }, 'input[0]'],
  [{ input: 'x', store: 'yes' }, 'store'],
  [{ input: 'x', stream: 1 }, 'stream'],
  [{ input: 'x', max_output_tokens: 0 }, 'max_output_tokens'],
  [{ input: 'x', reasoning: { effort: 'huge' } }, 'reasoning.effort'],
  [{ input: 'x', reasoning_effort: 'huge' }, 'reasoning_effort'],
  [{ input: 'x', previous_response_id: 5 }, 'previous_response_id'],
];
for (const [fields, param] of malformed) {
  test(`${JSON.stringify(fields)} is refused: ${param}`, async (t) => {
    const { post, ledger } = await scene.start();
    const tenant = await ledger.tenant({ allowAllModels: true });
    const { status, text } = await post(tenant, { model: 'light', ...fields });
    t.is(status, 400);
    t.like(JSON.parse(text), { error: { code: 'invalid_value', param } });
  });
}

test('a stored response is shown to no one as a stream: its owner gets 400 for `stream`, others 404', async (t) => {
  const { ledger, baseUrl } = await scene.start();
  const [owner, other] = [await ledger.tenant(), await ledger.tenant()];
  const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
  const { id } = await clientOf(owner.apiKey).create({ model: 'light', input: 'x' });
  for (const [apiKey, refused] of [
    [owner.apiKey, { status: 400, code: 'unsupported_parameter', param: 'stream' }],
    [other.apiKey, { status: 404, code: 'response_not_found', param: null }],
    ['wb_none', { status: 401, code: 'invalid_api_key', param: null }],
  ] as const) {
    const error = await t.throwsAsync(clientOf(apiKey).retrieve(id, { stream: true }), { instanceOf: APIError });
    t.like(error, refused);
  }
});

test('`POST /responses/…/cancel` gets 404 in the words of the client', async (t) => {
  const { ledger, baseUrl } = await scene.start();
  const { apiKey } = await ledger.tenant();
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  const path = `/responses/resp_${'a'.repeat(44)}/cancel`;
  const error = await t.throwsAsync(client.post(path, { body: { model: 'light', input: 'x' } }), {
    instanceOf: NotFoundError,
  });
  t.like(error, { code: 'not_found', type: 'not_found_error' });
});
