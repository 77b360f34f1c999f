import test from 'ava';
import OpenAI, { APIError, BadRequestError } from 'openai';
import type { TenantOptions } from '../_support/gateway.ts';
import { refusalOf } from '../_support/refusal-of.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

const scene = surfaceScene({
  surface: 'responses',
  path: '/responses',
  profiles: {
    thinker: { model: 'sandbox-medium', efforts: ['low', 'medium', 'high'] },
    plain: { model: 'sandbox-medium', efforts: ['low', 'medium', 'high'], opaque_reasoning: false },
    poor: { model: 'sandbox-small:poor_ids' },
    bare: { model: 'sandbox-small:empty_output' },
    odd: { model: 'sandbox-medium:reasoning_parts', efforts: ['high'] },
    failing: { model: 'sandbox-small:failed' },
    tiny: { context_tokens_max: 60 },
  },
});
test.after.always(scene.end);

async function clientFor(options: TenantOptions = {}) {
  const { ledger, baseUrl } = await scene.start();
  const tenant = await ledger.tenant({ allowAllModels: true, ...options });
  const { responses } = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
  return { responses, tenant, wallet: (count?: number) => ledger.settledWallet(tenant.walletId, count) };
}

type Responses = OpenAI['responses'];

/** What the upstream got for the nth request of a caller, by the caller's words. */
async function upstreamSaw(words: string) {
  const { sandbox } = await scene.start();
  const requests = await sandbox.requests();
  const found = requests.filter(({ body_text: text }) => text.includes(words));
  return found.map(({ body_text: text }) => JSON.parse(text) as Record<string, unknown>);
}

test('the official client gets an answer that is stored, shown, listed and deleted', async (t) => {
  const { responses } = await clientFor();
  const response = await responses.create({ model: 'light', input: 'Good day' });
  t.regex(response.id, /^resp_[0-9a-f]{44}$/);
  t.like(response, { model: 'light', status: 'completed', store: true, previous_response_id: null });
  t.is(response.output_text, 'You said: Good day');
  const { output_text: _, ...asCreated } = response;
  const { output_text: __, ...asShown } = await responses.retrieve(response.id);
  t.deepEqual(asShown, asCreated);
  const items = await responses.inputItems.list(response.id);
  t.like(items.data, [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Good day' }] }]);
  t.regex(items.data[0]?.id ?? '', /^msg_/);
  t.like(await responses.delete(response.id), { id: response.id, deleted: true });
  t.is((await refusalOf(responses.retrieve(response.id))).status, 404);
  t.is((await refusalOf(responses.delete(response.id))).status, 404);
});

test('the upstream is asked to store nothing and gets no id of a stored response', async (t) => {
  const { responses } = await clientFor();
  const first = await responses.create({ model: 'light', input: 'kept nowhere else' });
  await responses.create({ model: 'light', input: 'and kept nowhere else', previous_response_id: first.id });
  for (const seen of await upstreamSaw('kept nowhere else')) {
    t.is(seen['store'], false);
    t.false('previous_response_id' in seen);
    t.deepEqual(seen['include'], ['reasoning.encrypted_content']);
  }
});

for (const isStream of [false, true]) {
  const how = isStream ? 'streamed' : 'whole';
  test(`a conversation continues with its complete history and its reasoning byte for byte, ${how}`, async (t) => {
    const { responses, wallet } = await clientFor();
    const mark = `turns ${how}`;
    let previous: string | null = null;
    const outputs: unknown[][] = [];
    for (const turn of [1, 2, 3]) {
      const input = `${mark} ${turn}`;
      const answer = await ask(responses, isStream, { model: 'thinker', input, previous_response_id: previous });
      t.is(answer.previous_response_id, previous);
      t.deepEqual(
        answer.output.map(({ type }) => type),
        ['reasoning', 'message'],
      );
      previous = answer.id;
      outputs.push(withoutParsed(answer) as unknown[]);
    }
    const last = (await upstreamSaw(`${mark} 3`))[0]?.['input'] as { type: string; content?: unknown }[];
    t.deepEqual(
      last.map(({ type }) => type),
      ['message', 'reasoning', 'message', 'message', 'reasoning', 'message', 'message'],
    );
    t.deepEqual(last.slice(1, 3), outputs[0] as never);
    t.deepEqual(last.slice(4, 6), outputs[1] as never);
    const { reservations } = await wallet(3);
    t.is(reservations.length, 3);
    const inputs = reservations.map(
      ({ settled }) => settled?.lines.find(({ counter }) => counter === 'input')?.quantity,
    );
    t.true((inputs[0] ?? 0) < (inputs[1] ?? 0) && (inputs[1] ?? 0) < (inputs[2] ?? 0), 'the history is read and paid');
    t.true((reservations[2]?.reserved.input_tokens_max ?? 0) > JSON.stringify(last).length, 'the whole of it was held');
  });
}

test('a conversation continues without new input, and then with some', async (t) => {
  const { responses, wallet } = await clientFor();
  const input = [{ type: 'message' as const, role: 'user' as const, content: 'go on by yourself' }];
  const first = await responses.create({ model: 'thinker', input });
  const second = await responses.create({ model: 'thinker', previous_response_id: first.id });
  t.is(second.previous_response_id, first.id);
  const third = await ask(responses, true, { model: 'thinker', previous_response_id: second.id, input: 'and now' });
  const seen = (await upstreamSaw('go on by yourself')).map(({ input }) => input as { type: string }[]);
  t.deepEqual(
    seen.map((items) => items.map(({ type }) => type).join(' ')),
    ['message', 'message reasoning message', 'message reasoning message reasoning message message'],
  );
  t.deepEqual(seen[1]?.slice(1), withoutParsed(first) as never);
  t.is((await responses.inputItems.list(second.id)).data.length, 3);
  t.is((await responses.inputItems.list(third.id)).data.length, 6);
  t.is((await wallet(3)).reservations.length, 3);
  const { message } = await refusalOf(responses.create({ model: 'thinker' }));
  t.regex(message, /`input` must be/);
});

async function ask(
  responses: Responses,
  isStream: boolean,
  request: Parameters<Responses['stream']>[0] & object,
): Promise<OpenAI.Responses.Response> {
  const body = request as OpenAI.Responses.ResponseCreateParamsNonStreaming;
  if (!isStream) return await responses.create(body);
  return await responses.stream(body as Parameters<Responses['stream']>[0]).finalResponse();
}

test('a stream has the same content in its deltas, items and last record, under one id', async (t) => {
  const { responses } = await clientFor();
  const stream = await responses.create({ model: 'thinker', input: 'Tell me', stream: true });
  const ids = new Set<string>();
  const deltas = new Map<number, string>();
  const done = new Map<number, unknown>();
  let expected = 0;
  let final: OpenAI.Responses.Response | null = null;
  for await (const event of stream) {
    t.is(event.sequence_number, expected);
    expected += 1;
    if ('response' in event) ids.add(event.response.id);
    if (event.type === 'response.output_text.delta') {
      deltas.set(event.output_index, (deltas.get(event.output_index) ?? '') + event.delta);
    }
    if (event.type === 'response.output_item.done') done.set(event.output_index, event.item);
    if (event.type === 'response.completed') final = event.response;
  }
  t.is(ids.size, 1);
  t.deepEqual(final?.output, [...done.values()] as never);
  t.deepEqual(final?.output_text ?? textOf(final), deltas.get(1));
  t.true((final as { store?: boolean } | null)?.store);
  t.is((await responses.retrieve(final?.id ?? '')).id, final?.id ?? '');
});

function textOf(response: OpenAI.Responses.Response | null): string | undefined {
  const message = response?.output[1];
  const part = message?.type === 'message' ? message.content[0] : undefined;
  return part?.type === 'output_text' ? part.text : undefined;
}

test('a tool is called and its answer given back, by the id of the response before', async (t) => {
  const { responses } = await clientFor();
  const tools: OpenAI.Responses.FunctionTool[] = [
    { type: 'function', name: 'clock', parameters: { type: 'object', properties: {} }, strict: false },
  ];
  const asked = await responses.create({ model: 'thinker', input: 'call the tool please', tools });
  const call = asked.output.find(({ type }) => type === 'function_call');
  if (call?.type !== 'function_call') return t.fail(JSON.stringify(asked.output));
  const answer = await responses.create({
    model: 'thinker',
    previous_response_id: asked.id,
    input: [{ type: 'function_call_output', call_id: call.call_id, output: 'noon' }],
    tools,
  });
  t.regex(answer.output_text, /The tool said: noon/);
  const orphan = await refusalOf(
    responses.create({
      model: 'thinker',
      previous_response_id: asked.id,
      input: [{ type: 'function_call_output', call_id: 'call_other', output: 'noon' }],
      tools,
    }),
  );
  t.is(orphan.status, 400);
});

test('items are named instead of sent again, in any order of turns', async (t) => {
  const { responses } = await clientFor();
  const first = await responses.create({ model: 'thinker', input: 'named items 1' });
  const second = await responses.create({
    model: 'thinker',
    input: [...asReferences(first), { role: 'user', content: 'named items 2' }],
  });
  await responses.create({
    model: 'thinker',
    input: [
      { role: 'user', content: 'said before' },
      ...asReferences(first),
      { role: 'user', content: 'said between' },
      ...asReferences(second),
      { role: 'user', content: 'named items 3' },
    ],
  });
  const seen = (await upstreamSaw('named items 3'))[0]?.['input'] as object[];
  t.deepEqual(seen.slice(1, 3), first.output as never);
  t.deepEqual(seen.slice(4, 6), second.output as never);
  const unknown = await refusalOf(
    responses.create({ model: 'thinker', input: [{ type: 'item_reference', id: 'msg_not_there_at_all_000000' }] }),
  );
  t.like(unknown, { status: 404, code: 'item_not_found' });
});

function asReferences({ output }: OpenAI.Responses.Response): OpenAI.Responses.ResponseInputItem[] {
  return output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }));
}

test('branches share a parent, and stay after the parent is deleted', async (t) => {
  const { responses } = await clientFor();
  const root = await responses.create({ model: 'light', input: 'the root of branches' });
  const branches = await Promise.all(
    ['left', 'right'].map((side) =>
      responses.create({ model: 'light', input: `${side} branch`, previous_response_id: root.id }),
    ),
  );
  await responses.delete(root.id);
  for (const { id } of branches) {
    t.is((await responses.retrieve(id)).previous_response_id, root.id);
    const next = await responses.create({ model: 'light', input: 'a leaf of branches', previous_response_id: id });
    t.is(next.previous_response_id, id);
    const items = await responses.inputItems.list(next.id, { order: 'asc' });
    t.is(items.data.length, 5);
  }
  const gone = await refusalOf(responses.create({ model: 'light', input: 'x', previous_response_id: root.id }));
  t.like(gone, { status: 400, code: 'previous_response_not_found', param: 'previous_response_id' });
});

test('a response with `store: false` is not stored', async (t) => {
  const { responses, tenant } = await clientFor();
  const { ledger } = await scene.start();
  const response = await responses.create({ model: 'light', input: 'forget me', store: false });
  t.false((response as { store?: boolean }).store);
  t.is((await refusalOf(responses.retrieve(response.id))).status, 404);
  const events = await ledger.log.readAll({ streamPrefixes: [`response-${response.id}`, `content-${response.id}`] });
  t.deepEqual(events, []);
  t.truthy(tenant);
});

test('a response of another caller gets the same answer as an unknown id', async (t) => {
  const { responses, tenant } = await clientFor();
  const { baseUrl } = await scene.start();
  const { id, output } = await responses.create({ model: 'light', input: 'private' });
  const random = `resp_${'a'.repeat(44)}`;
  const others = [await clientFor({ tenantId: tenant.tenantId, walletId: tenant.walletId }), await clientFor()];
  for (const other of others) {
    for (const look of lookUps(other.responses, output[0]?.id ?? '')) {
      const [foreign, unknown] = [await refusalOf(look(id)), await refusalOf(look(random))];
      t.is(foreign.status, unknown.status);
      t.is(foreign.message.replaceAll(id, random), unknown.message);
      t.deepEqual([foreign.code, foreign.param, foreign.type], [unknown.code, unknown.param, unknown.type]);
    }
  }
  const sameUser = await clientFor({ ...tenant });
  t.is((await sameUser.responses.retrieve(id)).id, id, 'another key of the same person does');
  t.truthy(baseUrl);
});

function lookUps(responses: Responses, itemId: string): ((id: string) => Promise<unknown>)[] {
  const random = 'msg_ffffffffffffffffffffffffffffffff';
  return [
    (id) => responses.retrieve(id),
    (id) => responses.delete(id),
    (id) => responses.inputItems.list(id),
    (id) => responses.create({ model: 'light', input: 'x', previous_response_id: id }),
    async (id) => {
      const named = id.includes('aaaa') ? random : itemId;
      try {
        await responses.create({ model: 'light', input: [{ type: 'item_reference', id: named }] });
      } catch (error) {
        if (error instanceof APIError) error.message = error.message.replaceAll(named, id);
        throw error;
      }
    },
  ];
}

test('a conversation stays with the model that began it', async (t) => {
  const { responses } = await clientFor();
  const { id, output } = await responses.create({ model: 'light', input: 'bound' });
  const other = await refusalOf(responses.create({ model: 'thinker', input: 'x', previous_response_id: id }));
  t.like(other, { status: 409, code: 'context_incompatible', param: 'model' });
  t.regex(other.message, /Start a new context/);
  const named = await refusalOf(
    responses.create({ model: 'thinker', input: [{ type: 'item_reference', id: output[0]?.id ?? '' }] }),
  );
  t.is(named.status, 409);
  t.is((await responses.create({ input: 'no model', previous_response_id: id })).model, 'light');
});

test('an effort level becomes the nearest of the target at the top and in updates, and is dropped if the target takes none', async (t) => {
  const { responses } = await clientFor();
  const update = { type: 'configuration_update', reasoning: { effort: 'max' } } as never;
  const input = [{ role: 'user', content: 'levels of effort' }, update, { role: 'user', content: 'go' }] as never;
  await responses.create({ model: 'thinker', input, reasoning: { effort: 'minimal' } });
  await responses.create({ model: 'light', input, reasoning: { effort: 'minimal' } });
  const [thinker, light] = await upstreamSaw('levels of effort');
  t.deepEqual(thinker?.['reasoning'], { effort: 'low' });
  t.deepEqual(inputOf(thinker)[1], { type: 'configuration_update', reasoning: { effort: 'high' } });
  t.deepEqual(light?.['reasoning'], {});
  t.deepEqual(inputOf(light)[1], { type: 'configuration_update', reasoning: {} });
});

function inputOf(request: Record<string, unknown> | undefined): readonly unknown[] {
  const input = request?.['input'];
  return Array.isArray(input) ? input : [];
}

test('encrypted reasoning is not requested from a target that does not offer it', async (t) => {
  const { responses } = await clientFor();
  await responses.create({ model: 'plain', input: 'no opaque blocks' });
  t.false('include' in ((await upstreamSaw('no opaque blocks'))[0] ?? {}));
});

for (const isStream of [false, true]) {
  test(`items with numbers as ids get unique ids, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const { responses } = await clientFor();
    const first = await ask(responses, isStream, { model: 'poor', input: 'poor ids' });
    const second = await ask(responses, isStream, {
      model: 'poor',
      input: 'poor ids again',
      previous_response_id: first.id,
    });
    const ids = [...first.output, ...second.output].map(({ id }) => id ?? '');
    t.is(new Set(ids).size, ids.length);
    for (const id of ids) t.true(id.length > 20, id);
  });
}

/** What the streaming helper of the client adds to items. */
function withoutParsed({ output }: OpenAI.Responses.Response): unknown {
  return JSON.parse(JSON.stringify(output, (key, value: unknown) => (key.startsWith('parsed') ? undefined : value)));
}

test('a last record without the streamed items gets them, and is stored with them', async (t) => {
  const { responses } = await clientFor();
  const final = await ask(responses, true, { model: 'bare', input: 'fill me in' });
  t.is(final.output.length, 1);
  t.deepEqual(withoutParsed(final), (await responses.retrieve(final.id)).output);
  const next = await ask(responses, true, { model: 'bare', input: 'go on', previous_response_id: final.id });
  t.is(next.output.length, 1);
});

test('records that no client knows are left out, and the others are numbered anew', async (t) => {
  const { responses } = await clientFor();
  const stream = await responses.create({ model: 'odd', input: 'odd records', stream: true });
  const types: string[] = [];
  for await (const event of stream) {
    t.is(event.sequence_number, types.length);
    types.push(event.type);
  }
  t.false(types.some((type) => type.startsWith('response.reasoning_part')));
  t.is(types.at(-1), 'response.completed');
});

test('a failed answer is returned as failed, and cannot be continued', async (t) => {
  const { responses } = await clientFor();
  const failed = await responses.create({ model: 'failing', input: 'fail' });
  t.is(failed.status, 'failed');
  t.is((await responses.retrieve(failed.id)).status, 'failed');
  const next = await refusalOf(responses.create({ model: 'failing', input: 'x', previous_response_id: failed.id }));
  t.like(next, { status: 400, param: 'previous_response_id' });
});

test('the hold of a continuation covers the whole conversation', async (t) => {
  const { responses, wallet } = await clientFor();
  const first = await responses.create({ model: 'tiny', input: 'a', max_output_tokens: 16 });
  await responses.create({ model: 'tiny', input: 'b', max_output_tokens: 16, previous_response_id: first.id });
  const { reservations } = await wallet(2);
  t.is(reservations[1]?.reserved.input_tokens_max, 60, 'bounded by the context window');
});

test('charges equal the billing records of the upstream, whole and streamed', async (t) => {
  const { play } = await scene.start();
  for (const stream of [false, true]) {
    const { reply } = await play(t, { model: 'thinker', input: 'count me', stream });
    t.is(reply.status, 200);
  }
});

test('a refused continuation is raised as the client’s BadRequestError', async (t) => {
  const { responses } = await clientFor();
  await t.throwsAsync(responses.create({ model: 'light', input: 'x', previous_response_id: 'resp_1' }), {
    instanceOf: BadRequestError,
  });
});
