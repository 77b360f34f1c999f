// A messages request as the sandbox reads it: strict about its fields, as the protocol is.
import { toolPromptTokens } from './tool-prompts.ts';
import { isFields, readAskJson, readAskModel, readDirectives, RefusedAsk } from './ask.ts';
import type { Fields } from './ask.ts';
import { askedTool } from './asked-tool.ts';
import { encryptedPage, NO_USES, wantedUses } from './hosted-tools.ts';
import type { HostedUses } from './hosted-tools.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import type { SurfaceCall } from './surface.ts';
import { isOfAccount, redactedOf, signatureOf } from './thinking-signature.ts';

const TOKENS_PER_MESSAGE = 3;
const BYTES_PER_TOKEN = 4;
const BUDGET_TOKENS_MIN = 1024;
const BUDGET_TOKENS_PER_TOKEN = 1024;

const COUNTED_FIELDS = [
  'model',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'cache_control',
  'context_management',
  'compaction',
  'speed',
  'provider',
];
const FIELDS = [
  ...COUNTED_FIELDS,
  'max_tokens',
  'stream',
  'metadata',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'service_tier',
  'inference_geo',
];

const ROLES = new Set<unknown>(['user', 'assistant', 'system']);

/** Tokens thought for each effort, where thinking is adaptive. */
const THINKING_TOKENS = new Map([
  ['low', 8],
  ['medium', 16],
  ['high', 32],
  ['xhigh', 64],
  ['max', 128],
]);

export interface MessagesAsk {
  /** The account. */
  readonly apiKey: string;
  readonly model: string;
  readonly stream: boolean;
  /** Thinking included. */
  readonly tokensMax: number;
  /** The first tool, when the last message is a user's and asks for it. */
  readonly toolToCall: string | null;
  /** What the model does with tools that run here, each as far as it is let. */
  readonly hostedUses: HostedUses;
  /** How much is thought; 0: nothing is. */
  readonly thinkingTokens: number;
  /** Whether what was thought is left out, all but its signature. */
  readonly omitsThinking: boolean;
  readonly isFast: boolean;
  readonly directions: Directions;
  /** The last user message without its directives. */
  readonly input: string;
  readonly promptTokens: number;
}

const refused = (param: string, message: string, model: string | null): RefusedAsk =>
  new RefusedAsk({ message: `${param}: ${message}`, code: null, param: null }, model);

/** The text of a content: itself, or of its blocks, those within tool results too. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isFields)
    .map((block) => {
      if (typeof block['text'] === 'string') return block['text'];
      if (block['type'] === 'tool_use') return JSON.stringify(block['input']);
      return textOf(block['content']);
    })
    .join('');
}

/** Who asks, and of which model. */
interface Asker {
  readonly apiKey: string;
  readonly model: string;
}

function readMessages(fields: Fields, asker: Asker): readonly Fields[] {
  const messages: unknown = fields['messages'];
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isFields)) {
    throw refused('messages', 'at least one message is required', asker.model);
  }
  for (const [at, { role, content }] of messages.entries()) {
    if (role === undefined) throw refused(`messages.${at}.role`, 'Field required', asker.model);
    if (!ROLES.has(role)) throw refused(`messages.${at}.role`, 'Input should be a known role', asker.model);
    if (!Array.isArray(content)) continue;
    for (const [index, block] of content.entries()) {
      const fault = isFields(block) ? faultOf(block, asker.apiKey) : null;
      if (fault !== null) throw refused(`messages.${at}.content.${index}`, fault, asker.model);
    }
  }
  return messages;
}

/** What was thought and found here comes back as it was given to this account; `null`: it does. */
function faultOf(block: Fields, apiKey: string): string | null {
  switch (block['type']) {
    case 'thinking': {
      const { thinking, signature } = block;
      const isSigned =
        thinking === '' ? isOfAccount(apiKey, signature) : signature === signatureOf(apiKey, String(thinking));
      return isSigned ? null : 'Invalid `signature` in `thinking` block';
    }
    case 'redacted_thinking':
      return block['data'] === redactedOf(apiKey) ? null : 'Invalid `data` in `redacted_thinking` block';
    case 'web_search_tool_result': {
      const isFound = fieldsIn(block['content']).every(
        ({ url, encrypted_content: page }) => page === encryptedPage(apiKey, String(url)),
      );
      return isFound ? null : 'Invalid `encrypted_content` in `web_search_result` block';
    }
    case 'text': {
      const isCited = fieldsIn(block['citations']).every(
        ({ url, encrypted_index: index }) =>
          index === undefined || index === encryptedPage(apiKey, `index ${String(url)}`),
      );
      return isCited ? null : 'Invalid `encrypted_index` in a citation';
    }
    default:
      return null;
  }
}

const fieldsIn = (list: unknown): readonly Fields[] => (Array.isArray(list) ? list.filter(isFields) : []);

function readTokensMax(fields: Fields, model: string): number {
  const value = fields['max_tokens'];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refused('max_tokens', 'Field required', model);
}

function readThinking(fields: Fields, tokensMax: number, model: string): number {
  const { thinking } = fields;
  const type = isFields(thinking) ? thinking['type'] : 'disabled';
  if (type === 'disabled') return 0;
  const choice = fields['tool_choice'];
  if (isFields(choice) && (choice['type'] === 'any' || choice['type'] === 'tool')) {
    throw refused('thinking', 'Thinking may not be enabled when tool_choice forces tool use', model);
  }
  if (['temperature', 'top_k', 'top_p'].some((key) => fields[key] !== undefined)) {
    throw refused('temperature', 'may not be set when thinking is enabled', model);
  }
  if (type === 'enabled' && isFields(thinking)) {
    const budget = Number(thinking['budget_tokens']);
    if (budget >= BUDGET_TOKENS_MIN && budget < tokensMax) return Math.ceil(budget / BUDGET_TOKENS_PER_TOKEN);
    throw refused('thinking.enabled.budget_tokens', 'Input should be at least 1024, and below max_tokens', model);
  }
  const config = fields['output_config'];
  const { effort = 'high' } = isFields(config) ? config : {};
  const tokens = typeof effort === 'string' ? THINKING_TOKENS.get(effort) : undefined;
  if (tokens === undefined) throw refused('output_config.effort', 'Input should be a known effort', model);
  return tokens;
}

function readToolToCall(fields: Fields, messages: readonly Fields[], text: string): string | null {
  const tools: unknown = fields['tools'];
  const choice = fields['tool_choice'];
  if (!Array.isArray(tools) || (isFields(choice) && choice['type'] === 'none')) return null;
  // A message of the system may stand behind that of the user.
  if (messages.findLast(({ role }) => role !== 'system')?.['role'] !== 'user') return null;
  const callable = tools.flatMap((tool: unknown) =>
    isFields(tool) && typeof tool['name'] === 'string' ? [{ name: tool['name'] }] : [],
  );
  return askedTool(text, callable)?.name ?? null;
}

/** How often a tool may be used, by its kind; 0 where it is not offered. */
function usesMax(fields: Fields, kind: string): number {
  const tools: unknown = fields['tools'];
  if (!Array.isArray(tools)) return 0;
  const tool: unknown = tools.find((each: unknown) => isFields(each) && String(each['type']).startsWith(`${kind}_2`));
  if (!isFields(tool)) return 0;
  const limit = tool['max_uses'];
  return typeof limit === 'number' ? limit : Number.MAX_SAFE_INTEGER;
}

function readHostedUses(fields: Fields, wanted: HostedUses): HostedUses {
  const choice = fields['tool_choice'];
  const [searchesMax, fetchesMax] = [usesMax(fields, 'web_search'), usesMax(fields, 'web_fetch')];
  if (isFields(choice) && choice['type'] === 'none') return NO_USES;
  return {
    searches: Math.min(wanted.searches, searchesMax),
    fetches: Math.min(wanted.fetches, fetchesMax),
    refused: Number(searchesMax > 0 && wanted.searches > searchesMax),
  };
}

type Asked = Pick<SurfaceCall, 'body' | 'apiKey'>;

interface Counted {
  readonly fields: Fields;
  readonly model: string;
  readonly messages: readonly Fields[];
  readonly promptTokens: number;
  /** Of the last user message that is more than the results of tools. */
  readonly userText: string;
}

function readCounted({ body, apiKey }: Asked, allowed: readonly string[]): Counted {
  const fields = readAskJson(body);
  const model = readAskModel(fields);
  const stray = Object.keys(fields).find((key) => !allowed.includes(key));
  if (stray !== undefined) throw refused(stray, 'Extra inputs are not permitted', model);
  const messages = readMessages(fields, { apiKey, model });
  const texts = [textOf(fields['system']), ...messages.map(({ content }) => textOf(content))];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const last = messages.findLast(({ role }) => role === 'user');
  const promptTokens =
    Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length + toolPromptTokens(fields);
  return { fields, model, messages, promptTokens, userText: textOf(last?.['content']) };
}

/** Raises {@link RefusedAsk}. */
export function readMessagesAsk({ queued, ...asked }: Asked & Pick<SurfaceCall, 'queued'>): MessagesAsk {
  const { fields, model, messages, promptTokens, userText } = readCounted(asked, FIELDS);
  const tokensMax = readTokensMax(fields, model);
  const { text, directions: own } = readDirectives({ model, text: userText, param: 'messages' });
  const directions = combineDirections(own, queued);
  const { thinking } = fields;
  return {
    apiKey: asked.apiKey,
    model,
    stream: fields['stream'] === true,
    tokensMax,
    toolToCall: readToolToCall(fields, messages, text),
    hostedUses: readHostedUses(fields, wantedUses(text, directions)),
    thinkingTokens: readThinking(fields, tokensMax, model),
    omitsThinking: isFields(thinking) && thinking['display'] === 'omitted',
    isFast: fields['speed'] === 'fast',
    directions,
    input: text,
    promptTokens,
  };
}

/** A request that is only to be counted. Raises {@link RefusedAsk}. */
export function readCountAsk(asked: Asked): Pick<MessagesAsk, 'model' | 'directions' | 'input' | 'promptTokens'> {
  const { model, promptTokens, userText } = readCounted(asked, COUNTED_FIELDS);
  const { text, directions } = readDirectives({ model, text: userText, param: 'messages' });
  return { model, directions, input: text, promptTokens };
}
