// A message as bytes: one JSON body, or the records of a stream.
import { signatureOf } from './thinking-signature.ts';
import type { Usage } from './usage.ts';

/** One content block, in the pieces in which it is streamed; each piece is one output token. */
export interface MessageBlock {
  readonly type: 'thinking' | 'redacted_thinking' | 'text' | 'tool_use';
  readonly pieces: readonly string[];
  /** Of a tool. */
  readonly name?: string;
  /** Of a thought of which only the signature is told. */
  readonly isOmitted?: boolean;
}

export interface MessageAnswer {
  readonly n: number;
  readonly model: string;
  readonly blocks: readonly MessageBlock[];
  readonly stopReason: 'end_turn' | 'max_tokens' | 'tool_use';
}

/** What is told of the usage; `null`: nothing at all. */
export interface ToldUsage {
  readonly start: object;
  readonly end: object;
}

/** A record, and how many output tokens the work has come to when it is sent. */
export interface MessageFrame {
  readonly text: string;
  readonly outputTokens: number;
}

/** Slashes are escaped as some servers do: a signature that is written anew is another text. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('/', '\\/');

const toolId = ({ n }: MessageAnswer): string => `toolu_sandbox_${n}`;

function openText(answer: MessageAnswer, block: MessageBlock): string {
  switch (block.type) {
    case 'thinking':
      return '{"type":"thinking","thinking":"","signature":""}';
    case 'redacted_thinking':
      return `{"type":"redacted_thinking","data":${quoted(block.pieces.join(''))}}`;
    case 'text':
      return '{"type":"text","text":""}';
    case 'tool_use':
      return `{"type":"tool_use","id":"${toolId(answer)}","name":${JSON.stringify(block.name)},"input":{}}`;
  }
}

function wholeText(answer: MessageAnswer, block: MessageBlock): string {
  const text = block.pieces.join('');
  switch (block.type) {
    case 'thinking':
      return `{"type":"thinking","thinking":${quoted(block.isOmitted === true ? '' : text)},"signature":${quoted(signatureOf(text))}}`;
    case 'redacted_thinking':
      return openText(answer, block);
    case 'text':
      return `{"type":"text","text":${JSON.stringify(text)}}`;
    case 'tool_use':
      return openText(answer, block).replace(/\{\}\}$/, () => `${text}}`);
  }
}

const headOf = ({ n, model }: MessageAnswer): string =>
  `"id":"msg_sandbox_${n}","type":"message","role":"assistant","model":${JSON.stringify(model)}`;

/** The body of an answer that is not streamed. */
export function messageBody(answer: MessageAnswer, usage: Usage | object | null): string {
  const content = answer.blocks.map((block) => wholeText(answer, block)).join(',');
  const told = usage === null ? '' : `,"usage":${JSON.stringify(usage)}`;
  return `{${headOf(answer)},"content":[${content}],"stop_reason":"${answer.stopReason}","stop_sequence":null${told}}`;
}

const record = (type: string, fields: string): string => `event: ${type}\ndata: {"type":"${type}"${fields}}\n\n`;

const DELTAS = { thinking: 'thinking', text: 'text', tool_use: 'partial_json' } as const;

function deltaOf(type: keyof typeof DELTAS, piece: string): string {
  const name = type === 'tool_use' ? 'input_json' : type;
  return `"delta":{"type":"${name}_delta","${DELTAS[type]}":${JSON.stringify(piece)}}`;
}

/** The records of one block; the pieces of a thought that is not told come to light with its signature. */
function blockFrames(answer: MessageAnswer, block: MessageBlock, at: number): readonly MessageFrame[] {
  const index = `,"index":${at}`;
  const free = (text: string): MessageFrame => ({ text, outputTokens: 0 });
  const delta = (fields: string): string => record('content_block_delta', `${index},${fields}`);
  const start = free(record('content_block_start', `${index},"content_block":${openText(answer, block)}`));
  const stop = free(record('content_block_stop', index));
  const { type, pieces } = block;
  if (type === 'redacted_thinking') return [{ ...start, outputTokens: pieces.length }, stop];
  const isOmitted = block.isOmitted === true;
  const told = isOmitted ? [] : pieces.map((piece) => ({ text: delta(deltaOf(type, piece)), outputTokens: 1 }));
  const first = type === 'tool_use' ? [free(delta(deltaOf(type, '')))] : [];
  const signature = `"delta":{"type":"signature_delta","signature":${quoted(signatureOf(pieces.join('')))}}`;
  const last = { text: delta(signature), outputTokens: isOmitted ? pieces.length : 0 };
  return [start, ...first, ...told, ...(type === 'thinking' ? [last] : []), stop];
}

/** The records of a streamed answer, each with the output tokens of all up to it. */
export function messageFrames(
  answer: MessageAnswer,
  plan: { readonly usage: ToldUsage | null; readonly stopRecords: number },
): readonly MessageFrame[] {
  const start = plan.usage === null ? '' : `,"usage":${JSON.stringify(plan.usage.start)}`;
  const end = plan.usage === null ? '' : `,"usage":${JSON.stringify(plan.usage.end)}`;
  const message = `{${headOf(answer)},"content":[],"stop_reason":null,"stop_sequence":null${start}}`;
  const delta = `{"stop_reason":"${answer.stopReason}","stop_sequence":null}`;
  const frames = [
    { text: record('message_start', `,"message":${message}`), outputTokens: 0 },
    { text: record('ping', ''), outputTokens: 0 },
    ...answer.blocks.flatMap((block, at) => blockFrames(answer, block, at)),
    { text: record('message_delta', `,"delta":${delta}${end}`), outputTokens: 0 },
    ...Array.from({ length: plan.stopRecords }, () => ({ text: record('message_stop', ''), outputTokens: 0 })),
  ];
  let outputTokens = 0;
  return frames.map((frame) => ({ text: frame.text, outputTokens: (outputTokens += frame.outputTokens) }));
}
