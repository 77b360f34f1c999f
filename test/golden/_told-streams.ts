// Streams of an upstream that says given texts piece by piece.

const id = { chat: 'chatcmpl-golden', message: 'msg_golden', response: 'resp_golden', item: 'msg_item' };

/** Chat: a choice that speaks and calls a tool, its end, and the counters. */
export function chatTold(pieces: readonly string[]): readonly object[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    id: id.chat,
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: 'sandbox-small',
    service_tier: 'default',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  const call = (index: number, fields: object): object => chunk({ tool_calls: [{ index, ...fields }] });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chunk({ content })),
    call(0, { id: 'call_1', type: 'function', function: { name: 'find', arguments: '' } }),
    ...['{"who":"', ...pieces, '"}'].map((text) => call(0, { function: { arguments: text } })),
    chunk({}, 'tool_calls'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 } },
  ];
}

/** Messages: a text, a call of a tool with its input in pieces, and the counters. */
export function messagesTold(pieces: readonly string[]): readonly object[] {
  const delta = (index: number, fields: object): object => ({ type: 'content_block_delta', index, delta: fields });
  return [
    {
      type: 'message_start',
      message: {
        id: id.message,
        type: 'message',
        role: 'assistant',
        model: 'sandbox-small',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1, service_tier: 'standard' },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...pieces.map((text) => delta(0, { type: 'text_delta', text })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'find', input: {} },
    },
    ...['{"who":"', ...pieces, '"}'].map((text) => delta(1, { type: 'input_json_delta', partial_json: text })),
    { type: 'content_block_stop', index: 1 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { input_tokens: 9, output_tokens: 7 },
    },
    { type: 'message_stop' },
  ];
}

/** Responses: a message told piece by piece and then whole. */
export function responsesTold(pieces: readonly string[]): readonly object[] {
  const text = pieces.join('');
  const part = (said: string): object => ({ type: 'output_text', text: said, annotations: [], logprobs: [] });
  const item = (status: string, content: readonly object[]): object => ({
    type: 'message',
    id: id.item,
    status,
    role: 'assistant',
    content,
  });
  const response = (status: string, output: readonly object[]): object => ({
    id: id.response,
    object: 'response',
    created_at: 1_767_225_600,
    status,
    model: 'sandbox-small',
    output,
    error: null,
    incomplete_details: null,
    previous_response_id: null,
    store: false,
    parallel_tool_calls: true,
    tools: [],
    metadata: {},
    usage:
      status === 'completed'
        ? {
            input_tokens: 9,
            input_tokens_details: { cached_tokens: 2 },
            output_tokens: 7,
            output_tokens_details: { reasoning_tokens: 3 },
            total_tokens: 16,
          }
        : null,
  });
  const place = { item_id: id.item, output_index: 0, content_index: 0 };
  const records: readonly object[] = [
    { type: 'response.created', response: response('in_progress', []) },
    { type: 'response.output_item.added', output_index: 0, item: item('in_progress', []) },
    { type: 'response.content_part.added', ...place, part: part('') },
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: part(text) },
    { type: 'response.output_item.done', output_index: 0, item: item('completed', [part(text)]) },
    { type: 'response.completed', response: response('completed', [item('completed', [part(text)])]) },
  ];
  return records.map((record, place) => ({ ...record, sequence_number: place }));
}

type Framing = 'lf' | 'crlf';

/** The records as an event stream: plainly, or as servers write it who add comments, ids and carriage returns. */
export function framed(records: readonly object[], framing: Framing, last: string | null): Buffer {
  const end = framing === 'lf' ? '\n' : '\r\n';
  const blocks = records.map((record, place) => {
    const type = 'type' in record && typeof record.type === 'string' ? `event: ${record.type}${end}` : '';
    const data = `data: ${JSON.stringify(record)}${end}`;
    if (framing === 'lf') return type + data;
    return `${place % 3 === 1 ? `: still here${end}${end}` : ''}${type}id: ${place}${end}data:${JSON.stringify(
      record,
      null,
      1,
    )
      .split('\n')
      .join(`${end}data:`)}${end}`;
  });
  return Buffer.from([...blocks, ...(last === null ? [] : [`data: ${last}${end}`])].map((each) => each + end).join(''));
}
