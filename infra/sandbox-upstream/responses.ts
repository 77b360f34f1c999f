// POST /v1/responses: a fixed answer to every request, with counters that follow from it, and nothing kept.
import { fragmentPieces, loremPieces, wordPieces } from './answer-pieces.ts';
import { replyOrRefusal } from './ask.ts';
import { askedArguments } from './asked-tool.ts';
import { tierOf } from './chat-wire.ts';
import { NO_USES, pageOf, promptTokensWith, queryOf } from './hosted-tools.ts';
import { openaiError } from './openai-error.ts';
import { REASONING_TOKENS } from './reasoning-tokens.ts';
import { encryptedContentOf, itemIdOf, responseHash } from './response-ids.ts';
import type { ItemPrefix } from './response-ids.ts';
import { readResponsesAsk } from './responses-ask.ts';
import type { ResponsesAsk } from './responses-ask.ts';
import { responseBody, responseFrames, responseRecord } from './responses-wire.ts';
import type { Progress, ResponseAnswer, ResponseItem } from './responses-wire.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const HUGE_INPUT_TOKENS = 300_000_000;
const HUGE_OUTPUT_TOKENS = 500_000_000;
const OVERRUN_FACTOR = 10;
const OVERRUN_TOKENS = 1000;
const PIECES_MAX = 100_000;
const CALL_ID_DIGITS = 24;
const NOTHING_DONE: Progress = { outputTokens: 0, searches: 0 };

/** What everything in one response is named after. */
interface Names {
  readonly apiKey: string;
  readonly hash: string;
  /** As some servers name items: the same in every response. */
  readonly arePoor: boolean;
}

const nameOf = ({ apiKey, hash, arePoor }: Names, prefix: ItemPrefix, index: number): string =>
  arePoor ? `${prefix}_1` : itemIdOf(apiKey, hash, { prefix, index });

/** The counters of a response. */
export function usageOf(
  { promptTokens, directions }: ResponsesAsk,
  { outputTokens: output, searches }: Progress,
  reasoning: number,
): Usage {
  const { behaviours, parameters } = directions;
  const counted = parameters.prompt_tokens ?? promptTokensWith(promptTokens, { ...NO_USES, searches });
  const input = behaviours.has('huge_usage') ? HUGE_INPUT_TOKENS : counted;
  const totals = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    ...(searches === 0 ? {} : { tool_usage: { web_search: { num_requests: searches } } }),
  };
  if (behaviours.has('no_details')) return totals;
  const cached = Math.min(parameters.cached_tokens ?? 0, input);
  const written = Math.min(parameters.cache_write_tokens ?? 0, input - cached);
  return {
    ...totals,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
    output_tokens_details: { reasoning_tokens: Math.min(reasoning, output) },
  };
}

function reasoningItem(ask: ResponsesAsk, tokens: number, names: Names): ResponseItem {
  const id = nameOf(names, 'rs', 0);
  const isPlain = ask.directions.behaviours.has('reasoning_parts');
  const summary = ask.tellsSummary ? wordPieces(`Someone said: ${ask.input}`) : [];
  return {
    type: 'reasoning',
    id,
    pieces: isPlain ? loremPieces(Math.min(tokens, PIECES_MAX), 0) : summary,
    tokens,
    isCut: false,
    isPlain,
    encryptedContent: ask.tellsEncrypted && !isPlain ? encryptedContentOf(names.apiKey, id) : null,
  };
}

function searchItem(ask: ResponsesAsk, at: number, names: Names): ResponseItem {
  const query = queryOf(at);
  const sources = ask.tellsSources ? { sources: [{ type: 'url', url: pageOf(at) }] } : {};
  return {
    type: 'web_search_call',
    id: itemIdOf(names.apiKey, names.hash, { prefix: 'ws', index: at }),
    pieces: [],
    tokens: 0,
    isCut: false,
    action: { type: 'search', query, queries: [query], ...sources },
  };
}

/** What was said last, by whom, and how much came with it: whoever continues a conversation can see it. */
function textPieces({ directions, input, toolOutputs, items }: ResponsesAsk): readonly string[] {
  const { frames } = directions.parameters;
  if (frames !== undefined) return loremPieces(frames, 0);
  const told = toolOutputs.map((output) => ` The tool said: ${output}`).join('');
  return wordPieces(`You said: ${input}${told}${items > 1 ? ` (item ${items})` : ''}`);
}

/** What the reasoning, if any, led to; `null` when the limit leaves no room for it. */
function madeItem(ask: ResponsesAsk, room: number, names: Names, index: number): ResponseItem | null {
  const tool = ask.toolToCall;
  const argumentsText = tool?.type === 'function' ? askedArguments(ask.input) : ask.input;
  const whole = tool === null ? textPieces(ask) : fragmentPieces(argumentsText);
  const pieces = whole.slice(0, Math.min(room, PIECES_MAX));
  if (pieces.length === 0 && whole.length > 0) return null;
  const rest = { pieces, tokens: pieces.length, isCut: pieces.length < whole.length };
  const citedPages = Array.from({ length: ask.searches }, (_, at) => pageOf(at));
  if (tool === null) return { type: 'message', id: nameOf(names, 'msg', index), ...rest, citedPages };
  const call = { name: tool.name, callId: `call_${names.hash.slice(0, CALL_ID_DIGITS)}`, ...rest };
  return tool.type === 'custom'
    ? { type: 'custom_tool_call', id: nameOf(names, 'ctc', index), ...call }
    : { type: 'function_call', id: nameOf(names, 'fc', index), ...call };
}

interface Work {
  readonly items: readonly ResponseItem[];
  readonly isCut: boolean;
  readonly reasoningTokens: number;
  readonly outputTokens: number;
}

function workOn(ask: ResponsesAsk, names: Names): Work {
  const { parameters, behaviours } = ask.directions;
  const limit = ask.tokensMax ?? Number.MAX_SAFE_INTEGER;
  const wanted = parameters.reasoning_tokens ?? REASONING_TOKENS.get(ask.effort ?? 'none') ?? 0;
  const reasoningTokens = Math.min(wanted, limit);
  const reasoned = reasoningTokens === 0 ? [] : [reasoningItem(ask, reasoningTokens, names)];
  const searched = Array.from({ length: ask.searches }, (_, at) => searchItem(ask, at, names));
  const made = madeItem(ask, limit - reasoningTokens, names, reasoned.length);
  const whole = reasoningTokens + (made?.tokens ?? 0);
  const overrun = (ask.tokensMax ?? whole) * OVERRUN_FACTOR + OVERRUN_TOKENS;
  const spent = behaviours.has('overrun') ? overrun : (parameters.completion_tokens ?? whole);
  return {
    items: [...searched, ...reasoned, ...(made === null ? [] : [made])],
    isCut: made === null || made.isCut,
    reasoningTokens,
    outputTokens: behaviours.has('huge_usage') ? HUGE_OUTPUT_TOKENS : spent,
  };
}

function answerOf(ask: ResponsesAsk, work: Work, id: string, usage: Usage): ResponseAnswer {
  const { behaviours } = ask.directions;
  const done = work.isCut ? 'incomplete' : 'completed';
  return {
    id,
    model: ask.model,
    fields: ask.fields,
    effort: ask.effort,
    serviceTier: tierOf(ask) ?? 'default',
    items: work.items,
    status: behaviours.has('failed') ? 'failed' : done,
    usage: behaviours.has('missing_usage') ? null : usage,
  };
}

const errorFrame = (framesSent: number): string =>
  responseRecord('error', framesSent, {
    code: 'server_error',
    message: 'The sandbox stopped in the middle of a stream.',
    param: null,
  });

function replyTo(call: SurfaceCall): Reply {
  const ask = readResponsesAsk(call);
  const { behaviours } = ask.directions;
  const hash = responseHash(call.apiKey, call.n, call.body);
  const work = workOn(ask, { apiKey: call.apiKey, hash, arePoor: behaviours.has('poor_ids') });
  const whole = { outputTokens: work.outputTokens, searches: ask.searches };
  const usage = usageOf(ask, whole, work.reasoningTokens);
  const usageAt = (done: Progress): Usage => usageOf(ask, done, work.reasoningTokens);
  const answer = answerOf(ask, work, `resp_${hash}`, usage);
  const frames = responseFrames(answer, {
    runningUsage: behaviours.has('usage_on_every_chunk') ? usageAt : null,
    terminalRecords: behaviours.has('no_done') ? 0 : 1 + Number(behaviours.has('double_done')),
    hidesOutput: behaviours.has('empty_output'),
  });
  const taken = {
    model: ask.model,
    serviceTier: answer.serviceTier,
    directions: ask.directions,
    input: ask.input,
    usage,
    usageAfter: (framesSent: number): Usage =>
      framesSent >= frames.length ? usage : usageAt(frames[framesSent - 1] ?? NOTHING_DONE),
  };
  if (!ask.stream) return { kind: 'json', ...taken, body: responseBody(answer) };
  return { kind: 'stream', ...taken, frames: frames.map(({ text }) => text), errorFrame };
}

export const responses: Surface = {
  name: 'responses',
  path: '/v1/responses',
  reply: (call) => replyOrRefusal(() => replyTo(call)),
  error: openaiError,
};
