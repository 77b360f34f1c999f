import type { WriteOptions } from '../inference-request.ts';
import { unpricedToolText, type HostedTool } from '../requests/hosted-tools.ts';
import { toolPromptsOf } from '../requests/tool-prompts.ts';
import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, replaceValue, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { effortChanges, readMessagesEffort } from './effort.ts';
import { countAddedTools, findMessagesTools, usesEdits } from './tools.ts';
import { isOrdinaryTier } from '../../domain/price-list.ts';
import type { ReasoningEffort } from '../../catalogue/reasoning-effort.ts';
import {
  givenMember,
  isRequestFault,
  readBooleanField,
  readModelField,
  readObjectsField,
  readStringField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';
import { findUncountedMember, isAsked } from '../requests/uncounted-member.ts';

/** What the gateway needs of a messages request; everything else is left to the upstream. */
export interface MessagesRequest {
  readonly kind: 'messages_request';
  /** `null` when it names none: then the caller's default. */
  readonly model: string | null;
  readonly isStream: boolean;
  /** The output limit, tokens; 0 only fills a cache. `null` only where no limit is required. */
  readonly maxTokens: number | null;
  /** The level asked for, in any of the protocol's ways; `null` when there is none. */
  readonly effort: ReasoningEffort | null;
  /** The speed asked for if it is not the standard one, else `service_tier`. */
  readonly serviceTier: string | null;
  readonly speed: string | null;
  /**
   * The input contains more than plain text (images, documents, files, blocks of unknown type), so that its bytes do
   * not bound its tokens.
   */
  readonly hasUnboundedInput: boolean;
  /** The upstream may summarise the conversation first: then it reads the input twice and writes twice. */
  readonly mayCompact: boolean;
  /** Tools that the upstream would run and that may have a price at a target. */
  readonly hostedTools: readonly HostedTool[];
  /** Prompts that the upstream adds because of tools. */
  readonly toolPrompts: number;
}

/** Something in a request that the gateway understands and does not serve. */
export interface MessagesRefusal {
  readonly kind: 'messages_refusal';
  readonly reason: 'unsupported_parameter' | 'tool_not_priced';
  readonly param: string;
  readonly message: string;
  /** The protocol's own code for it, on which clients act; absent: there is none. */
  readonly clientCode?: string;
}

export interface MessagesRules {
  /** False for a count of tokens, which needs no limit. */
  readonly needsMaxTokens: boolean;
}

/** The target and the limits that the body is written for. */
export type MessagesChanges = Omit<WriteOptions, 'hasOpaqueReasoning'>;

const tokensMax = 2 ** 31;

/**
 * Newer official clients send `thread` unasked. This code tells them to go on without one (protocol: @anthropic-ai/sdk
 * 1.12, `ThreadState`).
 */
const withoutThread = 'thread_unsupported_request';

/** Members that are not served, and why. `null` counts as absent. */
const unserved = [
  ['thread', 'stores the conversation at the upstream'],
  ['container', 'refers to a machine that the upstream keeps'],
  ['mcp_servers', 'makes the upstream call servers in loops that no output limit bounds'],
  ['fallback_credit_token', 'changes the price'],
  ['billing_policy', 'bills another account'],
] as const;

/**
 * Checks the members the gateway relies on, in this order: `model`, `messages`, `max_tokens`, `stream`, what is not
 * served, tools, effort, tier. `null` counts as absent, except for `messages`. Refusing anything else is left to the
 * upstream.
 */
export function readMessagesRequest(
  object: JsonObjectText,
  rules: MessagesRules = { needsMaxTokens: true },
): MessagesRequest | RequestFault | MessagesRefusal {
  const model = readModelField(object);
  if (isRequestFault(model)) return model;
  const messages = readMessages(object);
  if (isRequestFault(messages)) return messages;
  const maxTokens = readMaxTokens(object, rules);
  if (isRequestFault(maxTokens)) return maxTokens;
  const isStream = readBooleanField(object, 'stream');
  if (isRequestFault(isStream)) return isStream;
  const refusal = findRefusal(object);
  if (refusal !== null) return refusal;
  const tools = readTools(object, messages);
  if ('kind' in tools) return tools;
  const effort = readMessagesEffort(object);
  if (isRequestFault(effort)) return effort;
  const tier = readTier(object);
  if (isRequestFault(tier)) return tier;
  return {
    kind: 'messages_request',
    model,
    isStream,
    maxTokens,
    effort,
    ...tier,
    hasUnboundedInput: messages.some((message) => holdsUnbounded(message)) || hasUnboundedSystem(object),
    mayCompact: asksForCompaction(object),
    hostedTools: tools,
    toolPrompts: toolPromptsOf(object) + countAddedTools(messages),
  };
}

/**
 * The request as it goes upstream: the model renamed, the limits lowered, the effort in the target's own terms, and
 * without `reasoning_effort`, which is not in the protocol, and `diagnostics`, whose ids could be guessed. Every other
 * byte stays. The object must have been read without a fault.
 */
export function writeMessagesRequest(object: JsonObjectText, changes: MessagesChanges): Buffer {
  const effort = effortChanges(object, changes);
  const members: MemberChange[] = [
    ...stringChange(object, 'model', changes.model),
    ...['reasoning_effort', 'diagnostics'].map((key) => ({ key, json: null })),
    ...effort.members,
  ];
  const edits: ByteEdit[] = [
    ...effort.edits,
    ...clampEdits(object, changes.outputTokensMax),
    ...usesEdits(object, changes.hostedToolUsesMax),
  ];
  return applyEdits(object.bytes, [...edits, ...editJsonMembers(object, members)]);
}

function clampEdits(object: JsonObjectText, clamp: number): readonly ByteEdit[] {
  const member = object.member('max_tokens');
  if (member?.kind !== 'number' || Number(object.text(member)) <= clamp) return [];
  return [replaceValue(member, String(clamp))];
}

function readMaxTokens(object: JsonObjectText, { needsMaxTokens }: MessagesRules): number | null | RequestFault {
  if (!needsMaxTokens) return null;
  const member = object.member('max_tokens');
  const value = member?.kind === 'number' ? Number(object.text(member)) : Number.NaN;
  const isLimit = Number.isInteger(value) && value >= 0 && value <= tokensMax;
  return isLimit ? value : requestFault('max_tokens', `an integer from 0 to ${tokensMax}; it is required`);
}

/** The two members that change the price of every token. Only one of them may ask for something. */
function readTier(object: JsonObjectText): Pick<MessagesRequest, 'serviceTier' | 'speed'> | RequestFault {
  const serviceTier = readStringField(object, 'service_tier');
  if (isRequestFault(serviceTier)) return serviceTier;
  const speed = readStringField(object, 'speed');
  if (isRequestFault(speed)) return speed;
  if (speed === null || speed === 'standard') return { serviceTier, speed };
  const isFree = serviceTier === null || isOrdinaryTier(serviceTier);
  return isFree ? { serviceTier: speed, speed } : requestFault('speed', '`standard` beside this `service_tier`');
}

function findRefusal(object: JsonObjectText): MessagesRefusal | null {
  const uncounted = findUncountedMember(object);
  if (uncounted !== null) return { kind: 'messages_refusal', ...uncounted };
  const member = unserved.find(([key]) => isAsked(object, key));
  if (member !== undefined) {
    const refused = refusal('unsupported_parameter', member[0], `\`${member[0]}\` ${member[1]}.`);
    return member[0] === 'thread' ? { ...refused, clientCode: withoutThread } : refused;
  }
  const geo = readStringField(object, 'inference_geo');
  if (geo !== null && geo !== 'global') {
    return refusal('unsupported_parameter', 'inference_geo', 'Inference in one region has no price here.');
  }
  return null;
}

function readTools(
  object: JsonObjectText,
  messages: readonly JsonObjectText[],
): readonly HostedTool[] | RequestFault | MessagesRefusal {
  const offered = findMessagesTools(object, messages);
  if (isRequestFault(offered)) return offered;
  const { hosted, unpriced } = offered;
  return unpriced === null ? hosted : refusal('tool_not_priced', unpriced.param, unpricedToolText(unpriced));
}

function refusal(reason: MessagesRefusal['reason'], param: string, message: string): MessagesRefusal {
  return { kind: 'messages_refusal', reason, param, message };
}

function asksForCompaction(object: JsonObjectText): boolean {
  if (givenMember(object, 'compaction') !== undefined) return true;
  const management = object.nested('context_management');
  const edits = management?.member('edits');
  if (management === undefined || edits?.kind !== 'array') return false;
  return management
    .elements(edits)
    .some((edit) => edit.kind === 'object' && management.object(edit).string('type')?.startsWith('compact') === true);
}

function readMessages(object: JsonObjectText): readonly JsonObjectText[] | RequestFault {
  return readObjectsField(object, 'messages');
}

/** Blocks whose bytes bound their tokens. If the text of a thought is left out, its signature contains it. */
const boundedBlocks = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_reference',
  'tool_addition',
  'tool_removal',
]);
/** Blocks that are bounded when their contents are. */
const holdingBlocks = new Set(['tool_result', 'search_result', 'compaction']);

function hasUnboundedSystem(object: JsonObjectText): boolean {
  const system = givenMember(object, 'system');
  return system !== undefined && !isBoundedContent(object, system);
}

function holdsUnbounded(message: JsonObjectText): boolean {
  const content = givenMember(message, 'content');
  return content !== undefined && !isBoundedContent(message, content);
}

function isBoundedContent(object: JsonObjectText, content: JsonSpan): boolean {
  if (content.kind === 'string') return true;
  if (content.kind !== 'array') return false;
  return object
    .elements(content)
    .every((block) => block.kind === 'string' || (block.kind === 'object' && isBoundedBlock(object.object(block))));
}

function isBoundedBlock(block: JsonObjectText): boolean {
  const type = block.string('type') ?? '';
  if (boundedBlocks.has(type)) return true;
  if (type === 'document') return isBoundedSource(block.nested('source'));
  return holdingBlocks.has(type) && !holdsUnbounded(block);
}

/** A document given as text, or as blocks of text. */
function isBoundedSource(source: JsonObjectText | undefined): boolean {
  const type = source?.string('type');
  if (source === undefined || type === undefined) return false;
  return type === 'text' || (type === 'content' && !holdsUnbounded(source));
}
