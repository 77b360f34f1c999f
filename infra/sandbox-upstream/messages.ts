// POST /v1/messages: a fixed answer to every request, with counters that follow from it.
import { anthropicError } from './anthropic-error.ts';
import { fragmentPieces, loremPieces, wordPieces } from './answer-pieces.ts';
import { replyOrRefusal } from './ask.ts';
import { askedArguments } from './asked-tool.ts';
import { readMessagesAsk } from './messages-ask.ts';
import type { MessagesAsk } from './messages-ask.ts';
import { messageBody, messageFrames } from './messages-wire.ts';
import type { MessageAnswer, MessageBlock, ToldUsage } from './messages-wire.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const HUGE_INPUT_TOKENS = 3_000_000_000;
const HUGE_OUTPUT_TOKENS = 5_000_000_000;
const OVERRUN_FACTOR = 10;
const OVERRUN_TOKENS = 1000;
const PIECES_MAX = 100_000;

interface OutputTokens {
  readonly all: number;
  readonly thinking: number;
}

/** Input that was cached, and input that was written to a cache, are not in `input_tokens`. */
function usageOf({ promptTokens, directions }: MessagesAsk, output: OutputTokens): Usage {
  const { behaviours, parameters } = directions;
  const counted = parameters.prompt_tokens ?? promptTokens;
  const prompt = behaviours.has('huge_usage') ? HUGE_INPUT_TOKENS : counted;
  const cached = Math.min(parameters.cached_tokens ?? 0, prompt);
  const short = Math.min(parameters.cache_write_tokens ?? 0, prompt - cached);
  const long = Math.min(parameters.cache_write_1h_tokens ?? 0, prompt - cached - short);
  const details = {
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    output_tokens_details: { thinking_tokens: Math.min(output.thinking, output.all) },
  };
  return {
    input_tokens: prompt - cached - short - long,
    cache_creation_input_tokens: short + long,
    cache_read_input_tokens: cached,
    output_tokens: output.all,
    ...(behaviours.has('no_details') ? {} : details),
  };
}

function blocksOf(ask: MessagesAsk, thinkingTokens: number): readonly MessageBlock[] {
  const { behaviours, parameters } = ask.directions;
  const thought: readonly MessageBlock[] =
    thinkingTokens === 0
      ? []
      : [{ type: 'thinking', pieces: loremPieces(thinkingTokens, 0), isOmitted: ask.omitsThinking }];
  const hidden: readonly MessageBlock[] = behaviours.has('redacted_thinking')
    ? [{ type: 'redacted_thinking', pieces: ['EmwKAhgBEgy3+/'] }]
    : [];
  if (ask.toolToCall !== null) {
    const pieces = fragmentPieces(askedArguments(ask.input));
    return [...thought, ...hidden, { type: 'tool_use', pieces, name: ask.toolToCall }];
  }
  const { frames } = parameters;
  const pieces = frames === undefined ? wordPieces(`You said: ${ask.input}`) : loremPieces(frames, 0);
  return [...thought, ...hidden, { type: 'text', pieces }];
}

/** The blocks as far as the limit lets them come; the last one may be cut. */
function withinLimit(blocks: readonly MessageBlock[], tokensMax: number): readonly MessageBlock[] {
  let room = Math.min(tokensMax, PIECES_MAX);
  return blocks.flatMap((block) => {
    const pieces = block.pieces.slice(0, room);
    room -= pieces.length;
    return pieces.length === 0 ? [] : [{ ...block, pieces }];
  });
}

const lengthOf = (blocks: readonly MessageBlock[]): number =>
  blocks.reduce((sum, { pieces }) => sum + pieces.length, 0);

function answerTo(ask: MessagesAsk, n: number): { readonly answer: MessageAnswer; readonly output: OutputTokens } {
  const { behaviours, parameters } = ask.directions;
  const wanted = blocksOf(ask, parameters.reasoning_tokens ?? ask.thinkingTokens);
  const blocks = withinLimit(wanted, ask.tokensMax);
  const tokens = lengthOf(blocks);
  const done = ask.toolToCall === null ? 'end_turn' : 'tool_use';
  const thinking = lengthOf(blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking'));
  const overrun = ask.tokensMax * OVERRUN_FACTOR + OVERRUN_TOKENS;
  const spent = behaviours.has('overrun') ? overrun : (parameters.completion_tokens ?? tokens);
  return {
    answer: { n, model: ask.model, blocks, stopReason: tokens < lengthOf(wanted) ? 'max_tokens' : done },
    output: { all: behaviours.has('huge_usage') ? HUGE_OUTPUT_TOKENS : spent, thinking },
  };
}

/** The echo of what served, which is no counter. */
const served = (ask: MessagesAsk): object => ({
  service_tier: 'standard',
  ...(ask.isFast ? { speed: 'fast' } : {}),
});

function toldUsage(ask: MessagesAsk, usage: Usage): ToldUsage | null {
  const { behaviours } = ask.directions;
  if (behaviours.has('missing_usage')) return null;
  const { output_tokens_details: _, ...start } = usage;
  return {
    start: { ...start, output_tokens: 1, ...served(ask) },
    end: behaviours.has('no_details') ? { output_tokens: usage['output_tokens'] } : { ...usage, cache_creation: null },
  };
}

function replyTo(call: SurfaceCall): Reply {
  const read = readMessagesAsk(call.body);
  const ask = { ...read, directions: combineDirections(read.directions, call.queued) };
  const { behaviours } = ask.directions;
  const { answer, output } = answerTo(ask, call.n);
  const usage = usageOf(ask, output);
  const stopRecords = behaviours.has('no_done') ? 0 : 1 + Number(behaviours.has('double_done'));
  const frames = messageFrames(answer, { usage: toldUsage(ask, usage), stopRecords });
  const taken = {
    model: ask.model,
    serviceTier: ask.isFast ? 'fast' : 'standard',
    directions: ask.directions,
    input: ask.input,
    usage,
    usageAfter: (framesSent: number): Usage => {
      if (framesSent >= frames.length) return usage;
      const all = frames[framesSent - 1]?.outputTokens ?? 0;
      return usageOf(ask, { all, thinking: Math.min(all, output.thinking) });
    },
  };
  if (!ask.stream) {
    const told = behaviours.has('missing_usage') ? null : { ...usage, ...served(ask) };
    return { kind: 'json', ...taken, body: messageBody(answer, told) };
  }
  const fault = { status: 529, message: 'The sandbox stopped in the middle of a stream.', code: null, param: null };
  return {
    kind: 'stream',
    ...taken,
    frames: frames.map(({ text }) => text),
    errorFrame: () => `event: error\ndata: ${anthropicError(fault)}\n\n`,
  };
}

export const messages: Surface = {
  name: 'messages',
  path: '/v1/messages',
  reply: (call) => replyOrRefusal(() => replyTo(call)),
  error: anthropicError,
};
