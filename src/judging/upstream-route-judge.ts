import { systemOneTemplateTokensMax } from '../domain/template-tokens.ts';
import { isUnspentStatus } from '../domain/attempts/unspent-status.ts';
import { boundedBody } from '../ports/bounded-body.ts';
import { deadline } from '../time/deadline.ts';
import { noVerdict, type AskedQuestion, type Judgement, type RouteJudge } from '../ports/route-judge.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { UpstreamFailure, type Upstream, type UpstreamAnswer } from '../ports/upstream.ts';
import { scanJsonObject } from '../wire/json-text.ts';
import { memberOf, type JudgeForm } from './judge-form.ts';

export interface UpstreamRouteJudgeOptions {
  readonly upstream: Upstream;
  /** The configured name of the upstream. */
  readonly upstreamName: string;
  readonly form: JudgeForm;
  /** Time limit of one question including its answer, milliseconds. */
  readonly deadlineMs: number;
  readonly timer?: Timer;
}

/** Most bytes of each of the two texts: together some 1,500 tokens. */
const textBytesMax = 3_000;
/**
 * Most tokens of a body, by its bytes. The texts of a body that escapes or normal forms make longer are clipped
 * further.
 */
const bodyTokensMax = 9_216;
/** A body is mostly English words: a high estimate. */
const bytesPerTokenExpected = 3.5;
const answerBytesMax = 65_536;

/**
 * Asks a configured upstream. A question is one call, under the id of the choice. An answer that is not one of the
 * labels is no verdict, but what it has consumed is reported.
 */
export function createUpstreamRouteJudge(options: UpstreamRouteJudgeOptions): RouteJudge {
  const { form } = options;
  return {
    version: form.version,
    bound: { inputTokensMax: bodyTokensMax, outputTokensMax: form.outputTokensMax },
    expected: (asked) => ({
      input: Math.ceil(bodyOf(asked, form).length / bytesPerTokenExpected),
      output: form.outputTokensExpected,
    }),
    ask: (asked) => ask(asked, options),
  };
}

async function ask(asked: AskedQuestion, options: UpstreamRouteJudgeOptions): Promise<Judgement> {
  const { upstream, upstreamName, form, deadlineMs, timer = systemTimer } = options;
  const limit = deadline(deadlineMs, asked.signal, timer);
  try {
    const body = bodyOf(asked, form);
    if (!(await asked.mayLeave(body))) return { ...noVerdict, outcome: 'withheld', usage: 'unsent' };
    const answer = await upstream.send({
      upstream: upstreamName,
      path: form.path,
      headers: { 'content-type': 'application/json' },
      body,
      reservationId: asked.selectionId,
      sharer: asked.sharer,
      signal: limit.signal,
    });
    if (answer.status !== 200) {
      limit.giveUp();
      return { ...noVerdict, outcome: 'upstream_error', usage: isUnspentStatus(answer.status) ? 'unsent' : 'unknown' };
    }
    return judgementOf(await parsedBody(answer), asked, form);
  } catch (error) {
    return failedJudgement(error, limit.isOver);
  } finally {
    limit.clear();
  }
}

function bodyOf(asked: Pick<AskedQuestion, 'question' | 'tiers'>, form: JudgeForm): Buffer {
  for (let most = textBytesMax; ; most = Math.floor(most / 2)) {
    const body = form.write(asked, most);
    const object = scanJsonObject(body);
    if (object.kind === 'json_fault') throw new RangeError('a question that is no JSON object');
    if (object.rewrittenBytesMax + systemOneTemplateTokensMax <= bodyTokensMax || most < 64) return body;
  }
}

/** `null` for a body that is not JSON, or too long. */
async function parsedBody({ body }: UpstreamAnswer): Promise<unknown> {
  const bytes = await boundedBody(body, answerBytesMax);
  if (bytes === null) return null;
  try {
    // Unlike a buffer, a decoder passes over a byte order mark.
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}

function judgementOf(answer: unknown, { tiers }: AskedQuestion, form: JudgeForm): Judgement {
  const usage = form.readUsage(answer) ?? 'unknown';
  const reported = memberOf(answer, 'service_tier');
  const serviceTier = typeof reported === 'string' ? reported : null;
  const verdict = form.readVerdict(answer, tiers);
  if (verdict === null) return { ...noVerdict, serviceTier, outcome: 'invalid_verdict', usage };
  return { ...verdict, serviceTier, outcome: 'decided', usage };
}

function failedJudgement(error: unknown, isLate: boolean): Judgement {
  if (!(error instanceof UpstreamFailure)) return { ...noVerdict, outcome: 'upstream_error', usage: 'unknown' };
  const usage = error.outcome === 'not_sent' ? 'unsent' : 'unknown';
  if (error.reason === 'circuit_open') return { ...noVerdict, outcome: 'circuit_open', usage };
  const isTimeout = isLate || error.reason.endsWith('timeout');
  return { ...noVerdict, outcome: isTimeout ? 'timeout' : 'upstream_error', usage };
}
