import type { StreamCounts } from '../streams/stream-protocol.ts';
import type { ByteEdit } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import { decodedLength, type JsonObjectText, type JsonSpan } from '../../wire/json-object-text.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import { messagesTier, type ServedTier } from './merged-counters.ts';
import { noToolUses, type ToolUses } from '../../domain/usage.ts';
import { otherTextBytes } from '../answers/other-texts.ts';
import { readAnswerCounters } from '../answers/answer-counters.ts';

/** A whole message, as far as the gateway reads it. */
export interface MessagesAnswer extends Pick<StreamCounts, 'reading' | 'serviceTier' | 'contentBytes' | 'toolUses'> {
  readonly object: JsonObjectText;
}

/** Reads an answer body; `null` when it is not a message. `askedSpeed` counts if the answer names no speed. */
export function readMessagesAnswer(bytes: Buffer, askedSpeed: string | null): MessagesAnswer | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault' || object.string('type') !== 'message') return null;
  const content = object.member('content');
  if (content?.kind !== 'array') return null;
  const blocks = objectsOf(object, content);
  const toolUses = blocks.reduce(withUse, noToolUses);
  return {
    object,
    reading: readAnswerCounters(object, 'messages', { seen: toolUses }),
    serviceTier: messagesTier(tierIn(object), askedSpeed),
    contentBytes: blocks.reduce((sum, block) => sum + generatedBytes(block), 0),
    toolUses,
  };
}

/** The message under the client's name of the model; every other byte stays. */
export function writeMessagesAnswer({ object }: MessagesAnswer, { model }: { readonly model: string }): Buffer {
  return editedJsonText(object, modelEdits(object, { upstreamModel: object.string('model') ?? null, model }));
}

/** What the `usage` of a message or of a stream record says of the tier. */
export function tierIn(object: JsonObjectText): ServedTier {
  const usage = object.nested('usage');
  const [speed, tier] = [usage?.string('speed'), usage?.string('service_tier')];
  return { ...(speed !== undefined && { speed }), ...(tier !== undefined && { service_tier: tier }) };
}

export interface ModelNames {
  /** As the message names it; `null` when it names none. */
  readonly upstreamModel: string | null;
  /** The client's name. */
  readonly model: string;
}

/** The edits that give a message the client's name of the model, also in its usage if that names the same model. */
export function modelEdits(message: JsonObjectText, { upstreamModel, model }: ModelNames): readonly ByteEdit[] {
  if (upstreamModel === null || upstreamModel === model) return [];
  const usage = message.nested('usage');
  const iterations = usage?.member('iterations');
  const holders = iterations?.kind === 'array' && usage !== undefined ? objectsOf(usage, iterations) : [];
  return [message, ...holders].flatMap((holder) => {
    const member = holder.member('model');
    if (member?.kind !== 'string' || holder.decode(member) !== upstreamModel) return [];
    return [replaceValue(member, JSON.stringify(model))];
  });
}

function objectsOf(object: JsonObjectText, array: JsonSpan): readonly JsonObjectText[] {
  return object.elements(array).flatMap((element) => (element.kind === 'object' ? [object.object(element)] : []));
}

/** Blocks with the result of an upstream tool. A failed tool has an error instead, which costs nothing. */
const resultsOfTools: ReadonlyMap<string, keyof ToolUses> = new Map([
  ['web_search_tool_result', 'web_searches'],
  ['web_fetch_tool_result', 'web_fetches'],
]);

/** The uses so far plus the one that this content block shows, if any. */
export function withUse(uses: ToolUses, block: JsonObjectText): ToolUses {
  const counter = resultsOfTools.get(block.string('type') ?? '');
  const hasFailed = block.nested('content')?.string('type')?.endsWith('_error') === true;
  return counter === undefined || hasFailed ? uses : { ...uses, [counter]: uses[counter] + 1 };
}

/** Members of blocks and deltas that hold generated text. */
const texts = ['text', 'thinking', 'partial_json'] as const;

/** UTF-8 bytes that the model wrote of a content block or delta; the input of a tool as it is written. */
export function generatedBytes(block: JsonObjectText): number {
  const input = block.member('input');
  const inputBytes = input?.kind === 'object' ? input.valueEnd - input.valueStart : 0;
  const bytes = texts.reduce((sum, key) => {
    const member = block.member(key);
    return member?.kind === 'string' ? sum + stringBytes(block, member) : sum;
  }, inputBytes);
  const isResult = block.string('type')?.endsWith('_result') === true;
  return bytes === 0 && !isResult ? otherTextBytes(block) : bytes;
}

function stringBytes(object: JsonObjectText, span: JsonSpan): number {
  return decodedLength(object.bytes, span.valueStart + 1, span.valueEnd - 1);
}
