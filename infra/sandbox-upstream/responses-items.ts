// The items of a response's input, and the rules that hold between them.
import { isFields, RefusedAsk } from './ask.ts';
import type { Fields } from './ask.ts';
import { encryptedContentOf, reasoningIdBefore } from './response-ids.ts';
import { assertEffort } from './response-efforts.ts';

const ID_CHARACTERS_MAX = 64;

const ITEM_TYPES = new Set(
  (
    'message reasoning compaction compaction_trigger configuration_update additional_tools item_reference ' +
    'function_call function_call_output custom_tool_call custom_tool_call_output mcp_call mcp_list_tools ' +
    'mcp_approval_request mcp_approval_response web_search_call file_search_call code_interpreter_call ' +
    'computer_call computer_call_output shell_call shell_call_output local_shell_call local_shell_call_output ' +
    'apply_patch_call apply_patch_call_output image_generation_call tool_search_call tool_search_output ' +
    'program program_output'
  ).split(' '),
);

/** How the ids of what the model makes begin. */
const ID_PREFIXES = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['web_search_call', 'ws'],
]);

const PAIRS = [
  { call: 'function_call', output: 'function_call_output', name: 'function call' },
  { call: 'custom_tool_call', output: 'custom_tool_call_output', name: 'custom tool call' },
] as const;

const PARTS_OF_ASSISTANT = ['output_text', 'refusal'];
const PARTS_OF_OTHERS = ['input_text', 'input_image', 'input_file', 'input_audio'];

/** Who sent the items, and what the model that reads them takes. */
export interface ItemReader {
  readonly apiKey: string;
  readonly model: string;
  /** Reasoning comes back as plain text, without anything encrypted. */
  readonly takesPlainReasoning: boolean;
}

interface Refusal {
  readonly message: string;
  readonly param?: string | null;
  readonly code?: string | null;
  readonly status?: number;
}

const refused = ({ model }: ItemReader, { param = 'input', code = null, ...rest }: Refusal): RefusedAsk =>
  new RefusedAsk({ param, code, ...rest }, model);

/** A message may leave its type out. */
export const typeOfItem = (item: Fields): string => {
  if (typeof item['type'] === 'string') return item['type'];
  return typeof item['role'] === 'string' ? 'message' : '';
};

const idOf = (item: Fields): string | null => (typeof item['id'] === 'string' ? item['id'] : null);

function assertIds(item: Fields, at: string, reader: ItemReader): void {
  for (const key of ['id', 'call_id']) {
    const value = item[key];
    if (value === undefined || value === null) continue;
    const fits = typeof value === 'string' && value !== '' && value.length <= ID_CHARACTERS_MAX;
    const message = `Invalid '${at}.${key}': expected a string of 1 to ${ID_CHARACTERS_MAX} characters.`;
    if (!fits) throw refused(reader, { message, param: `${at}.${key}`, code: 'invalid_value' });
  }
  const prefix = ID_PREFIXES.get(typeOfItem(item));
  const id = idOf(item);
  if (prefix === undefined || id === null || id.startsWith(`${prefix}_`)) return;
  const message = `Invalid '${at}.id': '${id}'. Expected an ID that begins with '${prefix}'.`;
  throw refused(reader, { message, param: `${at}.id`, code: 'invalid_value' });
}

function assertParts(item: Fields, at: string, reader: ItemReader): void {
  const { content } = item;
  if (typeOfItem(item) !== 'message' || !Array.isArray(content)) return;
  const known = item['role'] === 'assistant' ? PARTS_OF_ASSISTANT : PARTS_OF_OTHERS;
  for (const [index, part] of content.entries()) {
    const type: unknown = isFields(part) ? part['type'] : undefined;
    if (typeof type === 'string' && known.includes(type)) continue;
    const message = `Invalid value: '${String(type)}'. Supported values are: ${known.map((each) => `'${each}'`).join(', ')}.`;
    throw refused(reader, { message, param: `${at}.content[${index}].type`, code: 'invalid_value' });
  }
}

function assertRequired(item: Fields, at: string, reader: ItemReader): void {
  const type = typeOfItem(item);
  const required = type === 'reasoning' ? ['id', 'summary'] : [];
  if (PAIRS.some(({ call, output }) => call === type || output === type)) required.push('call_id');
  const missing = required.find((key) => item[key] === undefined || item[key] === null);
  if (missing === undefined) return;
  const message = `Missing required parameter: '${at}.${missing}'.`;
  throw refused(reader, { message, param: `${at}.${missing}`, code: 'missing_required_parameter' });
}

const notFound = (reader: ItemReader, id: string): RefusedAsk =>
  refused(reader, {
    status: 404,
    message:
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. ` +
      'Try again with `store` set to true, or remove this item from your input.',
  });

function assertItem(item: Fields, index: number, reader: ItemReader): void {
  const at = `input[${index}]`;
  const type = typeOfItem(item);
  if (!ITEM_TYPES.has(type)) {
    const message = `Invalid value: '${type}'. It is no type of an input item.`;
    throw refused(reader, { message, param: at, code: 'invalid_value' });
  }
  if (type === 'item_reference') throw notFound(reader, String(item['id']));
  assertIds(item, at, reader);
  assertRequired(item, at, reader);
  assertParts(item, at, reader);
  const { reasoning } = item;
  if (type === 'configuration_update' && isFields(reasoning)) {
    assertEffort(reasoning['effort'], `${at}.reasoning.effort`, reader.model);
  }
}

function assertNoneTwice(items: readonly Fields[], reader: ItemReader): void {
  const ids = new Set<string>();
  for (const item of items) {
    const id = idOf(item);
    if (id === null) continue;
    const message = `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`;
    if (ids.has(id)) throw refused(reader, { message });
    ids.add(id);
  }
}

/** What a model may make after it has reasoned. */
const isMade = (item: Fields | undefined): boolean => {
  if (item === undefined) return false;
  const type = typeOfItem(item);
  return type === 'message' ? item['role'] === 'assistant' : type.endsWith('_call') || type === 'compaction';
};

function assertReasoning(item: Fields, next: Fields | undefined, reader: ItemReader): void {
  const id = String(item['id']);
  const encrypted = item['encrypted_content'];
  if (encrypted === undefined || encrypted === null) {
    if (!reader.takesPlainReasoning) throw notFound(reader, id);
  } else if (encrypted !== encryptedContentOf(reader.apiKey, id)) {
    const message =
      `The encrypted content for item ${id} could not be verified. ` +
      'Reason: Encrypted content could not be decrypted or parsed.';
    throw refused(reader, { message, param: null, code: 'invalid_encrypted_content' });
  }
  const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
  if (!isMade(next)) throw refused(reader, { message });
}

/** Neither half of what belongs together may come alone. */
function assertReasoned(items: readonly Fields[], reader: ItemReader): void {
  for (const [index, item] of items.entries()) {
    if (typeOfItem(item) === 'reasoning') assertReasoning(item, items[index + 1], reader);
    const id = idOf(item);
    const before = id === null ? null : reasoningIdBefore(reader.apiKey, id);
    if (before === null || items[index - 1]?.['id'] === before) continue;
    const message = `Item '${id}' of type '${typeOfItem(item)}' was provided without its required 'reasoning' item: '${before}'.`;
    throw refused(reader, { message });
  }
}

function assertPaired(items: readonly Fields[], reader: ItemReader): void {
  for (const { call, output, name } of PAIRS) {
    const open = new Set<string>();
    const answered = new Set<string>();
    for (const item of items) {
      const id = String(item['call_id']);
      if (typeOfItem(item) === call) open.add(id);
      if (typeOfItem(item) !== output) continue;
      const message = `No tool call found for ${name} output with call_id ${id}.`;
      if (!open.has(id)) throw refused(reader, { message });
      answered.add(id);
    }
    const [unanswered] = open.difference(answered);
    if (unanswered === undefined) continue;
    throw refused(reader, { message: `No tool output found for ${name} ${unanswered}.` });
  }
}

/** Raises {@link RefusedAsk}. */
export function assertItems(items: readonly Fields[], reader: ItemReader): void {
  for (const [index, item] of items.entries()) assertItem(item, index, reader);
  assertNoneTwice(items, reader);
  assertReasoned(items, reader);
  assertPaired(items, reader);
}
