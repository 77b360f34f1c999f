import type { RequestMemory, WriteOptions } from '../inference-request.ts';
import { clampUses, unpricedToolText, type HostedTool } from '../requests/hosted-tools.ts';
import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, replaceValue, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import {
  isReasoningEffort,
  nearestEffort,
  reasoningEfforts,
  type ReasoningEffort,
} from '../../catalogue/reasoning-effort.ts';
import {
  givenMember,
  isRequestFault,
  readBooleanField,
  noLimit,
  readCountField,
  readModelField,
  readStringField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';
import { holdsMedia } from './holds-media.ts';
import { effortEdits, instructionItems, isKeptImage } from './items.ts';
import { findResponsesTools } from './tools.ts';
import { findUncountedMember } from '../requests/uncounted-member.ts';

/** What the gateway needs of a request for a response; everything else is left to the upstream. */
export interface ResponsesRequest extends Omit<RequestMemory, 'input' | 'withContext'> {
  readonly kind: 'responses_request';
  /** `null` when it names none. */
  readonly model: string | null;
  readonly isStream: boolean;
  /** The output limit, tokens; `null` when there is none. */
  readonly maxTokens: number | null;
  /** The level asked for, at the top level or in `reasoning`; `null` when there is none. */
  readonly effort: ReasoningEffort | null;
  readonly serviceTier: string | null;
  /** The input holds images, audio or files, so that its bytes do not bound its tokens. */
  readonly hasUnboundedInput: boolean;
  /** The upstream may summarise the conversation first: then it reads the input twice and writes twice. */
  readonly mayCompact: boolean;
  /** Tools that the upstream would run and that may have a price at a target. */
  readonly hostedTools: readonly HostedTool[];
  /** The most calls of all such tools together; `null` when there is no limit. */
  readonly toolCallsMax: number | null;
}

/** Something in a request that the gateway understands and does not serve. */
export interface ResponsesRefusal {
  readonly kind: 'responses_refusal';
  readonly reason: 'unsupported_parameter' | 'tool_not_priced';
  readonly param: string;
  readonly message: string;
}

/** The target and the limits that the body is written for. */
export type ResponsesChanges = Omit<WriteOptions, 'thinking'>;

const tokensMax = 2 ** 31;
const opaqueReasoning = 'reasoning.encrypted_content';

/** Members that are not served, and why. `null` counts as absent. */
const unserved = [
  ['conversation', 'stores the conversation at the upstream: continue with `previous_response_id` instead'],
  ['prompt', 'refers to a template that is stored at the upstream: send its text as `instructions` and `input`'],
] as const;

/** Members that are not sent upstream: they refer to what this gateway stores, or to the caller's own machine. */
const kept = ['previous_response_id', 'reasoning_effort', 'client_metadata'] as const;

/**
 * Checks the members the gateway relies on. `null` counts as absent, except for `input`. Refusing anything else is left
 * to the upstream.
 */
export function readResponsesRequest(object: JsonObjectText): ResponsesRequest | ResponsesRefusal | RequestFault {
  const refusal = findRefusal(object);
  if (refusal !== null) return refusal;
  const model = readModelField(object);
  if (isRequestFault(model)) return model;
  const items = inputItems(object);
  if (isRequestFault(items)) return items;
  const isStream = readBooleanField(object, 'stream');
  if (isRequestFault(isStream)) return isStream;
  const store = object.member('store');
  const isStored = store === undefined || store.kind === 'null' ? true : readBooleanField(object, 'store');
  if (isRequestFault(isStored)) return isStored;
  const maxTokens = readCountField(object, 'max_output_tokens', tokensMax, noLimit);
  if (isRequestFault(maxTokens)) return maxTokens;
  const effort = readEffort(object);
  if (isRequestFault(effort)) return effort;
  const serviceTier = readStringField(object, 'service_tier');
  if (isRequestFault(serviceTier)) return serviceTier;
  const previousResponseId = readStringField(object, 'previous_response_id');
  if (isRequestFault(previousResponseId)) return previousResponseId;
  const param = findKeptImage(items, 'input') ?? findKeptImage(instructionItems(object), 'instructions');
  if (param !== null) {
    const message = `\`${param}\` refers to an image that is stored at the upstream. Send it with its \`result\`, or leave it out.`;
    return { kind: 'responses_refusal', reason: 'unsupported_parameter', param, message };
  }
  const { hosted: hostedTools, unpriced } = findResponsesTools(object, items);
  if (unpriced !== null) {
    const message = unpricedToolText(unpriced);
    return { kind: 'responses_refusal', reason: 'tool_not_priced', param: unpriced.param, message };
  }
  const toolCallsMax = hostedTools.length === 0 ? null : readCountField(object, 'max_tool_calls', tokensMax);
  if (isRequestFault(toolCallsMax)) return toolCallsMax;
  return {
    kind: 'responses_request',
    model,
    isStream,
    maxTokens,
    effort,
    serviceTier,
    isStored,
    previousResponseId,
    referencedItemIds: items.flatMap((item) => (isReference(item) ? [item.string('id') ?? ''] : [])),
    itemIds: items.flatMap((item) => (isReference(item) ? [] : (item.string('id') ?? []))),
    hasUnboundedInput: [...items, ...instructionItems(object)].some((item) => holdsMedia(item)),
    mayCompact: mayCompact(object, items),
    hostedTools,
    toolCallsMax,
  };
}

/** The path of the first item that only names an image; `null`: there is none. */
function findKeptImage(items: readonly JsonObjectText[], list: string): string | null {
  const place = items.findIndex((item) => isKeptImage(item));
  return place < 0 ? null : `${list}[${place}]`;
}

/** The caller may have the conversation compacted by its length, or at once by an item. */
function mayCompact(object: JsonObjectText, items: readonly JsonObjectText[]): boolean {
  if (givenMember(object, 'context_management') !== undefined) return true;
  return items.some((item) => item.string('type') === 'compaction_trigger');
}

/**
 * The request as it goes upstream, which stores nothing and knows nothing of what is stored here: `store` off, no
 * `previous_response_id`, the model renamed, the limits lowered, the levels of effort in the target's own terms, and
 * reasoning asked for as an opaque block. Every other byte stays. The object must have been read without a fault.
 */
export function writeResponsesRequest(object: JsonObjectText, changes: ResponsesChanges): Buffer {
  const members: MemberChange[] = [
    ...stringChange(object, 'model', changes.model),
    { key: 'store', json: 'false' },
    ...kept.map((key) => ({ key, json: null })),
  ];
  const edits: ByteEdit[] = [];
  const limit = object.member('max_output_tokens');
  const limitValue = limit?.kind === 'number' ? Number(object.text(limit)) : 0;
  if (limit !== undefined && (limitValue === noLimit || limitValue > changes.outputTokensMax)) {
    edits.push(replaceValue(limit, String(changes.outputTokensMax)));
  }
  const cacheOptions = object.nested('prompt_cache_options');
  if (cacheOptions !== undefined) {
    edits.push(...editJsonMembers(cacheOptions, [{ key: 'comparison_response_id', json: null }]));
  }
  const reasoning = object.nested('reasoning');
  if (reasoning !== undefined)
    edits.push(...editJsonMembers(reasoning, stringChange(reasoning, 'effort', changes.effort)));
  else if (changes.effort !== null)
    members.push({ key: 'reasoning', json: JSON.stringify({ effort: changes.effort }) });
  if (changes.hasOpaqueReasoning) members.push(...includeChange(object));
  const items = inputItems(object);
  if (!isRequestFault(items)) {
    for (const edit of effortEdits(items, (wanted) => effortFor(wanted, changes))) edits.push(edit);
    members.push(...toolCallsChange(object, items, changes.hostedToolUsesMax));
  }
  return applyEdits(object.bytes, [...edits, ...editJsonMembers(object, members)]);
}

/** The limit of tool calls, where the upstream runs tools. */
function toolCallsChange(
  object: JsonObjectText,
  items: readonly JsonObjectText[],
  limit: number,
): readonly MemberChange[] {
  if (findResponsesTools(object, items).hosted.length === 0) return [];
  const wish = readCountField(object, 'max_tool_calls', tokensMax);
  const calls = clampUses(isRequestFault(wish) ? null : wish, limit);
  return wish === calls ? [] : [{ key: 'max_tool_calls', json: String(calls) }];
}

/** The items of an input as JSON texts; a plain string is one user message. */
export function itemTexts(object: JsonObjectText): readonly Buffer[] {
  const input = object.member('input');
  if (input?.kind === 'string') {
    return [
      Buffer.from(`{"type":"message","role":"user","content":[{"type":"input_text","text":${object.text(input)}}]}`),
    ];
  }
  if (input?.kind !== 'array') return [];
  return object.elements(input).map((item) => object.bytes.subarray(item.valueStart, item.valueEnd));
}

/** The input of the request with everything it builds on: earlier items first, referenced ones in their places. */
export function withContext(
  object: JsonObjectText,
  history: readonly Buffer[],
  referenced: ReadonlyMap<string, Buffer>,
): Buffer {
  const items = inputItems(object);
  const references = isRequestFault(items) ? [] : items;
  const own = itemTexts(object).map((text, index) => {
    const item = references[index];
    return item !== undefined && isReference(item) ? (referenced.get(item.string('id') ?? '') ?? text) : text;
  });
  const input = object.member('input');
  const replacement = jsonArray([...history, ...own]);
  if (input !== undefined) {
    return applyEdits(object.bytes, [{ start: input.valueStart, end: input.valueEnd, replacement }]);
  }
  return applyEdits(object.bytes, editJsonMembers(object, [{ key: 'input', json: replacement.toString() }]));
}

const comma = Buffer.from(',');

/** JSON texts as the elements of one array. */
export function jsonArray(texts: readonly Buffer[]): Buffer {
  const pieces = texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text]));
  return Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
}

function findRefusal(object: JsonObjectText): ResponsesRefusal | null {
  const refusal = (param: string, message: string): ResponsesRefusal => ({
    kind: 'responses_refusal',
    reason: 'unsupported_parameter',
    param,
    message,
  });
  // Some servers read other values than `true` as true.
  if ((givenMember(object, 'background')?.kind ?? 'false') !== 'false') {
    return refusal('background', '`background` stores the answer at the upstream: leave it out, or ask for a stream.');
  }
  const found = unserved.find(([key]) => givenMember(object, key) !== undefined);
  if (found !== undefined) return refusal(found[0], `\`${found[0]}\` ${found[1]}.`);
  const uncounted = findUncountedMember(object);
  return uncounted === null ? null : { kind: 'responses_refusal', ...uncounted };
}

/** The items of the input; none for a plain string, and none where a continuation adds nothing. */
function inputItems(object: JsonObjectText): readonly JsonObjectText[] | RequestFault {
  const input = object.member('input');
  if (input?.kind === 'string') return [];
  if (input === undefined && object.string('previous_response_id') !== undefined) return [];
  if (input?.kind !== 'array') return requestFault('input', 'a string or an array of items');
  const items: JsonObjectText[] = [];
  for (const element of object.eachElement(input)) {
    const item = element.kind === 'object' ? object.object(element) : null;
    if (item === null || !isItem(item)) return requestFault(`input[${items.length}]`, 'an item: an object');
    items.push(item);
  }
  return items;
}

function isItem(item: JsonObjectText): boolean {
  return !isReference(item) || item.string('id') !== undefined;
}

/** A reference may leave out its type: then it is an id and nothing else. */
function isReference(item: JsonObjectText): boolean {
  const type = givenMember(item, 'type');
  if (type === undefined) return item.member('role') === undefined && item.member('id') !== undefined;
  return item.string('type') === 'item_reference';
}

function readEffort(object: JsonObjectText): ReasoningEffort | null | RequestFault {
  const top = readStringField(object, 'reasoning_effort');
  if (isRequestFault(top)) return top;
  const reasoning = givenMember(object, 'reasoning');
  if (reasoning !== undefined && reasoning.kind !== 'object') return requestFault('reasoning', 'an object');
  const nested = reasoning === undefined ? null : readStringField(object.object(reasoning), 'effort');
  if (isRequestFault(nested)) return requestFault('reasoning.effort', 'a string');
  const effort = nested ?? top;
  // Groq's name for the effort that the model has by itself.
  if (effort === 'default') return null;
  if (effort === null || isReasoningEffort(effort)) return effort;
  const param = nested === null ? 'reasoning_effort' : 'reasoning.effort';
  return requestFault(param, `one of ${reasoningEfforts.join(', ')}`);
}

function effortFor(wanted: string, { efforts }: ResponsesChanges): string | null {
  if (efforts.length === 0) return null;
  return isReasoningEffort(wanted) ? nearestEffort(wanted, efforts) : wanted;
}

function includeChange(object: JsonObjectText): readonly MemberChange[] {
  const include = givenMember(object, 'include');
  if (include === undefined) return [{ key: 'include', json: JSON.stringify([opaqueReasoning]) }];
  if (include.kind !== 'array') return [];
  const texts = object.elements(include).map((entry) => object.text(entry));
  const added = JSON.stringify(opaqueReasoning);
  return texts.includes(added) ? [] : [{ key: 'include', json: `[${[...texts, added].join(',')}]` }];
}
