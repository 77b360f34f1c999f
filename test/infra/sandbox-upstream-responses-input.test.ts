import test from 'ava';
import OpenAI from 'openai';
import { toResponseInputItems } from 'openai/lib/responses/ResponseInputItems';
import { ended, HELLO } from '../_support/sandbox-post.ts';
import { REASONING, respond, responded, response, type OutputItem } from '../_support/sandbox-responses.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';

// What the sandbox takes for a response, and what it does not: it keeps nothing, and believes nobody.

interface Refused {
  readonly error: { readonly message: string; readonly param: string | null; readonly code: string | null };
}

const refusal = async (sandbox: SandboxForTest, body: object) => {
  const { status, text } = await respond(sandbox, { ...body });
  return { status, text, ...(JSON.parse(text) as Partial<Refused>).error };
};

const user = (content: string) => ({ role: 'user', content });

/** The output of one turn: reasoning, then what it led to. */
async function turn(sandbox: SandboxForTest, more: object = {}): Promise<readonly [OutputItem, OutputItem]> {
  const { output } = await responded(sandbox, response(HELLO, { ...REASONING, ...more }));
  const [reasoning, made] = output;
  if (reasoning === undefined || made === undefined) throw new Error('no reasoning');
  return [reasoning, made];
}

test('parameters that need a store and unknown ones are refused and not charged', async (t) => {
  const sandbox = await startSandbox(t);
  for (const [more, param, code] of [
    [{ previous_response_id: 'resp_1' }, 'previous_response_id', 'previous_response_not_found'],
    [{ store: true }, 'store', 'unsupported_value'],
    [{ store: undefined }, 'store', 'unsupported_value'],
    [{ conversation: 'conv_1' }, 'conversation', 'unsupported_parameter'],
    [{ background: true }, 'background', 'unsupported_parameter'],
    [{ prompt: { id: 'pmpt_1' } }, 'prompt', 'unsupported_parameter'],
    [{ reasoning_effort: 'low' }, 'reasoning_effort', 'unknown_parameter'],
    [{ include: ['reasoning.encrypted_content', 'all'] }, 'include[1]', 'invalid_value'],
    [{ include: 'all' }, 'include', 'invalid_type'],
    [{ max_output_tokens: 0 }, 'max_output_tokens', 'invalid_value'],
    [{ input: [] }, 'input', 'invalid_type'],
    [{ tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools[0].name', 'missing_required_parameter'],
    [{ input: '[[sandbox: no_such]]' }, 'input', 'unknown_sandbox_directive'],
    [{ model: 'sandbox-small', reasoning: { effort: 'low' } }, 'reasoning.effort', 'unsupported_parameter'],
    [{ model: 'sandbox-medium', reasoning: { effort: 'max' } }, 'reasoning.effort', 'unsupported_value'],
    [{ model: 'sandbox-large:frames-2', reasoning: { effort: 'xhigh' } }, 'reasoning.effort', 'unsupported_value'],
  ] as const) {
    const said = await refusal(sandbox, response(HELLO, more));
    t.like(said, { status: 400, type: 'invalid_request_error', param, code }, said.text);
    t.is((await ended(sandbox)).state, 'not_charged');
  }
  t.like(await refusal(sandbox, response(HELLO, { model: 'gpt' })), { status: 404, code: 'model_not_found' });
  const harmless = { background: false, previous_response_id: null, conversation: null, prompt: null, include: null };
  t.is((await refusal(sandbox, response(HELLO, harmless))).status, 200);
});

test('an input item that does not have the form of its type is refused', async (t) => {
  const sandbox = await startSandbox(t);
  const part = (role: string, type: string) => ({ role, content: [{ type, text: '' }] });
  for (const [item, says] of [
    [{ type: 'box' }, /'box'/],
    [{}, /no type of an input item/],
    [{ ...user(''), id: 'item_1' }, /begins with 'msg'/],
    [{ ...user(''), id: `msg_${'1'.repeat(61)}` }, /1 to 64 characters/],
    [part('user', 'text'), /Invalid value: 'text'/],
    [part('assistant', 'input_text'), /Invalid value: 'input_text'/],
    [{ type: 'reasoning', summary: [] }, /Missing required parameter: 'input\[1\]\.id'/],
    [{ type: 'function_call', name: 'f', arguments: '' }, /'input\[1\]\.call_id'/],
    [{ type: 'configuration_update', reasoning: { effort: 'xhigh' } }, /"xhigh" is not supported/],
  ] as const) {
    const said = await refusal(sandbox, response([user(HELLO), item]));
    t.is(said.status, 400, said.text);
    t.regex(String(said.message), says);
  }
  const items = [user(''), part('developer', 'input_text'), part('assistant', 'output_text'), user(HELLO)];
  t.is((await refusal(sandbox, response(items))).status, 200);
});

test('an answer repeats the last words and later tool results, and gives the number of items', async (t) => {
  const sandbox = await startSandbox(t);
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c', output: 'found' };
  const { output: said, usage } = await responded(sandbox, response([user('Find it'), call, output]));
  t.like(said[0], { content: [{ text: 'You said: Find it The tool said: found (item 3)' }] });
  t.is(usage?.['input_tokens'], Math.ceil((7 + 2 + 5) / 4) + 3 * 3);
});

test('the last configuration in the input determines the reasoning', async (t) => {
  const sandbox = await startSandbox(t);
  const update = (effort: string) => ({ type: 'configuration_update', reasoning: { effort } });
  const input = [update('max'), user('one'), update('medium'), user('two')];
  const { usage, reasoning } = await responded(sandbox, response(input, { reasoning: { effort: 'low' } }));
  t.like(usage, { output_tokens_details: { reasoning_tokens: 16 } });
  t.like(reasoning, { effort: 'medium' });
});

test('reasoning is accepted only unchanged, and by the account that made it', async (t) => {
  const sandbox = await startSandbox(t);
  const [reasoning, message] = await turn(sandbox);
  const [other] = await turn(sandbox);
  const back = (first: object, to = sandbox) => refusal(to, response([first, message, user('And now?')]));
  t.is((await back(reasoning)).status, 200);
  t.is((await back({ ...reasoning, content: null })).status, 200);
  const encrypted = String(reasoning['encrypted_content']);
  const at = Math.floor(encrypted.length / 2);
  const changed = `${encrypted.slice(0, at)}${encrypted[at] === 'a' ? 'b' : 'a'}${encrypted.slice(at + 1)}`;
  const invalid = { status: 400, param: null, code: 'invalid_encrypted_content' } as const;
  t.like(await back({ ...reasoning, encrypted_content: changed }), invalid);
  t.like(await back({ ...reasoning, encrypted_content: other['encrypted_content'] }), invalid);
  t.like(await back({ ...reasoning, id: other.id }), invalid);
  t.like(await back(reasoning, await startSandbox(t, { apiKey: 'another account' })), invalid);
  const { encrypted_content: _, ...without } = reasoning;
  const said = await back(without);
  t.like(said, { status: 404, type: 'invalid_request_error', param: 'input', code: null });
  t.true(said.message?.startsWith(`Item with id '${reasoning.id}' not found. Items are not persisted when`));
});

test('reasoning and its following item are accepted only together, in order', async (t) => {
  const sandbox = await startSandbox(t);
  const [reasoning, message] = await turn(sandbox);
  const [reasoned, call] = await turn(sandbox, { input: 'call the tool', tools: [{ type: 'function', name: 'f' }] });
  const output = { type: 'function_call_output', call_id: call['call_id'], output: '' };
  t.is((await refusal(sandbox, response([reasoned, call, output, reasoning, message, user('')]))).status, 200);
  const alone = `Item '${reasoning.id}' of type 'reasoning' was provided without its required following item.`;
  for (const items of [[reasoning], [reasoning, user('')], [reasoning, reasoned, call, output], [message, reasoning]]) {
    const said = await refusal(sandbox, response(items));
    t.is(said.status, 400);
    if (items[0] === reasoning) t.is(said.message, alone);
  }
  const bereft = await refusal(sandbox, response([message, user('')]));
  t.is(
    bereft.message,
    `Item '${message.id}' of type 'message' was provided without its required 'reasoning' item: '${reasoning.id}'.`,
  );
  // Without its id, a message stands for itself; so does an item of another account.
  t.is((await refusal(sandbox, response([{ ...message, id: undefined }, user('')]))).status, 200);
  const elsewhere = await startSandbox(t, { apiKey: 'another account' });
  t.is((await refusal(elsewhere, response([message, user('')]))).status, 200);
});

test('every call needs an output, every output a call, and ids must be unique', async (t) => {
  const sandbox = await startSandbox(t);
  for (const [type, name] of [
    ['function_call', 'function call'],
    ['custom_tool_call', 'custom tool call'],
  ] as const) {
    const call = { type, call_id: 'call_1', name: 'f', arguments: '{}', input: '' };
    const output = { type: `${type}_output`, call_id: 'call_1', output: '' };
    const other = { ...call, call_id: 'call_2' };
    const said = async (...items: readonly object[]) => (await refusal(sandbox, response(items))).message;
    t.is(await said(call), `No tool output found for ${name} call_1.`);
    t.is(await said(call, other, output), `No tool output found for ${name} call_2.`);
    t.is(await said(output, call), `No tool call found for ${name} output with call_id call_1.`);
    t.is(await said(call, other, { ...output, call_id: 'call_2' }, output), undefined);
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '' }] };
  t.like(await refusal(sandbox, response([message, user(''), message])), {
    status: 400,
    param: 'input',
    code: null,
    message: 'Duplicate item found with id msg_1. Remove duplicate items from your input and try again.',
  });
});

test('the official helper continues a conversation with a call and its output', async (t) => {
  const sandbox = await startSandbox(t);
  const client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
  const ask = {
    model: 'sandbox-large',
    store: false,
    reasoning: { effort: 'high', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'look_up', parameters: null, strict: false }],
  } satisfies OpenAI.Responses.ResponseCreateParams;
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Please call the tool' }];
  const first = await client.responses.stream({ ...ask, input }).finalResponse();
  const call = first.output.find((item) => item.type === 'function_call');
  input.push(...toResponseInputItems(first.output));
  input.push({ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'found' });
  const second = await client.responses.create({ ...ask, input });
  t.is(second.output_text, 'You said: Please call the tool The tool said: found (item 4)');
  input.push(...toResponseInputItems(second.output), { role: 'user', content: 'Thanks' });
  const third = await client.responses.stream({ ...ask, input }).finalResponse();
  t.is(third.output_text, 'You said: Thanks (item 7)');
});

test('a reference to an item gets 404', async (t) => {
  const sandbox = await startSandbox(t);
  const [, message] = await turn(sandbox);
  const said = await refusal(sandbox, response([{ type: 'item_reference', id: message.id }]));
  t.like(said, { status: 404, param: 'input', code: null });
  t.regex(String(said.message), /not found\. Items are not persisted when `store` is set to false/);
});

test('a model that reasons in plain text accepts it back', async (t) => {
  const sandbox = await startSandbox(t);
  const model = 'sandbox-large:reasoning_parts';
  const [reasoning, message] = await turn(sandbox, { model });
  const items = [reasoning, message, user('')];
  t.is((await refusal(sandbox, response(items, { model }))).status, 200);
  t.is((await refusal(sandbox, response(items))).status, 404);
});
