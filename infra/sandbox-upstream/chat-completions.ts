// POST /v1/chat/completions: a fixed answer to every request, with counters that follow from it.
import { fragmentPieces, loremPieces, wordPieces } from './answer-pieces.ts';
import { replyOrRefusal } from './ask.ts';
import { askedArguments } from './asked-tool.ts';
import { readChatAsk } from './chat-ask.ts';
import type { ChatAsk } from './chat-ask.ts';
import { chatCompletionBody, chatCompletionFrames, tierOf } from './chat-wire.ts';
import type { ChatChoice } from './chat-wire.ts';
import { combineDirections } from './misbehaviour.ts';
import { openaiError } from './openai-error.ts';
import { REASONING_TOKENS } from './reasoning-tokens.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';
import { isJudge, verdictOn } from './verdict.ts';

const CHOICE_PIECES_MAX = 100_000;
const HUGE_PROMPT_TOKENS = 300_000_000;
const HUGE_COMPLETION_TOKENS = 500_000_000;
const OVERRUN_FACTOR = 10;
const OVERRUN_TOKENS = 1000;

/** What the work costs as far as it has come: everything that the counters are made of. */
interface Work {
  readonly ask: ChatAsk;
  /** Of all choices together. */
  readonly reasoningTokens: number;
  /** Of all choices together. */
  readonly pieces: number;
}

/** Billing records count them; answers count them only where directed: most providers do not. */
function searchesOf({ searches }: ChatAsk): Usage {
  return searches === null ? {} : { server_tool_use: { web_search_requests: searches } };
}

/** `piecesDone` is null for finished work. */
function completionTokens(work: Work, piecesDone: number | null): number {
  const { behaviours, parameters } = work.ask.directions;
  if (behaviours.has('huge_usage')) return HUGE_COMPLETION_TOKENS;
  if (piecesDone !== null) return piecesDone === 0 ? 0 : work.reasoningTokens + piecesDone;
  const whole = work.reasoningTokens + work.pieces;
  if (!behaviours.has('overrun')) return parameters.completion_tokens ?? whole;
  return (work.ask.tokensMax ?? whole) * work.ask.choices * OVERRUN_FACTOR + OVERRUN_TOKENS;
}

function usageOf(work: Work, piecesDone: number | null): Usage {
  const { behaviours, parameters } = work.ask.directions;
  const counted = parameters.prompt_tokens ?? work.ask.promptTokens;
  const prompt = behaviours.has('huge_usage') ? HUGE_PROMPT_TOKENS : counted;
  const completion = completionTokens(work, piecesDone);
  const totals = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  if (behaviours.has('no_details')) return totals;
  const cached = Math.min(parameters.cached_tokens ?? 0, prompt);
  const written = Math.min(parameters.cache_write_tokens ?? 0, prompt - cached);
  return {
    ...totals,
    ...searchesOf(work.ask),
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: Math.min(work.reasoningTokens, completion),
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function piecesOf(ask: ChatAsk, index: number): readonly string[] {
  const { frames } = ask.directions.parameters;
  if (ask.toolToCall?.type === 'function') return fragmentPieces(askedArguments(ask.input));
  if (ask.toolToCall?.type === 'custom') return fragmentPieces(ask.input);
  if (isJudge(ask.model)) return fragmentPieces(verdictOn(ask.input, ask.directions.behaviours));
  if (frames !== undefined) return loremPieces(frames, index);
  return wordPieces(index === 0 ? `You said: ${ask.input}` : `Choice ${index}: You said: ${ask.input}`);
}

function choiceOf(ask: ChatAsk, index: number, reasoningTokens: number): ChatChoice {
  const whole = piecesOf(ask, index);
  const room = Math.min((ask.tokensMax ?? Number.MAX_SAFE_INTEGER) - reasoningTokens, CHOICE_PIECES_MAX);
  const cut = whole.length > room;
  const done = ask.toolToCall === null ? 'stop' : 'tool_calls';
  return {
    index,
    pieces: cut ? whole.slice(0, room) : whole,
    tool: ask.toolToCall,
    finishReason: cut ? 'length' : done,
  };
}

function reasoningOf(ask: ChatAsk): number {
  const wanted = ask.directions.parameters.reasoning_tokens ?? REASONING_TOKENS.get(ask.effort ?? 'none') ?? 0;
  return Math.min(wanted, ask.tokensMax ?? wanted);
}

function replyTo(call: SurfaceCall, read: ChatAsk): Reply {
  const ask = { ...read, directions: combineDirections(read.directions, call.queued) };
  const { behaviours } = ask.directions;
  const reasoningTokens = reasoningOf(ask);
  const choices = Array.from({ length: ask.choices }, (_, index) => choiceOf(ask, index, reasoningTokens));
  const pieces = choices.reduce((sum, choice) => sum + choice.pieces.length, 0);
  const work = { ask, reasoningTokens: reasoningTokens * ask.choices, pieces };
  const usage = usageOf(work, null);
  const taken = {
    model: ask.model,
    serviceTier: tierOf(ask),
    directions: ask.directions,
    input: ask.input,
    usage,
    // A stream opens with one frame for each choice, then comes a frame for each piece.
    usageAfter: (framesSent: number): Usage =>
      framesSent >= choices.length + pieces ? usage : usageOf(work, Math.max(0, framesSent - choices.length)),
  };
  const { server_tool_use: _, ...withoutSearches } = usage;
  const toldUsage = ask.directions.parameters.web_searches === undefined ? withoutSearches : usage;
  const answer = { n: call.n, model: ask.model, serviceTier: ask.serviceTier, choices };
  if (!ask.stream) {
    const told = behaviours.has('missing_usage') ? null : toldUsage;
    return { kind: 'json', ...taken, body: chatCompletionBody(answer, told) };
  }
  const told = ask.includeUsage && !behaviours.has('missing_usage') ? toldUsage : null;
  const runningUsage = behaviours.has('usage_on_every_chunk') ? taken.usageAfter : null;
  const doneRecords = behaviours.has('no_done') ? 0 : 1 + Number(behaviours.has('double_done'));
  const frames = chatCompletionFrames(answer, { usage: told, runningUsage, doneRecords });
  const fault = { status: 500, message: 'The sandbox stopped in the middle of a stream.', code: null, param: null };
  return { kind: 'stream', ...taken, frames, errorFrame: () => `data: ${openaiError(fault)}\n\n` };
}

const reply = (call: SurfaceCall): Reply => replyOrRefusal(() => replyTo(call, readChatAsk(call.body)));

export const chatCompletions: Surface = {
  name: 'chat_completions',
  path: '/v1/chat/completions',
  reply,
  error: openaiError,
};
