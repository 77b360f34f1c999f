import { request } from 'undici';
import { boundedBody } from '../ports/bounded-body.ts';
import { deadline } from '../time/deadline.ts';
import { noVerdict, type AskedQuestion, type Judgement, type RouteJudge } from '../ports/route-judge.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import type { Upstream } from '../ports/upstream.ts';
import { JudgeLoopback, markOf, type AwaitedDecision } from './engine-route-judge/judge-loopback.ts';

export interface EngineRouteJudgeOptions {
  /** URL of the engine, on loopback. */
  readonly engineUrl: string;
  /** Port that receives the calls of the engine's judge; 0: any free port. */
  readonly loopbackPort: number;
  readonly upstream: Upstream;
  readonly upstreamName: string;
  /** The upstream's name for the judge model. */
  readonly model: string;
  /** Timeout of a decision, including the judge's call, milliseconds. */
  readonly deadlineMs: number;
  readonly timer?: Timer;
  /** The judge of the previous configuration: if both use the same port, they share the listener. */
  readonly predecessor?: EngineRouteJudge | null;
}

export interface EngineRouteJudge extends RouteJudge, AsyncDisposable {
  /** Receives the calls of the engine's judge. */
  readonly loopback: JudgeLoopback;
}

/** Most UTF-16 units of each of the two texts. */
const textUnitsMax = 1_500;
/** Most bytes of a judge call; the engine's own prompt has about 5,000. */
const bodyBytesMax = 16_384;
const outputTokensMax = 512;
/** Expected sizes of the engine's prompt and verdict, as of release 0.3.0; text has about 3.5 bytes per token. */
const expected = { promptTokens: 1_400, bytesPerToken: 3.5, outputTokens: 120 } as const;
const answerBytesMax = 65_536;
const circuit = { failures: 5, openMs: 5_000 } as const;

/**
 * NVIDIA NeMo Switchyard over `POST /v1/decision`. The calls of its judge go to a loopback listener of this process,
 * which forwards them to the upstream under the selection's id, so that they are metered to the token. Only the target
 * name in the engine's answer is used, and is looked up. An answer that contains a response is not a verdict.
 */
export function createEngineRouteJudge(options: EngineRouteJudgeOptions): EngineRouteJudge {
  const { timer = systemTimer } = options;
  const loopback = loopbackOf(options);
  let failures = 0;
  let failedAtMs = 0;
  return {
    version: 'nemo-switchyard-0.3.0',
    bound: { inputTokensMax: bodyBytesMax, outputTokensMax },
    expected: (asked) => ({
      input: expected.promptTokens + Math.ceil(JSON.stringify(questionFor(asked, '')).length / expected.bytesPerToken),
      output: expected.outputTokens,
    }),
    loopback,
    ask: async (asked) => {
      if (failures >= circuit.failures && timer.monotonic() - failedAtMs < circuit.openMs) {
        return { ...noVerdict, outcome: 'circuit_open', usage: 'unsent' };
      }
      const judgement = await decide(asked, loopback, { ...options, timer });
      failures = judgement.outcome === 'decided' ? 0 : failures + 1;
      if (failures > 0) failedAtMs = timer.monotonic();
      return judgement;
    },
    [Symbol.asyncDispose]: () => loopback.leave(),
  };
}

function loopbackOf({ loopbackPort, predecessor = null }: EngineRouteJudgeOptions): JudgeLoopback {
  const before = predecessor?.loopback;
  if (before !== undefined && before.askedPort === loopbackPort && before.share()) return before;
  return new JudgeLoopback(loopbackPort);
}

async function decide(
  asked: AskedQuestion,
  loopback: JudgeLoopback,
  { engineUrl, deadlineMs, timer, ...place }: EngineRouteJudgeOptions & { readonly timer: Timer },
): Promise<Judgement> {
  if (!(await asked.mayLeave(Buffer.from(JSON.stringify(questionFor(asked, ''))))))
    return { ...noVerdict, outcome: 'withheld', usage: 'unsent' };
  const limit = deadline(deadlineMs, asked.signal, timer);
  const { signal } = limit;
  const decision: AwaitedDecision = {
    asked,
    place: { ...place, bodyBytesMax, outputTokensMax },
    signal,
    call: 'none',
    usage: 'unsent',
    serviceTier: null,
  };
  loopback.expect(decision);
  let verdict: Pick<Judgement, 'tier' | 'outcome'> = { tier: null, outcome: 'upstream_error' };
  try {
    const { statusCode, body } = await request(new URL('/v1/decision', engineUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        input_format: 'openai_chat',
        request: questionFor(asked, `\n${markOf(asked.selectionId)}`),
      }),
      signal,
    });
    const text = await boundedText(body);
    if (statusCode === 200) verdict = verdictIn(text, asked, decision);
  } catch {
    verdict = { tier: null, outcome: limit.isOver ? 'timeout' : 'upstream_error' };
  } finally {
    limit.clear();
    loopback.forget(decision);
    // The engine may have hung up on its judge: no call is sent once the decision is over.
    limit.giveUp();
  }
  return { ...noVerdict, serviceTier: decision.serviceTier, ...verdict, usage: decision.usage };
}

/** The verdict. If its judge call failed, the engine picks the most expensive target, which is not a verdict. */
function verdictIn(text: string, asked: AskedQuestion, { call }: AwaitedDecision): Pick<Judgement, 'tier' | 'outcome'> {
  if (call === 'withheld') return { tier: null, outcome: 'withheld' };
  if (call === 'failed') return { tier: null, outcome: 'upstream_error' };
  const tier = tierIn(text, asked);
  return { tier, outcome: tier === null ? 'invalid_verdict' : 'decided' };
}

function questionFor({ question: { openingText, latestText } }: Pick<AskedQuestion, 'question'>, mark: string): object {
  const texts = latestText === openingText ? [openingText] : [openingText, latestText];
  const messages = texts.map((text, place) => ({
    role: 'user',
    content: clipped(text) + (place === texts.length - 1 ? mark : ''),
  }));
  return { model: engineRoute, messages };
}

function clipped(text: string): string {
  if (text.length <= textUnitsMax) return text.toWellFormed();
  const half = textUnitsMax / 2;
  return `${text.slice(0, half)} […] ${text.slice(-half)}`.toWellFormed();
}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const bytes = await boundedBody(body, answerBytesMax);
  if (bytes === null) throw new RangeError('a decision that is too long');
  return bytes.toString('utf8');
}

interface Decision {
  readonly selected?: { readonly target?: unknown } | null;
  readonly fallbacks?: unknown;
  readonly response?: unknown;
}

/** The first named target that may answer; `null`: the engine answered the request itself, or no target is usable. */
function tierIn(text: string, { ranks }: AskedQuestion): number | null {
  const decision = JSON.parse(text) as Decision | null;
  if (decision === null || typeof decision !== 'object' || (decision.response ?? null) !== null) return null;
  const fallbacks: readonly unknown[] = Array.isArray(decision.fallbacks) ? decision.fallbacks : [];
  for (const named of [decision.selected, ...fallbacks]) {
    const target = typeof named === 'object' && named !== null && 'target' in named ? named.target : null;
    const tier = ranks.indexOf(rankOfTarget(target));
    if (tier !== -1) return tier;
    // An unknown target invalidates the verdict; a known target that may not answer now is skipped.
    if (rankOfTarget(target) === -1) return null;
  }
  return null;
}

/** The route requested from the engine. */
const engineRoute = 'switchyard';

/** The rank of the candidate that the engine named; -1: an unknown name. */
function rankOfTarget(target: unknown): number {
  return typeof target === 'string' && /^[A-P]$/.test(target) ? target.charCodeAt(0) - 65 : -1;
}
