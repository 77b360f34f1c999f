import test from 'ava';
import { readResponsesRequest } from '../../../src/protocols/responses/request.ts';
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

test('input with images, wherever they are, is not bounded by its bytes', (t) => {
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
    'a part of the instructions': { instructions: [{ role: 'system', content: [picture] }] },
  };
  for (const [name, body] of Object.entries(bodies)) t.true(accepted(body).hasUnboundedInput, name);
});

test('text is bounded by its bytes, also where its parts have no type', (t) => {
  const output = [{ stdout: 'out', stderr: '', outcome: { type: 'exit', exit_code: 0 } }];
  const bodies = {
    'a text': {},
    'parts of text': { input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }] },
    'what a shell printed': { input: [{ type: 'shell_call_output', call_id: 'c', output }] },
    'what code printed': {
      input: [{ type: 'code_interpreter_call', id: 'ci_1', outputs: [{ type: 'logs', logs: '1' }] }],
    },
    'code without outputs': { input: [{ type: 'code_interpreter_call', id: 'ci_1', outputs: null }] },
    'an image that was not made': { input: [{ type: 'image_generation_call', id: 'ig_1', result: null }] },
    instructions: { instructions: 'Be brief.' },
  };
  for (const [name, body] of Object.entries(bodies)) t.false(accepted(body).hasUnboundedInput, name);
});

test('an image that only the account of all callers holds is refused', (t) => {
  const input = [
    { role: 'user', content: 'Make it blue.' },
    { type: 'image_generation_call', id: 'ig_1' },
  ];
  t.like(read({ input }), { kind: 'responses_refusal', reason: 'unsupported_parameter', param: 'input[1]' });
});

test('a compaction may be asked for by its length, or at once by an item', (t) => {
  t.true(accepted({ context_management: [{ type: 'compaction' }] }).mayCompact);
  t.true(accepted({ input: [{ role: 'user', content: 'Hi' }, { type: 'compaction_trigger' }] }).mayCompact);
  t.false(accepted({}).mayCompact);
});

test('tools of the upstream are found among the instructions', (t) => {
  const instructions = [{ type: 'additional_tools', tools: [{ type: 'code_interpreter' }] }];
  t.like(read({ instructions }), { reason: 'tool_not_priced', param: 'instructions[0].tools[0]' });
});
