// POST /v1/embeddings: a short vector for each entry, made from its bytes, with counters that follow from it.
import { readAskJson, readAskModel, readDirectives, RefusedAsk, replyOrRefusal } from './ask.ts';
import type { Fields } from './ask.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import { openaiError } from './openai-error.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const ENTRIES_MAX = 2048;
const DIMENSIONS = 8;
const DIMENSIONS_MAX = 3072;
const BYTES_PER_TOKEN = 4;
const HUGE_PROMPT_TOKENS = 300_000_000;

type Tokens = readonly number[];
type Entry = string | Tokens;

const isTokens = (value: unknown): value is Tokens =>
  Array.isArray(value) && value.length > 0 && value.every((token) => Number.isSafeInteger(token));

const isEntry = (value: unknown): value is Entry => (typeof value === 'string' && value !== '') || isTokens(value);

function readEntries({ input }: Fields, model: string): readonly Entry[] {
  if (isEntry(input)) return [input];
  if (Array.isArray(input) && input.length > 0 && input.length <= ENTRIES_MAX && input.every(isEntry)) return input;
  const message = `"input" is a text, tokens, or 1 to ${ENTRIES_MAX} of them, none empty.`;
  throw new RefusedAsk({ message, code: 'invalid_value', param: 'input' }, model);
}

function readDimensions({ dimensions = DIMENSIONS }: Fields, model: string): number {
  if (typeof dimensions === 'number' && dimensions >= 1 && dimensions <= DIMENSIONS_MAX) return dimensions;
  const message = `"dimensions" is 1 to ${DIMENSIONS_MAX}.`;
  throw new RefusedAsk({ message, code: 'invalid_value', param: 'dimensions' }, model);
}

const tokensOf = (entry: Entry): number =>
  typeof entry === 'string' ? Math.ceil(Buffer.byteLength(entry) / BYTES_PER_TOKEN) : entry.length;

/** Numbers from -1 to 1, the same for the same entry. */
function vectorOf(entry: Entry, dimensions: number): readonly number[] {
  const bytes = Buffer.from(typeof entry === 'string' ? entry : entry.join(' '));
  let sum = 1;
  for (const byte of bytes) sum = (sum * 31 + byte) % 1_000_003;
  return Array.from({ length: dimensions }, (_, index) => ((sum * (index + 7)) % 2001) / 1000 - 1);
}

/** Written with all its digits: `0.500000` is no number that a serialiser would write. */
const floatsText = (vector: readonly number[]): string => `[${vector.map((value) => value.toFixed(6)).join(',')}]`;

/** 32-bit floats, little-endian. */
function base64Text(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return JSON.stringify(bytes.toString('base64'));
}

function usageOf(entries: readonly Entry[], { behaviours, parameters }: Directions): Usage {
  const counted = parameters.prompt_tokens ?? entries.reduce((sum, entry) => sum + tokensOf(entry), 0);
  const tokens = behaviours.has('huge_usage') ? HUGE_PROMPT_TOKENS : counted;
  return { prompt_tokens: tokens, total_tokens: tokens };
}

function replyTo(call: SurfaceCall): Reply {
  const fields = readAskJson(call.body);
  const model = readAskModel(fields);
  const entries = readEntries(fields, model);
  const dimensions = readDimensions(fields, model);
  const last = entries.at(-1);
  const read = readDirectives({ model, text: typeof last === 'string' ? last : '', param: 'input' });
  const directions = combineDirections(read.directions, call.queued);
  const textOf = fields['encoding_format'] === 'base64' ? base64Text : floatsText;
  const data = entries.map(
    (entry, index) => `{"object":"embedding","index":${index},"embedding":${textOf(vectorOf(entry, dimensions))}}`,
  );
  const usage = usageOf(entries, directions);
  const told = directions.behaviours.has('missing_usage') ? '' : `,"usage":${JSON.stringify(usage)}`;
  return {
    kind: 'json',
    model,
    serviceTier: null,
    directions,
    input: read.text,
    usage,
    usageAfter: () => usage,
    body: `{"object":"list","data":[${data.join(',')}],"model":${JSON.stringify(model)}${told}}`,
  };
}

export const embeddings: Surface = {
  name: 'embeddings',
  path: '/v1/embeddings',
  reply: (call) => replyOrRefusal(() => replyTo(call)),
  error: openaiError,
};
