// What a stream says, read by hand: nothing of the gateway's own reading is used.

export type StreamSurface = 'chat-completions' | 'messages' | 'responses';

/** What a client makes of a stream. */
export interface FoldedStream {
  readonly text: string;
  /** The tool that is called with its arguments; empty: none. */
  readonly call: string;
  /** Why it ended, in the words of its protocol; empty: it does not say. */
  readonly end: string;
  /** What was read from a cache is of it. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Its last record tells an error. */
  readonly isBroken: boolean;
}

type Counters = Readonly<Record<string, number | undefined>>;

/** A member of a record, of whichever protocol; what is asked about alone. */
interface Told {
  readonly type?: string;
  readonly usage?: Counters | null;
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly function: { readonly name?: string | null; readonly arguments?: string };
      }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly message?: { readonly usage: Counters };
  readonly content_block?: { readonly type: string; readonly name?: string };
  readonly delta?: { readonly text?: string; readonly partial_json?: string; readonly stop_reason?: string } | string;
  readonly response?: {
    readonly status: string;
    readonly usage?: Counters | null;
    readonly output: readonly { readonly type: string; readonly name?: string; readonly arguments?: string }[];
  };
}

/** The body of a response that was recorded with its head, in HTTP chunks or to the end of the connection. */
export function recordedBody(wire: Buffer): string {
  const headEnd = wire.indexOf('\r\n\r\n') + 4;
  const head = wire.subarray(0, headEnd).toString();
  if (!/^transfer-encoding: chunked\r$/im.test(head)) return wire.subarray(headEnd).toString();
  const pieces: Buffer[] = [];
  for (let at = headEnd; ;) {
    const lineEnd = wire.indexOf('\r\n', at);
    const length = Number.parseInt(wire.subarray(at, lineEnd).toString(), 16);
    if (lineEnd === -1 || !(length > 0)) return Buffer.concat(pieces).toString();
    pieces.push(wire.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}

/** What a client makes of the body of a stream. */
export function foldedStream(surface: StreamSurface, body: string): FoldedStream {
  const records = recordsIn(body);
  switch (surface) {
    case 'chat-completions':
      return foldedChat(records);
    case 'messages':
      return foldedMessage(records);
    case 'responses':
      return foldedResponse(records);
  }
}

/** The data of each record, but for the mark of the end. */
function recordsIn(body: string): readonly Told[] {
  const data = body.split(/\r?\n\r?\n/).map((record) =>
    record
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  );
  // Records of the recordings have these shapes, or none of their members.
  return data.filter((text) => text !== '' && text !== '[DONE]').map((text) => JSON.parse(text) as Told);
}

function foldedChat(records: readonly Told[]): FoldedStream {
  const choices = records.flatMap(({ choices: told = [] }) => told);
  const calls = choices.flatMap(({ delta }) => delta?.tool_calls ?? []);
  const usage = records.findLast((record) => record.usage)?.usage;
  return {
    text: choices.map(({ delta }) => delta?.content ?? '').join(''),
    call: calls.map((call) => `${call.function.name ?? ''}${call.function.arguments ?? ''}`).join(''),
    end: choices.map(({ finish_reason: reason }) => reason ?? '').join(''),
    inputTokens: usage?.['prompt_tokens'] ?? 0,
    outputTokens: usage?.['completion_tokens'] ?? 0,
    isBroken: false,
  };
}

function foldedMessage(records: readonly Told[]): FoldedStream {
  const told = records.flatMap(({ message, usage }) => [message?.usage ?? {}, usage ?? {}]);
  const last = (counter: string): number => told.findLast((usage) => usage[counter] !== undefined)?.[counter] ?? 0;
  const deltas = records.flatMap(({ delta }) => (typeof delta === 'object' ? [delta] : []));
  return {
    text: deltas.map(({ text = '' }) => text).join(''),
    call: [
      ...records.map(({ content_block: block }) => block?.name ?? ''),
      ...deltas.map(({ partial_json: piece = '' }) => piece),
    ].join(''),
    end: deltas.map(({ stop_reason: reason }) => reason ?? '').join(''),
    inputTokens: last('input_tokens') + last('cache_read_input_tokens') + last('cache_creation_input_tokens'),
    outputTokens: last('output_tokens'),
    isBroken: records.at(-1)?.type === 'error',
  };
}

function foldedResponse(records: readonly Told[]): FoldedStream {
  const response = records.findLast((record) => record.response)?.response;
  const calls = (response?.output ?? []).filter(({ type }) => type === 'function_call');
  const texts = records.filter(({ type }) => type === 'response.output_text.delta');
  return {
    text: texts.map(({ delta }) => (typeof delta === 'string' ? delta : '')).join(''),
    call: calls.map((call) => `${call.name ?? ''}${call.arguments ?? ''}`).join(''),
    end: response?.status ?? '',
    inputTokens: response?.usage?.['input_tokens'] ?? 0,
    outputTokens: response?.usage?.['output_tokens'] ?? 0,
    isBroken: records.at(-1)?.type === 'error',
  };
}
