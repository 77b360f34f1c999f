import { MessagesStream } from '../../../src/protocols/messages/stream.ts';
import { rewritten, type Rewriting } from '../_stream-rewriting.ts';

/** Streams of messages as servers send them, shortened. Line ends are LF, the model is called `upstream-1`. */

const record = (type: string, rest: string): string => `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n`;
const delta = (index: number, inside: string): string =>
  record('content_block_delta', `,"index":${index},"delta":${inside}`);
const ping = 'event: ping\ndata: {"type": "ping"}\n\n';
const stop = record('message_stop', '');

const start = (usage: string): string =>
  record(
    'message_start',
    `,"message":{"id":"msg_01","type":"message","role":"assistant","model":"upstream-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":${usage}}`,
  );

const startUsage =
  '{"input_tokens":25,"cache_creation_input_tokens":30,"cache_read_input_tokens":7,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20},"output_tokens":1,"service_tier":"standard"}';
const end = (usage: string, reason = 'end_turn'): string =>
  record('message_delta', `,"delta":{"stop_reason":"${reason}","stop_sequence":null},"usage":${usage}`);

/** Bytes that every rewriting would change: escapes, an escaped slash, surrogates, two-byte letters, odd numbers. */
const opaque = [
  record('content_block_start', ',"index":0,"content_block":{"type":"thinking","thinking":"","signature":""}'),
  ...['Let', ' me \\u0074hink', ' caf\\u00e9 \\/ é😀 \\ud83d\\ude00', '\\ud800'].map((text) =>
    delta(0, `{"type":"thinking_delta","thinking":"${text}"}`),
  ),
  delta(0, '{"type":"signature_delta","signature":"Eq+\\/\\u0041A=="}'),
  record('content_block_stop', ',"index":0'),
  record('content_block_start', ',"index":1,"content_block":{"type":"redacted_thinking","data":"Em\\/+\\u003d"}'),
  record('content_block_stop', ',"index":1'),
].join('');

const plain = [
  start(startUsage),
  ping,
  record('content_block_start', ',"index":0,"content_block":{"type":"text","text":""}'),
  ...['Hel', 'lo', ' "wor', 'ld"\n', '', 'é😀', 'usage', '\\', '{"type":"message_stop"}'].map((text) =>
    delta(0, `{"type":"text_delta","text":${JSON.stringify(text)}}`),
  ),
  ping,
  record('content_block_stop', ',"index":0'),
  end('{"output_tokens":40}'),
  stop,
].join('');

const thinking = [
  start(startUsage),
  opaque,
  record('content_block_start', ',"index":2,"content_block":{"type":"text","text":""}'),
  delta(2, '{"type":"text_delta","text":"56"}'),
  record('content_block_stop', ',"index":2'),
  end(
    '{"input_tokens":26,"cache_read_input_tokens":null,"output_tokens":90,"output_tokens_details":{"thinking_tokens":60}}',
  ),
  stop,
].join('');

const tools = [
  start('{"input_tokens":9,"output_tokens":1}'),
  record('content_block_start', ',"index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"n","input":{}}'),
  ...['', '{\\"ci', 'ty\\":', '\\"Bern\\"}'].map((part) =>
    delta(0, `{"type":"input_json_delta","partial_json":"${part}"}`),
  ),
  record('content_block_stop', ',"index":0'),
  end('{"output_tokens":12}', 'tool_use'),
  stop,
].join('');

const unknown = [
  start('{"input_tokens":9,"output_tokens":1,"speed":"fast"}'),
  record('not_there_yet', ',"model":"upstream-1","n":1e400,"__proto__":{}'),
  record('content_block_start', ',"index":0,"content_block":{"type":"not_there_yet","x":[9007199254740993]}'),
  delta(0, '{"type":"not_there_yet_delta","model":"upstream-1"}'),
  delta(0, '{"type":"citations_delta","citation":{"type":"web_search_result_location","encrypted_index":"Eo\\/8="}}'),
  record('content_block_stop', ',"index":0'),
  end('{"output_tokens":3}', 'pause_turn'),
  end('{"output_tokens":4}', 'end_turn'),
  stop,
].join('');

const iterated = [
  start('{"input_tokens":100,"output_tokens":1}'),
  record('content_block_start', ',"index":0,"content_block":{"type":"compaction","content":null}'),
  delta(0, '{"type":"compaction_delta","content":"kept","encrypted_content":"Ec\\/="}'),
  record('content_block_stop', ',"index":0'),
  end(
    '{"input_tokens":100,"output_tokens":5,"iterations":[{"type":"compaction","input_tokens":900,"output_tokens":50},{"type":"message","model":"upstream-1","input_tokens":100,"output_tokens":5},{"type":"message","model":"other"}]}',
  ),
  stop,
].join('');

/** Without `event:` lines, without spaces after the colons, with comments, and a `[DONE]` from another protocol. */
const loose = [
  ': PROCESSING\n\n',
  'event: message_start\n\n',
  'data:{"type":"message_start","message":{"type":"message","model":"upstream-1","content":[],"usage":{"input_tokens":9,"output_tokens":1}}}\n\n',
  'data:{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
  'data:\n\n',
  'data:{"type":"content_block_delta","index":0,"delta":{"text":"b","type":"text_delta"}}\n\n',
  'id: 7\nevent: content_block_delta\ndata: {"type":"content_block_delta",\ndata: "index":0,"delta":{"type":"text_delta","text":"c"}}\n\n',
  'data:{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}\n\n',
  'data: [DONE]\n\n',
  'data:{"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":9}}\n\n',
].join('');

const broken = [
  start('{"input_tokens":9,"output_tokens":1}'),
  delta(0, '{"type":"text_delta","text":"so far, so good"}'),
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  delta(0, '{"type":"text_delta","text":"never"}'),
  stop,
].join('');

/** The upstream searches twice, the second time in vain, and fetches a page; its last record counts. */
const searching = [
  start('{"input_tokens":100,"output_tokens":1,"server_tool_use":{"web_search_requests":0}}'),
  ...[
    '{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}',
    '{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","encrypted_content":"Eo\\/8="}]}',
    '{"type":"web_search_tool_result","tool_use_id":"srvtoolu_2","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}}',
    '{"type":"web_fetch_tool_result","tool_use_id":"srvtoolu_3","content":{"type":"web_fetch_result","url":"https://x.test"}}',
  ].flatMap((block, index) => [
    record('content_block_start', `,"index":${index},"content_block":${block}`),
    record('content_block_stop', `,"index":${index}`),
  ]),
  end('{"input_tokens":400,"output_tokens":9,"server_tool_use":{"web_search_requests":2,"web_fetch_requests":1}}'),
  stop,
].join('');

export const messagesStreams = { plain, thinking, tools, unknown, iterated, searching, loose, broken } as const;

export type MessagesStreamName = keyof typeof messagesStreams;

export interface RewritingOptions {
  readonly clientModel?: string;
  readonly askedSpeed?: string | null;
  readonly maxTokens?: number;
  readonly recordBytesMax?: number;
}

/** Hands a stream in by chunks. */
export function rewriteMessages(
  chunks: readonly Buffer[],
  { recordBytesMax, ...options }: RewritingOptions = {},
): Rewriting {
  const protocol = new MessagesStream({ clientModel: 'light', askedSpeed: null, maxTokens: 1_000, ...options });
  return rewritten(protocol, chunks, recordBytesMax);
}
