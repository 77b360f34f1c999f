// A chat completion request as the sandbox reads it: the fields it knows, everything else ignored.
import { toolPromptTokens } from './tool-prompts.ts';
import { isFields, readAskJson, readAskModel, readDirectives, RefusedAsk } from './ask.ts';
import type { Fields } from './ask.ts';
import { askedTool } from './asked-tool.ts';
import type { Directions } from './misbehaviour.ts';

const CHOICES_MAX = 128;
const TOKENS_PER_MESSAGE = 3;
const BYTES_PER_TOKEN = 4;

export interface ChatTool {
  readonly type: 'function' | 'custom';
  readonly name: string;
}

export interface ChatAsk {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** `max_completion_tokens`, else `max_tokens`; per choice, reasoning included. */
  readonly tokensMax: number | null;
  readonly choices: number;
  /** The first tool, when the last message is a user's and asks for it. */
  readonly toolToCall: ChatTool | null;
  readonly effort: string | null;
  readonly serviceTier: string | null;
  readonly directions: Directions;
  /** The last user message without its directives. */
  readonly input: string;
  readonly promptTokens: number;
  /** How often the model searches the web, for all choices together: once for each, unless directed. `null`: not asked. */
  readonly searches: number | null;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The text of a message: its content, or the text of its parts, one after the other. */
function textOf(message: Fields): string {
  const content = message['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  let text = '';
  for (const part of content) if (isFields(part) && typeof part['text'] === 'string') text += part['text'];
  return text;
}

function readMessages(fields: Fields, model: string): readonly Fields[] {
  const messages: unknown = fields['messages'];
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isFields)) {
    const message = '"messages" is an array of at least one message.';
    throw new RefusedAsk({ message, code: 'invalid_value', param: 'messages' }, model);
  }
  const at = messages.findIndex(({ role }) => typeof role !== 'string');
  if (at === -1) return messages;
  const param = `messages[${at}].role`;
  throw new RefusedAsk({ message: `"${param}" is required.`, code: 'invalid_value', param }, model);
}

function readCount(fields: Fields, param: string, model: string): number | null {
  const value = fields[param];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new RefusedAsk({ message: `"${param}" is a whole number above 0.`, code: 'invalid_value', param }, model);
}

function readChoices(fields: Fields, model: string): number {
  const choices = readCount(fields, 'n', model) ?? 1;
  if (choices <= CHOICES_MAX) return choices;
  throw new RefusedAsk({ message: `"n" is ${CHOICES_MAX} at most.`, code: 'invalid_value', param: 'n' }, model);
}

function readToolToCall(fields: Fields, last: Fields | undefined, text: string): ChatTool | null {
  const tools: unknown = fields['tools'];
  if (!Array.isArray(tools) || fields['tool_choice'] === 'none') return null;
  if (last?.['role'] !== 'user') return null;
  const callable = tools.flatMap((tool: unknown): ChatTool[] => {
    if (!isFields(tool)) return [];
    const type = tool['type'] === 'custom' ? 'custom' : 'function';
    const definition = tool[type];
    return isFields(definition) && typeof definition['name'] === 'string' ? [{ type, name: definition['name'] }] : [];
  });
  return askedTool(text, callable);
}

/** Raises {@link RefusedAsk}. */
export function readChatAsk(body: Buffer): ChatAsk {
  const fields = readAskJson(body);
  const model = readAskModel(fields);
  const messages = readMessages(fields, model);
  let bytes = 0;
  let lastUserText = '';
  for (const message of messages) {
    const text = textOf(message);
    bytes += Buffer.byteLength(text);
    if (message['role'] === 'user') lastUserText = text;
  }
  const streamOptions = fields['stream_options'];
  const { text, directions } = readDirectives({ model, text: lastUserText, param: 'messages' });
  const choices = readChoices(fields, model);
  return {
    model,
    stream: fields['stream'] === true,
    includeUsage: isFields(streamOptions) && streamOptions['include_usage'] === true,
    tokensMax: readCount(fields, 'max_completion_tokens', model) ?? readCount(fields, 'max_tokens', model),
    choices,
    toolToCall: readToolToCall(fields, messages.at(-1), text),
    effort: textOrNull(fields['reasoning_effort']),
    serviceTier: textOrNull(fields['service_tier']),
    directions,
    input: text,
    promptTokens: Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length + toolPromptTokens(fields),
    searches: isFields(fields['web_search_options']) ? (directions.parameters.web_searches ?? choices) : null,
  };
}
