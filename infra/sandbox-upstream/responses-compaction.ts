// What can be asked about a conversation besides a response: to compact it, and how many tokens it has. Both paths are
// strict about what the protocol lets them take.
import { isFields, readAskJson, readAskModel, RefusedAsk, replyOrRefusal } from './ask.ts';
import type { Fields } from './ask.ts';
import { combineDirections, readDirections } from './misbehaviour.ts';
import { openaiError } from './openai-error.ts';
import { encryptedContentOf, itemIdOf, responseHash } from './response-ids.ts';
import { readResponsesAsk } from './responses-ask.ts';
import type { ResponsesAsk } from './responses-ask.ts';
import { usageOf } from './responses.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const FREE = readDirections('uncharged');
/** What a summary of any conversation takes. */
const SUMMARY_TOKENS = 7;

/** Those of the protocol, and what coding agents send beside them. */
const COMPACTION_FIELDS = new Set(
  (
    'image input instructions model parallel_tool_calls previous_response_id prompt_cache_key prompt_cache_options ' +
    'prompt_cache_retention reasoning service_tier text tools'
  ).split(' '),
);
const COUNT_FIELDS = new Set(
  (
    'conversation input instructions model parallel_tool_calls personality previous_response_id reasoning text ' +
    'tool_choice tools truncation'
  ).split(' '),
);

/** As a response is asked for. Raises {@link RefusedAsk}. */
function readAsk(call: SurfaceCall, known: ReadonlySet<string>): ResponsesAsk {
  const { personality: _personality, ...fields } = readAskJson(call.body);
  const stray = Object.keys(fields).find((key) => !known.has(key));
  if (stray !== undefined) {
    const refusal = { message: `Unknown parameter: '${stray}'.`, param: stray, code: 'unknown_parameter' };
    throw new RefusedAsk(refusal, readAskModel(fields));
  }
  return readResponsesAsk({ ...call, body: Buffer.from(JSON.stringify({ ...fields, store: false })) });
}

const isOfUser = (item: unknown): boolean => isFields(item) && item['role'] === 'user';

/** What the user said stays, and the rest is summarised. */
function compactedItems({ fields }: ResponsesAsk, apiKey: string, hash: string): readonly Fields[] {
  const { input } = fields;
  const items: readonly unknown[] = Array.isArray(input) ? input : [{ type: 'message', role: 'user', content: input }];
  const id = itemIdOf(apiKey, hash, { prefix: 'cmp', index: 0 });
  const summary = { type: 'compaction', id, encrypted_content: encryptedContentOf(apiKey, id) };
  return [...items.filter(isOfUser).filter(isFields), summary];
}

function compactionOf(call: SurfaceCall): Reply {
  const ask = readAsk(call, COMPACTION_FIELDS);
  const { behaviours, parameters } = ask.directions;
  const hash = responseHash(call.apiKey, call.n, call.body);
  const done = { outputTokens: parameters.completion_tokens ?? SUMMARY_TOKENS, searches: 0 };
  const usage = usageOf(ask, done, 0);
  return {
    kind: 'json',
    model: ask.model,
    serviceTier: null,
    directions: ask.directions,
    input: ask.input,
    usage,
    usageAfter: (): Usage => usage,
    body: JSON.stringify({
      id: `resp_${hash}`,
      object: 'response.compaction',
      created_at: 1_700_000_000,
      output: compactedItems(ask, call.apiKey, hash),
      usage: behaviours.has('missing_usage') ? undefined : usage,
    }),
  };
}

function countOf(call: SurfaceCall): Reply {
  const ask = readAsk(call, COUNT_FIELDS);
  const directions = combineDirections(combineDirections(ask.directions, call.queued), FREE);
  const tokens = directions.parameters.prompt_tokens ?? ask.promptTokens;
  return {
    kind: 'json',
    model: ask.model,
    serviceTier: null,
    directions,
    input: ask.input,
    usage: {},
    usageAfter: () => ({}),
    body: JSON.stringify({ object: 'response.input_tokens', input_tokens: tokens }),
  };
}

export const responsesCompaction: Surface = {
  name: 'responses',
  path: '/v1/responses/compact',
  reply: (call) => replyOrRefusal(() => compactionOf(call)),
  error: openaiError,
};

export const inputTokens: Surface = {
  name: 'input_tokens',
  path: '/v1/responses/input_tokens',
  reply: (call) => replyOrRefusal(() => countOf(call)),
  error: openaiError,
};
