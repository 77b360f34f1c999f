import { editMembers, applyEdits, replaceValue, type ByteEdit, type MemberChange } from './json-edits.ts';
import type { JsonMember, JsonObjectText, JsonSpan } from './json-object-text.ts';
import { profilePattern } from './profile-name.ts';
import { isReasoningEffort, reasoningEfforts, type ReasoningEffort } from './reasoning-effort.ts';

/** What the gateway has to know of a chat completions request; everything else is the upstream's business. */
export interface ChatRequest {
  readonly kind: 'chat_request';
  /** `null` when it names none: the caller's default then. */
  readonly model: string | null;
  readonly isStream: boolean;
  /** The client asked for the usage chunk of a stream. */
  readonly includeUsage: boolean;
  /** The output limit, tokens per choice; of two limits the larger. `null` when there is none. */
  readonly maxTokens: number | null;
  /** The member that holds {@link maxTokens}. */
  readonly maxTokensMember: MaxTokensMember | null;
  /** Choices asked for, 1 to 128. */
  readonly n: number;
  readonly reasoningEffort: ReasoningEffort | null;
  readonly serviceTier: string | null;
  /**
   * Something in the messages is not plain text (images, audio, files, parts of unknown type), so that the number of
   * input tokens is not bounded by the number of bytes.
   */
  readonly hasRemoteMedia: boolean;
  readonly messagesCount: number;
}

type MaxTokensMember = 'max_tokens' | 'max_completion_tokens';

/** A member the gateway relies on has the wrong type or value. */
export interface ChatRequestFault {
  readonly kind: 'chat_request_fault';
  /** The member's path, e.g. `stream_options.include_usage`. */
  readonly param: string;
  readonly message: string;
}

export interface ChatRequestChanges {
  /** The upstream's name of the model. */
  readonly model: string;
  /** Most output tokens; `null` leaves the client's limit. A limit is lowered to it, never added. */
  readonly maxTokensClamp: number | null;
  /** `null` removes the member. */
  readonly reasoningEffort: string | null;
  /** Streams: ask for the counters, and for no padding. */
  readonly forceUsage: boolean;
}

const maxTokensMembers = ['max_tokens', 'max_completion_tokens'] as const;
const tokensMax = 2 ** 31;
const choicesMax = 128;
const forcedStreamOptions = [
  { key: 'include_usage', json: 'true' },
  { key: 'include_obfuscation', json: 'false' },
] as const;

/**
 * Checks the members the gateway relies on, in this order: `model`, `messages`, `stream`, `stream_options`,
 * `max_tokens`, `max_completion_tokens`, `n`, `reasoning_effort`, `service_tier`. `null` counts as absent, except for
 * `messages`. Everything else is the upstream's to refuse.
 */
export function readChatRequest(object: JsonObjectText): ChatRequest | ChatRequestFault {
  const model = readModel(object);
  if (isFault(model)) return model;
  const messages = readMessages(object);
  if (isFault(messages)) return messages;
  const isStream = readBoolean(object, 'stream', 'stream');
  if (isFault(isStream)) return isStream;
  const includeUsage = readIncludeUsage(object);
  if (isFault(includeUsage)) return includeUsage;
  const limit = readMaxTokens(object);
  if (isFault(limit)) return limit;
  const n = readInteger(object, 'n', choicesMax);
  if (isFault(n)) return n;
  const reasoningEffort = readEffort(object);
  if (isFault(reasoningEffort)) return reasoningEffort;
  const serviceTier = readString(object, 'service_tier');
  if (isFault(serviceTier)) return serviceTier;
  return {
    kind: 'chat_request',
    model,
    isStream,
    includeUsage,
    ...limit,
    n: n ?? 1,
    reasoningEffort,
    serviceTier,
    ...messages,
  };
}

/**
 * The request as it goes upstream: the model renamed, `store` switched off where it is present, limits lowered, the
 * effort set, and a stream's counters asked for. Every other byte stays. The object must have been read without a fault.
 */
export function writeChatRequest(object: JsonObjectText, changes: ChatRequestChanges): Buffer {
  const members: MemberChange[] = [];
  setString(members, object, 'model', changes.model);
  setString(members, object, 'reasoning_effort', changes.reasoningEffort);
  if (object.member('store') !== undefined) members.push({ key: 'store', json: 'false' });
  const edits: ByteEdit[] = [];
  if (changes.maxTokensClamp !== null) edits.push(...clampEdits(object, changes.maxTokensClamp));
  if (changes.forceUsage && object.member('stream')?.kind === 'true') {
    const options = object.nested('stream_options');
    if (options === undefined) members.push({ key: 'stream_options', json: newStreamOptions });
    else edits.push(...editMembers(options, forcedStreamOptions));
  }
  return applyEdits(object.bytes, [...edits, ...editMembers(object, members)]);
}

const newStreamOptions = `{${forcedStreamOptions.map(({ key, json }) => `"${key}":${json}`).join(',')}}`;

/** Leaves a string that already says so as it is written. */
function setString(changes: MemberChange[], object: JsonObjectText, key: string, value: string | null): void {
  if (value === null || object.string(key) !== value) {
    changes.push({ key, json: value === null ? null : JSON.stringify(value) });
  }
}

function clampEdits(object: JsonObjectText, clamp: number): readonly ByteEdit[] {
  return maxTokensMembers.flatMap((key) => {
    const member = object.member(key);
    if (member?.kind !== 'number' || Number(object.text(member)) <= clamp) return [];
    return [replaceValue(member, String(clamp))];
  });
}

function fault(param: string, rule: string): ChatRequestFault {
  return { kind: 'chat_request_fault', param, message: `\`${param}\` must be ${rule}.` };
}

function isFault(value: unknown): value is ChatRequestFault {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'chat_request_fault';
}

/** A member that says something: absent and `null` are the same. */
function given(object: JsonObjectText, key: string): JsonMember | undefined {
  const member = object.member(key);
  return member?.kind === 'null' ? undefined : member;
}

function readString(object: JsonObjectText, key: string): string | null | ChatRequestFault {
  const member = given(object, key);
  if (member === undefined) return null;
  return member.kind === 'string' ? object.decode(member) : fault(key, 'a string');
}

function readModel(object: JsonObjectText): string | null | ChatRequestFault {
  const model = readString(object, 'model');
  if (model === null || isFault(model) || profilePattern.test(model)) return model;
  return fault('model', 'a name of 1 to 200 characters: first a letter or digit, then also . _ : / + @ -');
}

function readBoolean(object: JsonObjectText, key: string, param: string): boolean | ChatRequestFault {
  const member = given(object, key);
  if (member === undefined || member.kind === 'false') return false;
  return member.kind === 'true' ? true : fault(param, 'a boolean');
}

function readIncludeUsage(object: JsonObjectText): boolean | ChatRequestFault {
  const options = given(object, 'stream_options');
  if (options === undefined) return false;
  if (options.kind !== 'object') return fault('stream_options', 'an object');
  return readBoolean(object.object(options), 'include_usage', 'stream_options.include_usage');
}

function readInteger(object: JsonObjectText, key: string, max: number): number | null | ChatRequestFault {
  const member = given(object, key);
  if (member === undefined) return null;
  const value = member.kind === 'number' ? Number(object.text(member)) : Number.NaN;
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fault(key, `an integer from 1 to ${max}`);
}

function readMaxTokens(object: JsonObjectText): Pick<ChatRequest, 'maxTokens' | 'maxTokensMember'> | ChatRequestFault {
  let maxTokens: number | null = null;
  let maxTokensMember: MaxTokensMember | null = null;
  for (const key of maxTokensMembers) {
    const value = readInteger(object, key, tokensMax);
    if (isFault(value)) return value;
    if (value !== null && value > (maxTokens ?? 0)) [maxTokens, maxTokensMember] = [value, key];
  }
  return { maxTokens, maxTokensMember };
}

function readEffort(object: JsonObjectText): ReasoningEffort | null | ChatRequestFault {
  const effort = readString(object, 'reasoning_effort');
  if (effort === null || isReasoningEffort(effort)) return effort;
  return fault('reasoning_effort', `one of ${reasoningEfforts.join(', ')}`);
}

function readMessages(
  object: JsonObjectText,
): Pick<ChatRequest, 'messagesCount' | 'hasRemoteMedia'> | ChatRequestFault {
  const member = object.member('messages');
  if (member?.kind !== 'array') return fault('messages', 'a non-empty array');
  const messages = object.elements(member);
  if (messages.length === 0) return fault('messages', 'a non-empty array');
  const stray = messages.findIndex((message) => message.kind !== 'object');
  if (stray >= 0) return fault(`messages[${stray}]`, 'an object');
  return {
    messagesCount: messages.length,
    hasRemoteMedia: messages.some((message) => holdsMedia(object.object(message))),
  };
}

/** An assistant's earlier audio is named by id only, and counts all the same. */
function holdsMedia(message: JsonObjectText): boolean {
  if (given(message, 'audio') !== undefined) return true;
  const content = given(message, 'content');
  if (content === undefined || content.kind === 'string') return false;
  return content.kind !== 'array' || !message.elements(content).every((part) => isTextPart(message, part));
}

function isTextPart(message: JsonObjectText, part: JsonSpan): boolean {
  if (part.kind !== 'object') return part.kind === 'string';
  const type = message.object(part).string('type');
  return type === 'text' || type === 'refusal';
}
