// A message as bytes: one JSON body, or the records of a stream.
import { encryptedPage, NO_USES } from './hosted-tools.ts';
import type { HostedUses } from './hosted-tools.ts';
import { redactedOf, signatureOf } from './thinking-signature.ts';
import type { Usage } from './usage.ts';

/** One content block, in the pieces in which it is streamed; each piece is one output token. */
export interface MessageBlock {
  readonly type: 'thinking' | 'redacted_thinking' | 'text' | 'tool_use' | 'server_tool_use' | 'server_tool_result';
  readonly pieces: readonly string[];
  /** Of a tool. */
  readonly name?: string;
  /** Of a tool that runs here, and of what it brought. */
  readonly toolUseId?: string;
  /** What such a tool brought. */
  readonly result?: object;
  /** What has been used once the block is there. */
  readonly uses?: HostedUses;
  /** Of a text: pages that it cites. */
  readonly citedPages?: readonly string[];
  /** Of a thought of which only the signature is told. */
  readonly isOmitted?: boolean;
}

export interface MessageAnswer {
  readonly n: number;
  /** The account that it is given to. */
  readonly apiKey: string;
  readonly model: string;
  readonly blocks: readonly MessageBlock[];
  readonly stopReason: 'end_turn' | 'max_tokens' | 'tool_use';
}

/** What is told of the usage; `null`: nothing at all. */
export interface ToldUsage {
  readonly start: object;
  readonly end: object;
}

/** How far the work has come. */
export interface MessageProgress extends HostedUses {
  readonly outputTokens: number;
}

/** A record, and how far the work has come when it is sent. */
export interface MessageFrame extends MessageProgress {
  readonly text: string;
}

export const NOTHING_DONE: MessageProgress = { outputTokens: 0, ...NO_USES };

/** Slashes are escaped as some servers do: a signature that is written anew is another text. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('/', '\\/');

/** Bytes that come back as they were, escaped as signatures are. */
const escaped = (value: object): string => JSON.stringify(value).replaceAll('/', '\\/');

const citationOf = (apiKey: string, url: string): string =>
  escaped({
    type: 'web_search_result_location',
    url,
    title: 'A page',
    encrypted_index: encryptedPage(apiKey, `index ${url}`),
    cited_text: 'What the page says.',
  });

const toolId = ({ n }: MessageAnswer): string => `toolu_sandbox_${n}`;

function openText(answer: MessageAnswer, block: MessageBlock): string {
  switch (block.type) {
    case 'thinking':
      return '{"type":"thinking","thinking":"","signature":""}';
    case 'redacted_thinking':
      return `{"type":"redacted_thinking","data":${quoted(redactedOf(answer.apiKey))}}`;
    case 'text':
      return `{"type":"text","text":""${block.citedPages === undefined ? '' : ',"citations":[]'}}`;
    case 'tool_use':
      return `{"type":"tool_use","id":"${toolId(answer)}","name":${JSON.stringify(block.name)},"input":{}}`;
    case 'server_tool_use':
      return `{"type":"server_tool_use","id":"${block.toolUseId}","name":"${block.name}","input":{}}`;
    case 'server_tool_result':
      return `{"type":"${block.name}_tool_result","tool_use_id":"${block.toolUseId}","content":${escaped(block.result ?? [])}}`;
  }
}

const citationsText = ({ apiKey }: MessageAnswer, { citedPages }: MessageBlock): string =>
  citedPages === undefined ? '' : `,"citations":[${citedPages.map((url) => citationOf(apiKey, url)).join(',')}]`;

function wholeText(answer: MessageAnswer, block: MessageBlock): string {
  const text = block.pieces.join('');
  switch (block.type) {
    case 'thinking':
      return `{"type":"thinking","thinking":${quoted(block.isOmitted === true ? '' : text)},"signature":${quoted(signatureOf(answer.apiKey, text))}}`;
    case 'redacted_thinking':
    case 'server_tool_result':
      return openText(answer, block);
    case 'text':
      return `{"type":"text","text":${JSON.stringify(text)}${citationsText(answer, block)}}`;
    case 'tool_use':
    case 'server_tool_use':
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

const DELTAS = {
  thinking: ['thinking', 'thinking'],
  text: ['text', 'text'],
  tool_use: ['input_json', 'partial_json'],
  server_tool_use: ['input_json', 'partial_json'],
} as const;

function deltaOf(type: keyof typeof DELTAS, piece: string): string {
  const [name, member] = DELTAS[type];
  return `"delta":{"type":"${name}_delta","${member}":${JSON.stringify(piece)}}`;
}

/** The records of one block; the pieces of a thought that is not told come to light with its signature. */
function blockFrames(answer: MessageAnswer, block: MessageBlock, at: number): readonly MessageFrame[] {
  const index = `,"index":${at}`;
  const free = (text: string): MessageFrame => ({ text, ...NOTHING_DONE });
  const delta = (fields: string): string => record('content_block_delta', `${index},${fields}`);
  const start = free(record('content_block_start', `${index},"content_block":${openText(answer, block)}`));
  const stop = free(record('content_block_stop', index));
  const { type, pieces, citedPages = [] } = block;
  if (type === 'redacted_thinking') return [{ ...start, outputTokens: pieces.length }, stop];
  if (type === 'server_tool_result') return [{ ...start, ...block.uses }, stop];
  const isOmitted = block.isOmitted === true;
  const told = isOmitted ? [] : pieces.map((piece) => ({ ...free(delta(deltaOf(type, piece))), outputTokens: 1 }));
  const first = type === 'tool_use' || type === 'server_tool_use' ? [free(delta(deltaOf(type, '')))] : [];
  const citations = citedPages.map((url) =>
    free(delta(`"delta":{"type":"citations_delta","citation":${citationOf(answer.apiKey, url)}}`)),
  );
  const signature = `"delta":{"type":"signature_delta","signature":${quoted(signatureOf(answer.apiKey, pieces.join('')))}}`;
  const last = { ...free(delta(signature)), outputTokens: isOmitted ? pieces.length : 0 };
  return [start, ...first, ...told, ...citations, ...(type === 'thinking' ? [last] : []), stop];
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
  const free = (text: string): MessageFrame => ({ text, ...NOTHING_DONE });
  const frames = [
    free(record('message_start', `,"message":${message}`)),
    free(record('ping', '')),
    ...answer.blocks.flatMap((block, at) => blockFrames(answer, block, at)),
    free(record('message_delta', `,"delta":${delta}${end}`)),
    ...Array.from({ length: plan.stopRecords }, () => free(record('message_stop', ''))),
  ];
  let done = NOTHING_DONE;
  return frames.map(({ text, outputTokens, searches, fetches, refused }) => {
    done = {
      outputTokens: done.outputTokens + outputTokens,
      searches: done.searches + searches,
      fetches: done.fetches + fetches,
      refused: done.refused + refused,
    };
    return Object.assign({ text }, done);
  });
}
