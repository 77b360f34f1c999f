import type { ByteEdit } from '../../wire/byte-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';

/** Error types that some agents repeat without a word in the middle of a stream, and a type that they show instead. */
export interface RepeatedTypes {
  /** Regular expressions for whole types. */
  readonly repeated: readonly string[];
  readonly instead: string;
}

/** opencode repeats these, and Qwen Code every type that does not say that the request is at fault. */
export const openaiRepeatedTypes: RepeatedTypes = {
  repeated: [
    '(internal_)?server_error',
    'internal_error',
    '(server_is_)?overloaded(_error)?',
    'service_unavailable(_error)?',
    'rate_limit(_error|_exceeded)?',
    'too_many_requests',
    'timeout_error',
  ],
  instead: 'invalid_request_error',
};

/**
 * The edits for an upstream's error in a stream, which is charged for what came before. A type that is repeated gives way,
 * because each repetition is charged: wherever a server puts it, and in any case of its letters. The name of the header of
 * keys does too: Claude Code replaces words that have it by its own. `part`: only there.
 */
export function unrepeatedEdits(
  text: Buffer,
  { repeated, instead }: RepeatedTypes = openaiRepeatedTypes,
  part: Pick<JsonObjectText, 'start' | 'end'> = { start: 0, end: text.length },
): readonly ByteEdit[] {
  // A quote within a string has a backslash before it. Words of a message stay, whatever they are.
  const found = new RegExp(`(?<!\\\\|"message"\\s{0,9}:\\s{0,9})"(?:${repeated.join('|')})"(?!\\s*:)|x-api-key`, 'gi');
  return Array.from(text.toString('latin1', part.start, part.end).matchAll(found), ({ 0: words, index }) => ({
    start: part.start + index,
    end: part.start + index + words.length,
    replacement: words.startsWith('"') ? JSON.stringify(instead) : 'api key',
  }));
}
