/**
 * Chat streams as servers of several makes send them, shortened. Line ends are LF; every stream ends with `[DONE]`, and
 * its model is called `upstream-1`.
 */

const openaiHead =
  '{"id":"chatcmpl-Bk1","object":"chat.completion.chunk","created":1742000000,"model":"upstream-1","service_tier":"default","system_fingerprint":"fp_1"';

function openai(delta: string, finish = 'null', index = 0): string {
  return `data: ${openaiHead},"choices":[{"index":${index},"delta":${delta},"logprobs":null,"finish_reason":${finish}}],"usage":null}\n\n`;
}

const openaiUsage = `data: ${openaiHead},"choices":[],"usage":{"prompt_tokens":19,"completion_tokens":10,"total_tokens":29,"prompt_tokens_details":{"cached_tokens":4,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":3,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}}\n\n`;
const done = 'data: [DONE]\n\n';

/** Two-byte letters, an emoji in UTF-8 and as escapes, quotes, the word usage and what looks like JSON. */
const words = ['Hel', 'lo', ' "wor', 'ld"\n', '', 'é😀', 'usage', '\\', '{"error":1}'];

const plain = [
  openai('{"role":"assistant","content":"","refusal":null}'),
  ...words.map((word) => openai(`{"content":${JSON.stringify(word)}}`)),
  openai('{"content":"\\ud83d\\ude00\\u00e9"}'),
  openai('{}', '"stop"'),
  openaiUsage,
  done,
].join('');

const toolCalls = [
  openai('{"role":"assistant","content":null}'),
  openai('{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":""}}]}'),
  ...['{\\"ci', 'ty\\":', '\\"Bern\\"}'].map((part) =>
    openai(`{"tool_calls":[{"index":0,"function":{"arguments":"${part}"}}]}`),
  ),
  openai('{"tool_calls":[{"index":1,"id":"call_2","type":"custom","custom":{"name":"run","input":"ls"}}]}'),
  openai('{}', '"tool_calls"'),
  openaiUsage,
  done,
].join('');

const twoChoices = [
  openai('{"role":"assistant","content":""}'),
  openai('{"role":"assistant","content":""}', 'null', 1),
  ...['a', 'b', 'c'].flatMap((word) => [
    openai(`{"content":"${word}"}`),
    openai(`{"content":"${word}${word}"}`, 'null', 1),
  ]),
  openai('{}', '"stop"'),
  openai('{"content":"late"}', 'null', 1),
  openai('{}', '"length"', 1),
  openaiUsage,
  done,
].join('');

const vllmHead = '{"id": "cmpl-2", "object": "chat.completion.chunk", "created": 1742000001, "model": "upstream-1"';
const vllm = [
  ...[
    '{"role": "assistant", "content": ""}',
    '{"reasoning_content": "hmm"}',
    '{"content": "5"}',
    '{"content": "6"}',
  ].map(
    (delta, i) =>
      `data: ${vllmHead}, "choices": [{"index": 0, "delta": ${delta}, "finish_reason": null}], "usage": {"prompt_tokens": 7, "total_tokens": ${7 + i}, "completion_tokens": ${i}}}\n\n`,
  ),
  `data: ${vllmHead}, "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "stop", "stop_reason": null}], "usage": {"prompt_tokens": 7, "total_tokens": 12, "completion_tokens": 5}}\n\n`,
  done,
].join('');

const llamaCpp = [
  'data:{"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"created":1742000002,"id":"chatcmpl-3","model":"upstream-1","object":"chat.completion.chunk"}\n\n',
  ...['One', ' two', ' three'].map(
    (word) =>
      `data:{"choices":[{"finish_reason":null,"index":0,"delta":{"content":"${word}"}}],"created":1742000002,"id":"chatcmpl-3","model":"upstream-1","object":"chat.completion.chunk"}\n\n`,
  ),
  'data:{"choices":[{"finish_reason":"length","index":0,"delta":{}}],"created":1742000002,"id":"chatcmpl-3","model":"upstream-1","object":"chat.completion.chunk","timings":{"predicted_ms":12.50,"prompt_n":1e1}}\n\n',
  'data:{"usage":{"completion_tokens":3,"prompt_tokens":10,"total_tokens":13},"choices":[],"created":1742000002,"id":"chatcmpl-3","model":"upstream-1"}\n\n',
  done,
].join('');

const azure = [
  'data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0}],"usage":null}\n\n',
  ...['Hi', ' there'].map(
    (word) =>
      `data: {"choices":[{"content_filter_results":{},"delta":{"content":"${word}"},"finish_reason":null,"index":0}],"created":1742000003,"id":"chatcmpl-4","model":"upstream-1","object":"chat.completion.chunk","usage":null}\n\n`,
  ),
  'data: {"choices":[{"delta":{},"finish_reason":"stop","index":0}],"created":1742000003,"id":"chatcmpl-4","model":"upstream-1","object":"chat.completion.chunk","usage":null}\n\n',
  'data: {"usage":{"completion_tokens":2,"prompt_tokens":3},"model":"upstream-1","choices":[]}\n\n',
  done,
].join('');

const commented = [
  ': PROCESSING\n\n',
  'id: 1\nevent: message\ndata: {"model":"upstream-1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n',
  'data:\n\n',
  'data: {"model":"upstream-1",\n:within\ndata: "choices":[{"index":0,\ndata: "delta":{"content":"b"}}]}\n\n',
  ': PROCESSING\n: still\n\n',
  'data: {"model":"upstream-1","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}\n\n',
  'data: \n\n',
  done,
].join('');

const broken = [
  openai('{"content":"so far"}'),
  'data: {"error":{"message":"overloaded","type":"server_error","code":null},"model":"upstream-1"}\n\n',
  openai('{"content":"never"}'),
  done,
].join('');

export const chatStreams = { plain, toolCalls, twoChoices, vllm, llamaCpp, azure, commented, broken } as const;

export type ChatStreamName = keyof typeof chatStreams;
