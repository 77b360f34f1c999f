import type { JsonMember, JsonObjectText } from '../../wire/json-object-text.ts';
import { uncountedMemberNames } from './uncounted-member.ts';

export interface MisspeltMember {
  readonly written: string;
  readonly meant: string;
}

/**
 * Members that decide what is allowed, held or charged in any of the protocols, at the top level or in
 * `stream_options`.
 */
const reliedOn: ReadonlySet<string> = new Set(
  [
    'model messages system input instructions state questions prompt prediction',
    'max_tokens max_completion_tokens max_output_tokens max_tool_calls n stream stream_options stream_format',
    'background store include service_tier speed inference_geo reasoning reasoning_effort thinking output_config',
    'tools web_search_options mcp_servers container thread conversation',
    'context_management compaction previous_response_id prompt_cache_options billing_policy fallback_credit_token',
    'include_usage',
    uncountedMemberNames,
  ].flatMap((names) => names.split(' ')),
);

/** The longest of them with every letter escaped, and its quotes. */
const keyBytesMax = 6 * Math.max(...[...reliedOn].map(({ length }) => length)) + 2;

/**
 * The first key that equals one of them except for its case, as it was written; `null` when there is none. Some
 * upstreams ignore the case of names and use the last of two, so that it would count there and not here.
 */
export function findMisspeltMember(object: JsonObjectText): MisspeltMember | null {
  const options = object.nested('stream_options');
  return misspeltIn(object) ?? (options === undefined ? null : misspeltIn(options));
}

function misspeltIn(object: JsonObjectText): MisspeltMember | null {
  for (const member of object.members) {
    if (member.keyEnd - member.keyStart > keyBytesMax || !hasStrangeByte(object.bytes, member)) continue;
    const written = object.key(member);
    const meant = written.toUpperCase().toLowerCase();
    if (meant !== written && reliedOn.has(meant)) return { written, meant };
  }
  return null;
}

const backslash = 0x5c;
const capitals = { first: 0x41, last: 0x5a };
const asciiLast = 0x7f;

/** Whether a key has capitals, escapes or letters beyond ASCII. Hardly any key does, and then none needs decoding. */
function hasStrangeByte(bytes: Buffer, { keyStart, keyEnd }: JsonMember): boolean {
  for (let at = keyStart; at < keyEnd; at++) {
    const byte = bytes[at] ?? 0;
    if ((byte >= capitals.first && byte <= capitals.last) || byte === backslash || byte > asciiLast) return true;
  }
  return false;
}
