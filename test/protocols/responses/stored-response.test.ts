import test from 'ava';
import { isResponseId, responseId } from '../../../src/domain/responses/response-id.ts';
import {
  canContinue,
  decodeStoredResponse,
  encodeStoredResponse,
  historyOf,
  itemsById,
  type StoredResponse,
} from '../../../src/protocols/responses/stored-response.ts';

const binding = { profile: 'light', target: 'small', upstreamModel: 'model', account: 'account', isCast: false };

function stored(output: readonly object[], more: Partial<StoredResponse> = {}): StoredResponse {
  return {
    responseId: `resp_${'c'.repeat(44)}`,
    binding,
    createdAtMs: 1,
    expiresAtMs: 2,
    shown: Buffer.from(JSON.stringify({ id: 'resp', status: 'completed', output })),
    input: Buffer.from('[ {"role":"user","content":"a\\u0041"} ]'),
    sent: null,
    mapping: null,
    fileNames: [],
    ...more,
  };
}

const texts = (response: StoredResponse): unknown[] => historyOf(response).map((text) => JSON.parse(text.toString()));
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
const message = { type: 'message', id: 'msg_1', role: 'assistant', phase: 'final', content: [] };

test('a stored response is read byte for byte as it was written', (t) => {
  const response = stored([message], { sent: Buffer.from('{"output":[]}'), mapping: '{"a":1}' });
  t.deepEqual(decodeStoredResponse(encodeStoredResponse(response)), response);
  t.is(historyOf(stored([]))[0]?.toString(), '{"role":"user","content":"a\\u0041"}');
});

for (const bytes of ['', '{}', '{"v":2}', '{"v":1}', '{"v":1,"head":{}}', 'no JSON']) {
  test(`${JSON.stringify(bytes)} is no stored response`, (t) => {
    t.throws(() => decodeStoredResponse(Buffer.from(bytes)), { instanceOf: RangeError });
  });
}

test('output returns as input, without members that only servers and clients add', (t) => {
  const output = [
    reasoning,
    { ...message, created_by: 'x', content: [{ type: 'output_text', text: 'a', parsed: null, annotations: [] }] },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}', parsed_arguments: {} },
  ];
  t.deepEqual(texts(stored(output)).slice(1), [
    reasoning,
    { ...message, content: [{ type: 'output_text', text: 'a', annotations: [] }] },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}' },
  ]);
});

test('items that no server accepts back are left out', (t) => {
  const output = [
    { type: 'additional_tools', role: 'assistant', tools: [] },
    { type: 'computer_call_output', status: 'failed', call_id: 'call_1', output: {} },
    { type: 'custom_tool_call_output', status: 'in_progress', call_id: 'call_2', output: '' },
    { type: 'custom_tool_call_output', status: 'completed', call_id: 'call_3', output: 'x' },
    { type: 'image_generation_call', status: 'generating', id: 'ig_1', result: null },
    { type: 'anything_new', id: 'new_1', words: ['kept'] },
  ];
  t.deepEqual(texts(stored(output)).slice(1), [
    { type: 'custom_tool_call_output', call_id: 'call_3', output: 'x' },
    { type: 'anything_new', id: 'new_1', words: ['kept'] },
  ]);
});

test('reasoning without a following item is left out', (t) => {
  t.deepEqual(texts(stored([reasoning, message, reasoning])).slice(1), [reasoning, message]);
  t.deepEqual(texts(stored([reasoning])).slice(1), []);
});

test('a cast conversation continues as it was sent', (t) => {
  const sent = Buffer.from(
    JSON.stringify({ output: [{ ...message, content: [{ type: 'output_text', text: '[P1]' }] }] }),
  );
  t.is(
    itemsById(stored([message], { sent }))
      .get('msg_1')
      ?.toString()
      .includes('[P1]'),
    true,
  );
});

test('items of the output and of the input are found by their ids', (t) => {
  const response = stored([message], { input: Buffer.from('[{"id":"msg_in","role":"user","content":"x"}]') });
  t.is(itemsById(response).get('msg_1')?.toString(), JSON.stringify(message));
  t.is(itemsById(response).get('msg_in')?.toString(), '{"id":"msg_in","role":"user","content":"x"}');
  t.is(itemsById(response).size, 2);
});

test('only a failed answer cannot be continued', (t) => {
  for (const status of ['completed', 'incomplete', 'cancelled', 'failed']) {
    const shown = Buffer.from(JSON.stringify({ status, output: [] }));
    t.is(canContinue(stored([], { shown })), status !== 'failed');
  }
});

test('ids sort the newest first, and other texts are no ids', (t) => {
  const ids = [1, 2, 1_790_000_000_000].map((nowMs) => responseId(nowMs, 'a'.repeat(32)));
  t.deepEqual(ids.toSorted(), ids.toReversed());
  t.true(ids.every((id) => isResponseId(id)));
  for (const id of ['', 'resp_', 'resp_1', `${ids[0]}0`, ids[0]?.toUpperCase() ?? '']) t.false(isResponseId(id));
  t.throws(() => responseId(1, 'a'), { instanceOf: RangeError });
});
