import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';

/** What stands beside the texts of a model: names, states, seals, and what was found or run for it. */
const beside: ReadonlySet<string> = new Set(
  (
    'id call_id item_id type role status phase object model index finish_reason native_finish_reason logprobs usage error ' +
    'format signature encrypted_content data url file_id annotations citations citation search_results results result output ' +
    'outputs server_label service_tier system_fingerprint'
  ).split(' '),
);

/** Texts are looked for on so many levels: more than any server nests them. */
const levelsMax = 8;

/**
 * The bytes of texts in a part of an answer, at whatever place a server puts them: for an estimate, where no place that is
 * known has any.
 */
export function otherTextBytes(part: JsonObjectText, level = 0): number {
  if (level === levelsMax) return 0;
  return part.members.reduce(
    (sum, member) => (beside.has(part.key(member)) ? sum : sum + bytesIn(part, member, level + 1)),
    0,
  );
}

function bytesIn(holder: JsonObjectText, span: JsonSpan, level: number): number {
  if (span.kind === 'string') return isMedia(holder, span) ? 0 : span.valueEnd - span.valueStart - 2;
  if (span.kind === 'object') return otherTextBytes(holder.object(span), level);
  if (span.kind !== 'array' || level === levelsMax) return 0;
  return holder.elements(span).reduce((sum, element) => sum + bytesIn(holder, element, level + 1), 0);
}

/** A longer string without blanks, in the letters of base64 and of addresses, is no text. Bytes. */
const wordMax = 1_024;

function isMedia({ bytes }: JsonObjectText, { valueStart, valueEnd }: JsonSpan): boolean {
  if (valueEnd - valueStart <= wordMax) return false;
  return /^"[\w+/=:;,.-]*$/.test(bytes.toString('latin1', valueStart, valueStart + wordMax));
}
