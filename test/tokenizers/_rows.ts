// The table of requests that cost more than their bytes.
import { speechFace } from '../../src/protocols/audio/face.ts';
import { chatFace } from '../../src/protocols/chat/face.ts';
import { embeddingsFace } from '../../src/protocols/embeddings/face.ts';
import type { JsonFace } from '../../src/protocols/face.ts';
import { messagesFace } from '../../src/protocols/messages/face.ts';
import { responsesFace } from '../../src/protocols/responses/face.ts';
import { systemOneFace } from '../../src/protocols/systemone/face.ts';
import {
  chatConversation,
  escaped,
  indented,
  messagesConversation,
  oneLine,
  promptOf,
  responsesConversation,
  systemOnePrompt,
} from './_prompts.ts';
import type { Counter } from './_tokenizers.ts';
import type { Style } from './_written-anew.ts';

/** One of the smallest requests that were seen to cost more than their bytes. */
export interface Row {
  readonly what: string;
  readonly family: string;
  readonly face: JsonFace;
  readonly body: string;
  /** Tokens, as a server counts them. */
  readonly count: (counter: Counter, body: string) => Promise<number>;
}

function prompt(conversation: typeof chatConversation, style: Style): Row['count'] {
  return (counter, body) => counter.promptTokens(promptOf(counter.family, conversation(body, style), style));
}

const entries: Row['count'] = async (counter, body) => {
  const { input } = JSON.parse(body) as { readonly input: string | readonly string[] };
  const counts = await counter.textTokens(typeof input === 'string' ? [input] : input);
  return counts.reduce((sum, each) => sum + each, 0);
};

const embeddings = (text: string): string => JSON.stringify({ model: 'm', input: text });
const user = '{"role":"user","content":"hi"}';
const chatWithTool = (values: string): string =>
  `{"model":"m","messages":[${user}],"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","enum":${values}}}}]}`;
const chatWithCall = (given: string): string =>
  `{"model":"m","messages":[${user},{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(given)}}}]},{"role":"tool","tool_call_id":"c","content":"ok"}]}`;
export const list = (value: string, count: number): string =>
  `[${Array.from({ length: count }, () => value).join(',')}]`;
const nested = `${'['.repeat(100)}${list('1', 500)}${']'.repeat(100)}`;

export const rows: readonly Row[] = [
  {
    what: 'U+0F76, which NFC makes two characters',
    family: 'qwen3',
    face: embeddingsFace,
    body: embeddings('\u0f76'.repeat(100)),
    count: entries,
  },
  {
    what: 'pointed Hebrew, U+FB2C',
    family: 'qwen3',
    face: embeddingsFace,
    body: embeddings('\ufb2c'.repeat(100)),
    count: entries,
  },
  {
    what: 'U+1D160 of musical notation',
    family: 'qwen3',
    face: embeddingsFace,
    body: embeddings('\u{1d160}'.repeat(100)),
    count: entries,
  },
  {
    what: 'U+0A33 of Gurmukhi',
    family: 'qwen3',
    face: embeddingsFace,
    body: embeddings('\u0a33'.repeat(100)),
    count: entries,
  },
  {
    what: 'U+FDFA, which NFKC makes 18 characters',
    family: 'claude',
    face: embeddingsFace,
    body: embeddings('\ufdfa'.repeat(100)),
    count: entries,
  },
  {
    what: 'U+FDFA as an escape',
    family: 'claude',
    face: embeddingsFace,
    body: embeddings('\ufdfa'.repeat(100)).replaceAll('\ufdfa', '\\ufdfa'),
    count: entries,
  },
  {
    what: 'U+FDFA to be spoken',
    family: 'claude',
    face: speechFace,
    body: JSON.stringify({ model: 'm', voice: 'v', input: '\ufdfa'.repeat(100) }),
    count: entries,
  },
  {
    what: 'U+FDFA in a message',
    family: 'claude',
    face: messagesFace,
    body: JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: '\ufdfa'.repeat(200) }] }),
    count: prompt(messagesConversation, oneLine),
  },
  {
    what: 'a tool of 2,000 digits',
    family: 'qwen3',
    face: chatFace,
    body: chatWithTool(list('1', 2_000)),
    count: prompt(chatConversation, oneLine),
  },
  {
    what: 'a tool of 2,000 digits, indented',
    family: 'llama3_1',
    face: chatFace,
    body: chatWithTool(list('1', 2_000)),
    count: prompt(chatConversation, indented),
  },
  {
    what: 'a tool of 200 numbers with exponents',
    family: 'qwen3',
    face: chatFace,
    body: chatWithTool(list('1e15', 200)),
    count: prompt(chatConversation, oneLine),
  },
  {
    what: 'a tool of 200 numbers with exponents, indented',
    family: 'llama3_1',
    face: chatFace,
    body: chatWithTool(list('1e15', 200)),
    count: prompt(chatConversation, indented),
  },
  {
    what: 'a tool of 500 digits in 100 levels',
    family: 'qwen3',
    face: chatFace,
    body: chatWithTool(nested),
    count: prompt(chatConversation, oneLine),
  },
  {
    what: 'a tool of 500 digits in 100 levels, indented',
    family: 'llama3_1',
    face: chatFace,
    body: chatWithTool(nested),
    count: prompt(chatConversation, indented),
  },
  {
    what: 'a tool of 500 digits in 100 levels, indented, blanks counted by 16',
    family: 'llama2',
    face: chatFace,
    body: chatWithTool(nested),
    count: prompt(chatConversation, indented),
  },
  {
    what: 'arguments of an earlier call',
    family: 'qwen3',
    face: chatFace,
    body: chatWithCall(`{"v":${list('1e15', 200)}}`),
    count: prompt(chatConversation, oneLine),
  },
  {
    what: 'arguments with escapes',
    family: 'claude',
    face: chatFace,
    body: chatWithCall(`{"v":"${'\\ufdfa'.repeat(200)}"}`),
    count: prompt(chatConversation, oneLine),
  },
  {
    what: 'arguments of an earlier response',
    family: 'qwen3',
    face: responsesFace,
    body: `{"model":"m","input":[{"role":"user","content":"hi"},{"type":"function_call","call_id":"c","name":"f","arguments":"{\\"v\\":${list('1e15', 200)}}"},{"type":"function_call_output","call_id":"c","output":"ok"}]}`,
    count: prompt(responsesConversation, oneLine),
  },
  {
    what: 'a schema of a response',
    family: 'qwen3',
    face: responsesFace,
    body: `{"model":"m","input":"hi","text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object","enum":${list('1e15', 200)}}}}}`,
    count: prompt(responsesConversation, oneLine),
  },
  {
    what: 'the input of an earlier call',
    family: 'qwen3',
    face: messagesFace,
    body: `{"model":"m","max_tokens":1,"messages":[${user},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"v":${list('1e15', 200)}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}]}`,
    count: prompt(messagesConversation, oneLine),
  },
  {
    what: 'a state of numbers',
    family: 'qwen3',
    face: systemOneFace,
    body: `{"model":"m","state":{"v":${list('1e15', 400)}},"questions":{"q":{"type":"noul","instructions":"?"}}}`,
    count: (counter, body) => counter.promptTokens(systemOnePrompt(body, oneLine)),
  },
  {
    what: 'a tool of 1,000 signs that HTML reads, escaped',
    family: 'qwen3',
    face: chatFace,
    body: chatWithTool(list(JSON.stringify('<'.repeat(200)), 5)),
    count: prompt(chatConversation, escaped),
  },
  {
    what: 'a tool of 500 Chinese characters, escaped',
    family: 'llama2',
    face: chatFace,
    body: chatWithTool(list(JSON.stringify('天'.repeat(500)), 1)),
    count: prompt(chatConversation, escaped),
  },
  {
    what: 'arguments of an earlier response in Polish, escaped',
    family: 'deepseek_v3',
    face: responsesFace,
    body: `{"model":"m","input":[{"role":"user","content":"hi"},{"type":"function_call","call_id":"c","name":"f","arguments":"{\\"v\\":\\"${'ą'.repeat(400)}\\"}"},{"type":"function_call_output","call_id":"c","output":"ok"}]}`,
    count: prompt(responsesConversation, escaped),
  },
  {
    what: 'the input of an earlier call in pictures, escaped',
    family: 'llama2',
    face: messagesFace,
    body: `{"model":"m","max_tokens":1,"messages":[${user},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"${'🙂'.repeat(100)}":"${'🙂'.repeat(200)}"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}]}`,
    count: prompt(messagesConversation, escaped),
  },
  {
    what: 'the words before every conversation',
    family: 'gptoss',
    face: responsesFace,
    body: '{"model":"m","input":"hi"}',
    count: prompt(responsesConversation, oneLine),
  },
];
