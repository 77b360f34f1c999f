import { applyEdits } from '../../wire/byte-edits.ts';
import { editJsonMembers, stringChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import {
  isRequestFault,
  readBooleanField,
  readModelField,
  readStringField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';

/** What the gateway needs of a speech request; everything else is left to the upstream. */
export interface SpeechRequest {
  readonly kind: 'speech_request';
  /** `null` when it names none: then the caller's default. */
  readonly model: string | null;
  /** Events instead of bytes. */
  readonly isStream: boolean;
  /** Unicode code points of `input`, the unit of speech providers. Instructions are not counted. */
  readonly characters: number;
}

/**
 * Checks the members the gateway relies on: `model`, `input`, `stream_format`, `stream`. The last is not in the
 * protocol: true asks for events, as on every surface.
 */
export function readSpeechRequest(object: JsonObjectText): SpeechRequest | RequestFault {
  const model = readModelField(object);
  if (isRequestFault(model)) return model;
  const input = readStringField(object, 'input');
  if (isRequestFault(input)) return input;
  if (input === null || input === '') return requestFault('input', 'a text that is not empty');
  const format = readStringField(object, 'stream_format');
  if (isRequestFault(format)) return format;
  const isStream = readBooleanField(object, 'stream');
  if (isRequestFault(isStream)) return isStream;
  if (isStream && format === 'audio') return requestFault('stream_format', '`sse` where `stream` is true');
  return { kind: 'speech_request', model, isStream: isStream || format === 'sse', characters: codePoints(input) };
}

/**
 * The request as it goes upstream: the model renamed, `stream` replaced by the protocol's own member. Every other byte
 * stays.
 */
export function writeSpeechRequest(object: JsonObjectText, { model }: { readonly model: string }): Buffer {
  const isStream = object.member('stream')?.kind === 'true';
  const changes = [
    ...stringChange(object, 'model', model),
    { key: 'stream', json: null },
    ...(isStream ? stringChange(object, 'stream_format', 'sse') : []),
  ];
  return applyEdits(object.bytes, editJsonMembers(object, changes));
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
