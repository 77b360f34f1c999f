import type { StreamCounts } from '../streams/stream-protocol.ts';
import { withoutKeyHeader } from '../../errors.ts';
import { editsBeside, type ByteEdit } from '../../wire/byte-edits.ts';
import { hasError } from '../../wire/error-field.ts';
import { editJsonMembers, replaceValue, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import { hasPoorId, isWebSearch, writtenBytes } from './items.ts';
import { noToolUses, type ToolUses } from '../../domain/usage.ts';
import type { CounterOptions } from '../../domain/counters/read-counters.ts';
import { readAnswerCounters } from '../answers/answer-counters.ts';
import { openaiRepeatedTypes, unrepeatedEdits } from '../answers/unrepeated-edits.ts';

/** A whole response, as far as the gateway reads it. */
export interface ResponsesAnswer extends Pick<StreamCounts, 'reading' | 'serviceTier' | 'contentBytes' | 'toolUses'> {
  readonly object: JsonObjectText;
}

/** What a response tells the client about itself, where the upstream had other values. */
export interface ResponseEcho {
  /** Minted by the gateway; the same throughout a stream. */
  readonly responseId: string;
  /** The client's name of the model. */
  readonly model: string;
  readonly previousResponseId: string | null;
  readonly isStored: boolean;
}

/** Reads an answer body; `null` when it is not a response. */
export function readResponsesAnswer(
  bytes: Buffer,
  { areCachesBeside }: Pick<CounterOptions, 'areCachesBeside'> = {},
): ResponsesAnswer | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault' || object.member('output')?.kind !== 'array') return null;
  const items = outputItems(object);
  const toolUses = usesShown(items);
  return {
    object,
    reading: readAnswerCounters(object, 'responses', { seen: toolUses, areCachesBeside }),
    serviceTier: object.string('service_tier') ?? null,
    contentBytes: items.reduce((sum, item) => sum + writtenBytes(item), 0),
    toolUses,
  };
}

/** The uses of the upstream's tools that items of an output show. */
export function usesShown(items: readonly JsonObjectText[]): ToolUses {
  return { ...noToolUses, web_searches: items.filter((item) => isWebSearch(item)).length };
}

/**
 * The response as the client gets it. Every byte stays, except for the echoes and the ids of items that are not unique.
 */
export function writeResponsesAnswer({ object }: ResponsesAnswer, echo: ResponseEcho): Buffer {
  return editedJsonText(object, responseEdits(object, echo));
}

/** The id that an item of an output was shown with before; `undefined`: none was. */
type ShownId = (item: JsonObjectText, index: number) => string | undefined;

/** The edits that make a response object the client's, wherever it is. */
export function responseEdits(response: JsonObjectText, echo: ResponseEcho, shownId?: ShownId): readonly ByteEdit[] {
  const changes: MemberChange[] = [
    { key: 'id', json: JSON.stringify(echo.responseId) },
    { key: 'model', json: JSON.stringify(echo.model) },
    { key: 'previous_response_id', json: JSON.stringify(echo.previousResponseId) },
    { key: 'store', json: JSON.stringify(echo.isStored) },
  ];
  return [
    ...editJsonMembers(response, changes),
    ...itemIdEdits(response, echo.responseId, shownId),
    ...listedErrorEdits(response),
  ];
}

/** The edits that give the items of an answer the ids that they were shown with, or else ids that no other answer has. */
export function itemIdEdits(response: JsonObjectText, responseId: string, shownId?: ShownId): readonly ByteEdit[] {
  return outputItems(response).flatMap((item, index) => {
    const id = shownId?.(item, index) ?? betterId(item, index, responseId);
    return id === null ? [] : editJsonMembers(item, stringChange(item, 'id', id));
  });
}

/** The codes of a failed response, a closed list of the protocol, which some clients check, but for those that pass. */
const errorCodes: ReadonlySet<string> = new Set([
  // OpenAI sends it, though its list lacks it: Codex shortens its conversation then.
  'context_length_exceeded',
  'invalid_prompt',
  'data_residency_mismatch',
  'bio_policy',
  'misalignment_policy_violation',
  'vector_store_timeout',
  'invalid_image',
  'invalid_image_format',
  'invalid_base64_image',
  'invalid_image_url',
  'image_too_large',
  'image_too_small',
  'image_parse_error',
  'image_content_policy_violation',
  'invalid_image_mode',
  'image_file_too_large',
  'unsupported_image_media_type',
  'empty_image_file',
  'failed_to_download_image',
  'image_file_not_found',
]);

/** The listed code for every other failure. Codex repeats `server_error` and `rate_limit_exceeded`, for a charge each. */
export const failedCode = 'invalid_prompt';

/** The edits that give the error of a response a listed code that no agent repeats, with the upstream's beside it. */
function listedErrorEdits(response: JsonObjectText): readonly ByteEdit[] {
  const words = response.member('error');
  if (words?.kind === 'string' && hasError(response)) {
    const message = JSON.stringify(withoutKeyHeader(response.decode(words)));
    return [replaceValue(words, `{"code":"${failedCode}","message":${message}}`)];
  }
  const error = response.nested('error');
  if (error === undefined || !hasError(response)) return [];
  const code = error.member('code');
  const changes: MemberChange[] = [];
  if (!errorCodes.has(error.string('code') ?? '')) {
    changes.push({ key: 'code', json: JSON.stringify(failedCode) });
    if (code !== undefined && code.kind !== 'null') changes.push({ key: 'upstream_code', json: error.text(code) });
  }
  return editsBeside(editJsonMembers(error, changes), unrepeatedEdits(error.bytes, openaiRepeatedTypes, error));
}

/** The items of a response's output. */
export function outputItems(response: JsonObjectText): readonly JsonObjectText[] {
  const output = response.member('output');
  if (output?.kind !== 'array') return [];
  return response.elements(output).flatMap((item) => (item.kind === 'object' ? [response.object(item)] : []));
}

/**
 * The new id of an item of an answer; `null`: it keeps its own. Some servers number their items, so that items of two
 * answers have the same id, and others then refuse both in one input (protocol: "Duplicate item found").
 */
export function betterId(item: JsonObjectText, index: number, responseId: string): string | null {
  const id = item.string('id');
  if (id === undefined || !hasPoorId(item.string('type'), id)) return null;
  const prefix = /^[a-z]+(?=_)/.exec(id)?.[0] ?? 'item';
  return `${prefix}_${responseId.replace(/^resp_/, '')}${index.toString(16).padStart(2, '0')}`;
}
