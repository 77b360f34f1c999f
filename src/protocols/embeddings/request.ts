import { applyEdits } from '../../wire/byte-edits.ts';
import { editJsonMembers, stringChange } from '../../wire/json-edits.ts';
import type { JsonMember, JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import {
  isRequestFault,
  readBooleanField,
  readModelField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';

/** What the gateway needs of an embeddings request; everything else is left to the upstream. */
export interface EmbeddingsRequest {
  readonly kind: 'embeddings_request';
  /** `null` when it names none: then the caller's default. */
  readonly model: string | null;
  /** Texts or lists of tokens, 1 to 2048: each is read within a context window of its own. */
  readonly entriesCount: number;
  /** The exact number of tokens when the input is token ids; `null` for text. */
  readonly inputTokens: number | null;
}

type Input = Pick<EmbeddingsRequest, 'entriesCount' | 'inputTokens'>;

/** Protocol: the most entries of one request. */
export const embeddingsEntriesMax = 2048;

const inputRule = `a text, or 1 to ${embeddingsEntriesMax} texts, or token ids, or 1 to ${embeddingsEntriesMax} lists of token ids`;

/**
 * Checks the members the gateway relies on: `model`, `input`, `stream`. Embeddings are not streamed, so `stream: true`
 * is refused. Refusing anything else is left to the upstream.
 */
export function readEmbeddingsRequest(object: JsonObjectText): EmbeddingsRequest | RequestFault {
  const model = readModelField(object);
  if (isRequestFault(model)) return model;
  const input = readInput(object);
  if (isRequestFault(input)) return input;
  const isStream = readBooleanField(object, 'stream');
  if (isRequestFault(isStream)) return isStream;
  if (isStream) return requestFault('stream', 'false: embeddings have no stream, their vectors come in one object');
  return { kind: 'embeddings_request', model, ...input };
}

/**
 * The request as it goes upstream: the model renamed, and without `stream`, which the protocol does not have. Every
 * other byte stays. The object must have been read without a fault.
 */
export function writeEmbeddingsRequest(object: JsonObjectText, { model }: { readonly model: string }): Buffer {
  const changes = [...stringChange(object, 'model', model), { key: 'stream', json: null }];
  return applyEdits(object.bytes, editJsonMembers(object, changes));
}

function readInput(object: JsonObjectText): Input | RequestFault {
  const member = object.member('input');
  if (member?.kind === 'string') return { entriesCount: 1, inputTokens: null };
  if (member?.kind !== 'array') return requestFault('input', inputRule);
  const [first] = object.elements(member, 1);
  if (first?.kind === 'number') return readTokens(object, member);
  const entries = object.elements(member, embeddingsEntriesMax + 1);
  if (entries.length === 0 || entries.length > embeddingsEntriesMax) return requestFault('input', inputRule);
  const stray = entries.findIndex(({ kind }) => kind !== first?.kind);
  if (stray >= 0) return requestFault(`input[${stray}]`, 'of the same kind as the entries before it');
  if (first?.kind === 'string') return { entriesCount: entries.length, inputTokens: null };
  return first?.kind === 'array' ? readTokenLists(object, entries) : requestFault('input', inputRule);
}

function readTokens(object: JsonObjectText, member: JsonMember): Input | RequestFault {
  const inputTokens = tokensIn(object.bytes, member);
  return inputTokens === null ? requestFault('input', tokensRule) : { entriesCount: 1, inputTokens };
}

function readTokenLists(object: JsonObjectText, entries: readonly JsonSpan[]): Input | RequestFault {
  let inputTokens = 0;
  for (const [index, entry] of entries.entries()) {
    const tokens = tokensIn(object.bytes, entry);
    if (tokens === null) return requestFault(`input[${index}]`, tokensRule);
    inputTokens += tokens;
  }
  return { entriesCount: entries.length, inputTokens };
}

const tokensRule = 'a list of token ids: whole numbers, none negative';
const comma = 0x2c;

/**
 * How many token ids a valid JSON array holds; `null` when it holds anything else. Counted in the bytes: there may be
 * millions, and their values are not needed.
 */
function tokensIn(bytes: Buffer, { valueStart, valueEnd }: JsonSpan): number | null {
  let commas = 0;
  let isEmpty = true;
  for (let at = valueStart + 1; at < valueEnd - 1; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === comma) commas++;
    else if (byte >= 0x30 && byte <= 0x39) isEmpty = false;
    else if (byte > 0x20) return null;
  }
  return isEmpty ? 0 : commas + 1;
}
