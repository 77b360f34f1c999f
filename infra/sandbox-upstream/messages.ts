// POST /v1/messages: a fixed answer to every request, with counters that follow from it.
import { anthropicError } from './anthropic-error.ts';
import { fragmentPieces, loremPieces, wordPieces } from './answer-pieces.ts';
import { replyOrRefusal } from './ask.ts';
import { askedArguments } from './asked-tool.ts';
import { encryptedPage, NO_USES, pageOf, promptTokensWith, queryOf } from './hosted-tools.ts';
import type { HostedUses } from './hosted-tools.ts';
import { readMessagesAsk } from './messages-ask.ts';
import type { MessagesAsk } from './messages-ask.ts';
import { messageBody, messageFrames, NOTHING_DONE } from './messages-wire.ts';
import type { MessageAnswer, MessageBlock, ToldUsage } from './messages-wire.ts';
import type { Reply, Surface, SurfaceCall } from './surface.ts';
import type { Usage } from './usage.ts';

const HUGE_INPUT_TOKENS = 300_000_000;
const HUGE_OUTPUT_TOKENS = 500_000_000;
const OVERRUN_FACTOR = 10;
const OVERRUN_TOKENS = 1000;
const PIECES_MAX = 100_000;

interface Work {
  readonly outputTokens: number;
  readonly thinkingTokens: number;
  readonly uses: HostedUses;
}

/** Input that was cached, and input that was written to a cache, are not in `input_tokens`. */
function usageOf({ promptTokens, directions }: MessagesAsk, { outputTokens, thinkingTokens, uses }: Work): Usage {
  const { behaviours, parameters } = directions;
  const counted = parameters.prompt_tokens ?? promptTokensWith(promptTokens, uses);
  const prompt = behaviours.has('huge_usage') ? HUGE_INPUT_TOKENS : counted;
  const cached = Math.min(parameters.cached_tokens ?? 0, prompt);
  const short = Math.min(parameters.cache_write_tokens ?? 0, prompt - cached);
  const long = Math.min(parameters.cache_write_1h_tokens ?? 0, prompt - cached - short);
  const details = {
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    output_tokens_details: { thinking_tokens: Math.min(thinkingTokens, outputTokens) },
  };
  return {
    input_tokens: prompt - cached - short - long,
    cache_creation_input_tokens: short + long,
    cache_read_input_tokens: cached,
    output_tokens: outputTokens,
    ...(uses.searches + uses.fetches === 0
      ? {}
      : { server_tool_use: { web_search_requests: uses.searches, web_fetch_requests: uses.fetches } }),
    ...(behaviours.has('no_details') ? {} : details),
  };
}

function blocksOf(ask: MessagesAsk, thinkingTokens: number, n: number): readonly MessageBlock[] {
  const { behaviours, parameters } = ask.directions;
  const thought: readonly MessageBlock[] =
    thinkingTokens === 0
      ? []
      : [{ type: 'thinking', pieces: loremPieces(thinkingTokens, 0), isOmitted: ask.omitsThinking }];
  const hidden: readonly MessageBlock[] = behaviours.has('redacted_thinking')
    ? [{ type: 'redacted_thinking', pieces: ['hidden'] }]
    : [];
  if (ask.toolToCall !== null) {
    const pieces = fragmentPieces(askedArguments(ask.input));
    return [...thought, ...hidden, { type: 'tool_use', pieces, name: ask.toolToCall }];
  }
  const { frames } = parameters;
  const pieces = frames === undefined ? wordPieces(`You said: ${ask.input}`) : loremPieces(frames, 0);
  const { searches } = ask.hostedUses;
  const citedPages = Array.from({ length: searches }, (_, at) => pageOf(at));
  const text: MessageBlock = { type: 'text', pieces, ...(searches === 0 ? {} : { citedPages }) };
  return [...thought, ...hidden, ...hostedBlocks(ask, n), text];
}

/** What ran here: each use, and what came of it. */
function hostedBlocks({ hostedUses, apiKey }: MessagesAsk, n: number): readonly MessageBlock[] {
  const block = (name: string, at: number, input: object): Omit<MessageBlock, 'type'> => ({
    name,
    toolUseId: `srvtoolu_sandbox_${n}_${name}_${at}`,
    pieces: fragmentPieces(JSON.stringify(input)),
  });
  const use = (called: Omit<MessageBlock, 'type'>, result: object, uses: HostedUses): readonly MessageBlock[] => [
    { type: 'server_tool_use', ...called },
    { type: 'server_tool_result', ...called, pieces: [], result, uses },
  ];
  const search = (at: number, result: object, uses: HostedUses): readonly MessageBlock[] =>
    use(block('web_search', at, { query: queryOf(at) }), result, uses);
  const tooOften = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
  return [
    ...Array.from({ length: hostedUses.searches }, (_, at) =>
      search(at, [foundPage(apiKey, pageOf(at))], { ...NO_USES, searches: 1 }),
    ),
    ...Array.from({ length: hostedUses.refused }, (_, at) =>
      search(hostedUses.searches + at, tooOften, { ...NO_USES, refused: 1 }),
    ),
    ...Array.from({ length: hostedUses.fetches }, (_, at) => {
      const url = pageOf(at);
      return use(block('web_fetch', at, { url }), fetchedPage(url), { ...NO_USES, fetches: 1 });
    }),
  ].flat();
}

const foundPage = (apiKey: string, url: string): object => ({
  type: 'web_search_result',
  title: 'A page',
  url,
  encrypted_content: encryptedPage(apiKey, url),
  page_age: null,
});

const fetchedPage = (url: string): object => ({
  type: 'web_fetch_result',
  url,
  content: {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: 'What the page says.' },
    title: 'A page',
  },
  retrieved_at: '2026-01-01T00:00:00Z',
});

/** The blocks as far as the limit lets them come; the last one may be cut. */
function withinLimit(blocks: readonly MessageBlock[], tokensMax: number): readonly MessageBlock[] {
  let room = Math.min(tokensMax, PIECES_MAX);
  return blocks.flatMap((block) => {
    const pieces = block.pieces.slice(0, room);
    room -= pieces.length;
    return pieces.length === 0 && block.type !== 'server_tool_result' ? [] : [{ ...block, pieces }];
  });
}

const lengthOf = (blocks: readonly MessageBlock[]): number =>
  blocks.reduce((sum, { pieces }) => sum + pieces.length, 0);

function answerTo(ask: MessagesAsk, n: number): { readonly answer: MessageAnswer; readonly work: Work } {
  const { behaviours, parameters } = ask.directions;
  const wanted = blocksOf(ask, parameters.reasoning_tokens ?? ask.thinkingTokens, n);
  const blocks = withinLimit(wanted, ask.tokensMax);
  const tokens = lengthOf(blocks);
  const done = ask.toolToCall === null ? 'end_turn' : 'tool_use';
  const thinking = lengthOf(blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking'));
  const overrun = ask.tokensMax * OVERRUN_FACTOR + OVERRUN_TOKENS;
  const spent = behaviours.has('overrun') ? overrun : (parameters.completion_tokens ?? tokens);
  return {
    answer: {
      n,
      apiKey: ask.apiKey,
      model: ask.model,
      blocks,
      stopReason: tokens < lengthOf(wanted) ? 'max_tokens' : done,
    },
    work: {
      outputTokens: behaviours.has('huge_usage') ? HUGE_OUTPUT_TOKENS : spent,
      thinkingTokens: thinking,
      uses: ask.hostedUses,
    },
  };
}

/** The echo of what served, which is no counter. */
const served = (ask: MessagesAsk): object => ({
  service_tier: 'standard',
  ...(ask.isFast ? { speed: 'fast' } : {}),
});

/** The start knows of one reading of the input only, and of no tool that was used. */
function toldUsage(ask: MessagesAsk, work: Work): ToldUsage | null {
  const { behaviours } = ask.directions;
  if (behaviours.has('missing_usage')) return null;
  const usage = usageOf(ask, work);
  const { output_tokens_details: _, ...start } = usageOf(ask, { ...work, uses: NO_USES });
  const noUses = { server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 } };
  return {
    start: { ...start, output_tokens: 1, ...('server_tool_use' in usage ? noUses : {}), ...served(ask) },
    end: behaviours.has('no_details') ? { output_tokens: usage['output_tokens'] } : { ...usage, cache_creation: null },
  };
}

function replyTo(call: SurfaceCall): Reply {
  const ask = readMessagesAsk(call);
  const { behaviours } = ask.directions;
  const { answer, work } = answerTo(ask, call.n);
  const usage = usageOf(ask, work);
  const stopRecords = behaviours.has('no_done') ? 0 : 1 + Number(behaviours.has('double_done'));
  const frames = messageFrames(answer, { usage: toldUsage(ask, work), stopRecords });
  const taken = {
    model: ask.model,
    serviceTier: ask.isFast ? 'fast' : 'standard',
    directions: ask.directions,
    input: ask.input,
    usage,
    usageAfter: (framesSent: number): Usage => {
      if (framesSent >= frames.length) return usage;
      const done = frames[framesSent - 1] ?? NOTHING_DONE;
      const { outputTokens } = done;
      return usageOf(ask, { outputTokens, thinkingTokens: Math.min(outputTokens, work.thinkingTokens), uses: done });
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
