import { findChatRefusal, type ChatRefusal } from './refusal.ts';
import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, replaceValue, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import type { HostedTool } from '../requests/hosted-tools.ts';
import { isAsked } from '../requests/uncounted-member.ts';
import { isReasoningEffort, reasoningEfforts, type ReasoningEffort } from '../../catalogue/reasoning-effort.ts';
import {
  givenMember,
  isRequestFault,
  readBooleanField,
  noLimit,
  readCountField,
  readModelField,
  readObjectsField,
  readStringField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';

/** What the gateway needs of a chat completions request; everything else is left to the upstream. */
export interface ChatRequest {
  readonly kind: 'chat_request';
  /** `null` when it names none: then the caller's default. */
  readonly model: string | null;
  readonly isStream: boolean;
  /** The client asked for the usage chunk of a stream. */
  readonly includeUsage: boolean;
  /** The output limit, tokens per choice; of two limits the larger. `null` when there is none. */
  readonly maxTokens: number | null;
  /** Choices asked for, 1 to 128. */
  readonly n: number;
  readonly reasoningEffort: ReasoningEffort | null;
  readonly serviceTier: string | null;
  /**
   * The messages, or the prediction, contain more than plain text (images, audio, files, parts of unknown type), so that
   * the number of bytes does not bound the number of input tokens.
   */
  readonly hasRemoteMedia: boolean;
  /**
   * Most tokens of the predicted output, 0 without one; `null`: it contains more than plain text, which its bytes do not
   * bound. Predicted tokens that the model does not use are counted as output, in addition to those of the
   * answer (protocol: `prediction`).
   */
  readonly predictionTokensMax: number | null;
  /** The search that the upstream is asked for; the protocol has no other tool that it runs, and no limit of its uses. */
  readonly hostedTools: readonly HostedTool[];
}

export interface ChatRequestChanges {
  /** The upstream's name of the model. */
  readonly model: string;
  /** Most output tokens; `null` leaves the client's limit. A limit is lowered to it, never added. */
  readonly maxTokensClamp: number | null;
  /** `null` removes the member. */
  readonly reasoningEffort: string | null;
  /** For streams: ask for the counters, and for no padding. */
  readonly forceUsage: boolean;
}

const search: HostedTool = { kind: 'web_search', type: 'web_search', param: 'web_search_options', usesMax: null };

const maxTokensMembers = ['max_tokens', 'max_completion_tokens'] as const;
const tokensMax = 2 ** 31;
const choicesMax = 128;
const forcedStreamOptions = [
  { key: 'include_usage', json: 'true' },
  { key: 'include_obfuscation', json: 'false' },
] as const;

/**
 * Checks the members the gateway relies on, in this order: `model`, `messages`, `stream`, `stream_options`,
 * `max_tokens`, `max_completion_tokens`, `n`, `reasoning_effort`, `service_tier`, and what is not served. `null` counts
 * as absent, except for `messages`. Refusing anything else is left to the upstream.
 */
export function readChatRequest(object: JsonObjectText): ChatRequest | RequestFault | ChatRefusal {
  const model = readModelField(object);
  if (isRequestFault(model)) return model;
  const messages = readObjectsField(object, 'messages');
  if (isRequestFault(messages)) return messages;
  const isStream = readBooleanField(object, 'stream');
  if (isRequestFault(isStream)) return isStream;
  const includeUsage = readIncludeUsage(object);
  if (isRequestFault(includeUsage)) return includeUsage;
  const maxTokens = readMaxTokens(object);
  if (isRequestFault(maxTokens)) return maxTokens;
  const n = readCountField(object, 'n', choicesMax);
  if (isRequestFault(n)) return n;
  const reasoningEffort = readEffort(object);
  if (isRequestFault(reasoningEffort)) return reasoningEffort;
  const serviceTier = readStringField(object, 'service_tier');
  if (isRequestFault(serviceTier)) return serviceTier;
  const refusal = findChatRefusal(object, messages);
  if (refusal !== null) return refusal;
  const predictionTokensMax = readPrediction(object);
  return {
    kind: 'chat_request',
    model,
    isStream,
    includeUsage,
    maxTokens,
    n: n ?? 1,
    reasoningEffort,
    serviceTier,
    hasRemoteMedia: predictionTokensMax === null || messages.some((message) => holdsMedia(message)),
    predictionTokensMax,
    hostedTools: isAsked(object, search.param) ? [search] : [],
  };
}

/**
 * The request as it goes upstream: the model renamed, `store` switched off if present, limits lowered, the effort set,
 * and a stream's counters asked for. Every other byte stays. The object must have been read without a fault.
 */
export function writeChatRequest(object: JsonObjectText, changes: ChatRequestChanges): Buffer {
  const members: MemberChange[] = [
    ...stringChange(object, 'model', changes.model),
    ...stringChange(object, 'reasoning_effort', changes.reasoningEffort),
  ];
  if (object.member('store') !== undefined) members.push({ key: 'store', json: 'false' });
  const edits: ByteEdit[] = [];
  if (changes.maxTokensClamp !== null) edits.push(...clampEdits(object, changes.maxTokensClamp));
  if (changes.forceUsage && object.member('stream')?.kind === 'true') {
    const options = object.nested('stream_options');
    if (options === undefined) members.push({ key: 'stream_options', json: newStreamOptions });
    else edits.push(...editJsonMembers(options, forcedStreamOptions));
  }
  return applyEdits(object.bytes, [...edits, ...editJsonMembers(object, members)]);
}

const newStreamOptions = `{${forcedStreamOptions.map(({ key, json }) => `"${key}":${json}`).join(',')}}`;

function clampEdits(object: JsonObjectText, clamp: number): readonly ByteEdit[] {
  return maxTokensMembers.flatMap((key) => {
    const member = object.member(key);
    const value = member?.kind === 'number' ? Number(object.text(member)) : clamp;
    return member === undefined || (value !== noLimit && value <= clamp) ? [] : [replaceValue(member, String(clamp))];
  });
}

function readIncludeUsage(object: JsonObjectText): boolean | RequestFault {
  const options = givenMember(object, 'stream_options');
  if (options === undefined) return false;
  if (options.kind !== 'object') return requestFault('stream_options', 'an object');
  return readBooleanField(object.object(options), 'include_usage', 'stream_options.include_usage');
}

function readMaxTokens(object: JsonObjectText): number | null | RequestFault {
  let maxTokens: number | null = null;
  for (const key of maxTokensMembers) {
    const value = readCountField(object, key, tokensMax, noLimit);
    if (isRequestFault(value)) return value;
    if (value !== null && value > (maxTokens ?? 0)) maxTokens = value;
  }
  return maxTokens;
}

function readEffort(object: JsonObjectText): ReasoningEffort | null | RequestFault {
  const effort = readStringField(object, 'reasoning_effort');
  // Groq's name for the effort that the model has by itself.
  if (effort === 'default') return null;
  if (effort === null || isReasoningEffort(effort)) return effort;
  return requestFault('reasoning_effort', `one of ${reasoningEfforts.join(', ')}`);
}

function readPrediction(object: JsonObjectText): number | null {
  const prediction = givenMember(object, 'prediction');
  if (prediction === undefined) return 0;
  const isText = prediction.kind === 'object' ? !holdsMedia(object.object(prediction)) : prediction.kind !== 'array';
  // What the characters of the whole body grow by is more than what its own do.
  return isText ? prediction.valueEnd - prediction.valueStart + object.normalBytesMax - object.bytes.length : null;
}

function holdsMedia(message: JsonObjectText): boolean {
  const content = givenMember(message, 'content');
  if (content === undefined || content.kind === 'string') return false;
  return content.kind !== 'array' || !message.elements(content).every((part) => isTextPart(message, part));
}

function isTextPart(message: JsonObjectText, part: JsonSpan): boolean {
  if (part.kind !== 'object') return part.kind === 'string';
  const type = message.object(part).string('type');
  return type === 'text' || type === 'refusal';
}
