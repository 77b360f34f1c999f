// A request for a response as the sandbox reads it: strict, as the protocol is, and keeping nothing.
import { toolPromptTokens } from './tool-prompts.ts';
import { isFields, readAskJson, readAskModel, readDirectives, RefusedAsk } from './ask.ts';
import type { Fields } from './ask.ts';
import { askedTool } from './asked-tool.ts';
import type { ChatTool } from './chat-ask.ts';
import { wantedUses } from './hosted-tools.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import { assertEffort } from './response-efforts.ts';
import { assertItems, typeOfItem } from './responses-items.ts';
import type { SurfaceCall } from './surface.ts';

const TOKENS_PER_ITEM = 3;
const BYTES_PER_TOKEN = 4;
const ENCRYPTED_CONTENT = 'reasoning.encrypted_content';

const FIELDS = new Set(
  (
    'access_programs background context_management conversation image include input instructions max_output_tokens ' +
    'max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key ' +
    'prompt_cache_options prompt_cache_retention provider reasoning safety_identifier service_tier store stream ' +
    'stream_options temperature text tool_choice tools top_logprobs top_p truncation user'
  ).split(' '),
);

const INCLUDABLE = [
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
  ENCRYPTED_CONTENT,
  'message.output_text.logprobs',
];

export interface ResponsesAsk {
  readonly model: string;
  readonly stream: boolean;
  /** Reasoning included. */
  readonly tokensMax: number | null;
  /** The first function or custom tool, when the last item is a user's message and asks for it. */
  readonly toolToCall: ChatTool | null;
  /** How often the model searches the web, as far as it is let. */
  readonly searches: number;
  /** Sources are told with a search. */
  readonly tellsSources: boolean;
  /** As the last update in the input says, else as the request does. */
  readonly effort: string | null;
  readonly tellsSummary: boolean;
  readonly tellsEncrypted: boolean;
  readonly serviceTier: string;
  readonly directions: Directions;
  /** The last user message without its directives. */
  readonly input: string;
  /** What tools said after it. */
  readonly toolOutputs: readonly string[];
  readonly items: number;
  readonly promptTokens: number;
  /** The request itself, which the answer echoes. */
  readonly fields: Fields;
}

interface Refusal {
  readonly message: string;
  readonly param: string;
  readonly code: string | null;
}

const refused = (refusal: Refusal, model: string): RefusedAsk => new RefusedAsk(refusal, model);

/** What would be kept here, or names what was: the caller does the keeping. */
function assertNothingKept(fields: Fields, model: string): void {
  const previous = fields['previous_response_id'];
  if (typeof previous === 'string') {
    const message = `Previous response with id '${previous}' not found.`;
    throw refused({ message, param: 'previous_response_id', code: 'previous_response_not_found' }, model);
  }
  if (fields['store'] !== false) {
    const message = "The sandbox keeps no response: 'store' is false.";
    throw refused({ message, param: 'store', code: 'unsupported_value' }, model);
  }
  for (const param of ['conversation', 'background', 'prompt']) {
    const value = fields[param] ?? false;
    if (value === false) continue;
    const message = `Unsupported parameter: '${param}' needs what the sandbox does not keep.`;
    throw refused({ message, param, code: 'unsupported_parameter' }, model);
  }
}

function assertInclude(fields: Fields, model: string): readonly unknown[] {
  const include: unknown = fields['include'] ?? [];
  if (!Array.isArray(include)) {
    throw refused({ message: '"include" is an array.', param: 'include', code: 'invalid_type' }, model);
  }
  for (const [index, value] of include.entries()) {
    if (INCLUDABLE.includes(String(value))) continue;
    const supported = INCLUDABLE.map((each) => `'${each}'`).join(', ');
    const message = `Invalid value: '${String(value)}'. Supported values are: ${supported}.`;
    throw refused({ message, param: `include[${index}]`, code: 'invalid_value' }, model);
  }
  return include;
}

function assertFields(fields: Fields, model: string): void {
  const stray = Object.keys(fields).find((key) => !FIELDS.has(key));
  if (stray !== undefined) {
    throw refused({ message: `Unknown parameter: '${stray}'.`, param: stray, code: 'unknown_parameter' }, model);
  }
  assertNothingKept(fields, model);
  const { reasoning } = fields;
  if (isFields(reasoning)) assertEffort(reasoning['effort'], 'reasoning.effort', model);
}

function readItems(fields: Fields, model: string): readonly Fields[] {
  const { input } = fields;
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  if (Array.isArray(input) && input.length > 0 && input.every(isFields)) return input;
  const message = '"input" is a text, or an array of at least one item.';
  throw refused({ message, param: 'input', code: 'invalid_type' }, model);
}

function readTokensMax(fields: Fields, model: string): number | null {
  const param = 'max_output_tokens';
  const value = fields[param] ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw refused({ message: `"${param}" is a whole number above 0.`, param, code: 'invalid_value' }, model);
}

/** The text of a content: itself, or of its parts, one after the other. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isFields)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

/** Everything in an item that is text. */
const textOfItem = (item: Fields): string =>
  ['content', 'arguments', 'input', 'output'].map((key) => textOf(item[key])).join('');

function readToolToCall(fields: Fields, last: Fields | undefined, model: string): ChatTool | null {
  const tools: unknown = fields['tools'] ?? [];
  if (!Array.isArray(tools)) return null;
  const callable = tools.flatMap((tool: unknown, index): ChatTool[] => {
    if (!isFields(tool)) return [];
    const { type, name } = tool;
    if (type !== 'function' && type !== 'custom') return [];
    if (typeof name === 'string') return [{ type, name }];
    const param = `tools[${index}].name`;
    throw refused(
      { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' },
      model,
    );
  });
  if (last?.['role'] !== 'user' || fields['tool_choice'] === 'none') return null;
  return askedTool(textOf(last['content']), callable);
}

/** One limit is for the calls of all tools that run here. */
function readSearches(fields: Fields, text: string, directions: Directions): number {
  const tools: unknown = fields['tools'] ?? [];
  const isOffered =
    Array.isArray(tools) &&
    tools.some((tool: unknown) => isFields(tool) && String(tool['type']).startsWith('web_search'));
  if (!isOffered || fields['tool_choice'] === 'none') return 0;
  const limit = fields['max_tool_calls'];
  return Math.min(wantedUses(text, directions).searches, typeof limit === 'number' ? limit : Number.MAX_SAFE_INTEGER);
}

function readEffort(fields: Fields, items: readonly Fields[]): string | null {
  const updates = items.filter((item) => typeOfItem(item) === 'configuration_update');
  const efforts = [fields, ...updates].map(({ reasoning }) => (isFields(reasoning) ? reasoning['effort'] : null));
  return efforts.findLast((effort) => typeof effort === 'string') ?? null;
}

function isAskedForSummary({ reasoning }: Fields): boolean {
  if (!isFields(reasoning)) return false;
  return typeof (reasoning['summary'] ?? reasoning['generate_summary']) === 'string';
}

/** Raises {@link RefusedAsk}. */
export function readResponsesAsk({ body, apiKey, queued }: SurfaceCall): ResponsesAsk {
  const fields = readAskJson(body);
  const model = readAskModel(fields);
  assertFields(fields, model);
  const include = assertInclude(fields, model);
  const items = readItems(fields, model);
  const lastUser = items.findLastIndex((item) => item['role'] === 'user');
  const read = readDirectives({ model, text: textOf(items[lastUser]?.['content']), param: 'input' });
  const directions = combineDirections(read.directions, queued);
  assertItems(items, { apiKey, model, takesPlainReasoning: directions.behaviours.has('reasoning_parts') });
  const texts = [textOf(fields['instructions']), ...items.map(textOfItem)];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const later = items.slice(lastUser + 1);
  const { service_tier: tier } = fields;
  return {
    model,
    stream: fields['stream'] === true,
    tokensMax: readTokensMax(fields, model),
    toolToCall: readToolToCall(fields, items.at(-1), model),
    searches: readSearches(fields, read.text, directions),
    tellsSources: include.includes('web_search_call.action.sources'),
    effort: readEffort(fields, items),
    tellsSummary: isAskedForSummary(fields),
    tellsEncrypted: include.includes(ENCRYPTED_CONTENT),
    serviceTier: typeof tier === 'string' ? tier : 'auto',
    directions,
    input: read.text,
    toolOutputs: later.filter((item) => typeOfItem(item).endsWith('_output')).map((item) => textOf(item['output'])),
    items: items.length,
    promptTokens: Math.ceil(bytes / BYTES_PER_TOKEN) + TOKENS_PER_ITEM * items.length + toolPromptTokens(fields),
    fields,
  };
}
