import test from 'ava';
import { readResponsesRequest, writeResponsesRequest } from '../../../src/protocols/responses/request.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';

function read(body: object) {
  const object = scanJsonObject(Buffer.from(JSON.stringify({ input: 'Hi', ...body })));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return readResponsesRequest(object);
}

function accepted(body: object) {
  const request = read(body);
  if (request.kind !== 'responses_request') throw new Error(JSON.stringify(request));
  return request;
}

const picture = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };

test('input with images at any place is not bounded by its bytes', (t) => {
  const bodies = {
    'a part': { input: [{ role: 'user', content: [picture] }] },
    'a screenshot': {
      input: [{ type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot' } }],
    },
    'a generated image': { input: [{ type: 'image_generation_call', id: 'ig_1', result: 'AAAA' }] },
    'an image that code drew': {
      input: [
        { type: 'code_interpreter_call', id: 'ci_1', outputs: [{ type: 'image', url: 'https://x.example/1.png' }] },
      ],
    },
    'the result of a tool': { input: [{ type: 'function_call_output', call_id: 'c', output: [picture] }] },
    'the result of a custom tool': { input: [{ type: 'custom_tool_call_output', call_id: 'c', output: [picture] }] },
    'the result of a local shell': { input: [{ type: 'local_shell_call_output', id: 'c', output: [picture] }] },
    'the result of a patch': { input: [{ type: 'apply_patch_call_output', call_id: 'c', output: [picture] }] },
    'a part of what a shell printed': { input: [{ type: 'shell_call_output', call_id: 'c', output: [picture] }] },
    'an image beside what a shell printed': {
      input: [{ type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'out', image_url: picture.image_url }] }],
    },
    'an image in what a shell printed': {
      input: [{ type: 'shell_call_output', call_id: 'c', output: [{ stdout: [picture] }] }],
    },
    'an image in the outcome of a shell': {
      input: [{ type: 'shell_call_output', call_id: 'c', output: [{ stdout: '', outcome: { of: picture } }] }],
    },
    'an object that a shell printed': { input: [{ type: 'shell_call_output', call_id: 'c', output: picture }] },
    'the content of a shell’s output': { input: [{ type: 'shell_call_output', call_id: 'c', content: [picture] }] },
    'a part of a run of code': { input: [{ type: 'code_interpreter_call', id: 'ci_1', output: [picture] }] },
    'a part of a summary': { input: [{ type: 'reasoning', id: 'rs_1', summary: [picture] }] },
    'the result of a program': { input: [{ type: 'program_output', call_id: 'c', result: [picture] }] },
    'a result of a file search': { input: [{ type: 'file_search_call', id: 'fs_1', results: [picture] }] },
    'an unknown part of a file search': { input: [{ type: 'file_search_call', id: 'fs_1', results: [{ url: 'x' }] }] },
    'what a server answered as an error': {
      input: [{ type: 'mcp_call', id: 'm', error: { type: 'mcp_tool_execution_error', content: [picture] } }],
    },
    'a part of the instructions': { instructions: [{ role: 'system', content: [picture] }] },
  };
  for (const [name, body] of Object.entries(bodies)) t.true(accepted(body).hasUnboundedInput, name);
});

test('text is bounded by its bytes, also in parts without a type', (t) => {
  const output = [{ stdout: 'out', stderr: '', outcome: { type: 'exit', exit_code: 0 }, created_by: 'x' }];
  const results = [{ text: 'found', filename: 'a.txt', file_id: 'f', score: 0.5, attributes: { year: 2020, by: 'A' } }];
  const bodies = {
    'a text': {},
    'parts of text': { input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }] },
    'what a shell printed': { input: [{ type: 'shell_call_output', call_id: 'c', output }] },
    'what code printed': {
      input: [{ type: 'code_interpreter_call', id: 'ci_1', outputs: [{ type: 'logs', logs: '1' }] }],
    },
    'what a file search found': { input: [{ type: 'file_search_call', id: 'fs_1', queries: ['q'], results }] },
    'a summary': { input: [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm' }] }] },
    'the result of a program': { input: [{ type: 'program_output', call_id: 'c', result: '7' }] },
    'an error in words': { input: [{ type: 'mcp_call', id: 'm', error: { type: 'http_error', message: 'no' } }] },
    'code without outputs': { input: [{ type: 'code_interpreter_call', id: 'ci_1', outputs: null }] },
    instructions: { instructions: 'Be brief.' },
  };
  for (const [name, body] of Object.entries(bodies)) t.false(accepted(body).hasUnboundedInput, name);
});

test('a generated image without its bytes is refused, also if its call is said to have failed', (t) => {
  const failed = [{ result: '' }, { result: null }, {}].map((result) => ({ ...result, status: 'failed' }));
  for (const result of [{}, { result: null }, { result: '' }, { result: 1 }, ...failed]) {
    const input = [
      { role: 'user', content: 'Make it blue.' },
      { type: 'image_generation_call', id: 'ig_1', ...result },
    ];
    const refused = { kind: 'responses_refusal', reason: 'unsupported_parameter', param: 'input[1]' };
    t.like(read({ input }), refused, JSON.stringify(result));
    t.like(read({ instructions: input }), { ...refused, param: 'instructions[1]' }, JSON.stringify(result));
  }
});

test('a compaction is found as a setting or as an item', (t) => {
  t.true(accepted({ context_management: [{ type: 'compaction' }] }).mayCompact);
  t.true(accepted({ input: [{ role: 'user', content: 'Hi' }, { type: 'compaction_trigger' }] }).mayCompact);
  t.false(accepted({}).mayCompact);
});

test('hosted tools are found in instructions', (t) => {
  const instructions = [{ type: 'additional_tools', tools: [{ type: 'code_interpreter' }] }];
  t.like(read({ instructions }), { reason: 'tool_not_priced', param: 'instructions[0].tools[0]' });
});

test('`background` is refused unless it is false', (t) => {
  const refused = { kind: 'responses_refusal', reason: 'unsupported_parameter', param: 'background' };
  for (const background of [true, 'true', 1, 'on', []])
    t.like(read({ background }), refused, JSON.stringify(background));
  for (const background of [false, null]) t.truthy(accepted({ background }), JSON.stringify(background));
});

const changes = {
  model: 'm',
  outputTokensMax: 50,
  effort: null,
  efforts: [],
  hasOpaqueReasoning: false,
  hostedToolUsesMax: 1,
};

function written(body: object): Record<string, unknown> {
  const object = scanJsonObject(Buffer.from(JSON.stringify({ model: 'm', input: 'x', ...body })));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return JSON.parse(writeResponsesRequest(object, changes).toString()) as Record<string, unknown>;
}

test('a limit of -1 is none, and is never sent', (t) => {
  t.is(accepted({ max_output_tokens: -1 }).maxTokens, null);
  t.is(written({ max_output_tokens: -1 })['max_output_tokens'], 50);
  t.is(written({ max_output_tokens: 40 })['max_output_tokens'], 40);
  t.is(written({ max_output_tokens: null })['max_output_tokens'], null);
  for (const odd of [-2, '-1']) {
    t.like(read({ max_output_tokens: odd }), { kind: 'request_fault', param: 'max_output_tokens' });
  }
});

test('the effort `default` is that of the model', (t) => {
  for (const body of [{ reasoning: { effort: 'default' } }, { reasoning_effort: 'default' }]) {
    t.is(accepted(body).effort, null);
  }
  t.deepEqual(written({ reasoning: { effort: 'default', summary: 'auto' } })['reasoning'], { summary: 'auto' });
});
