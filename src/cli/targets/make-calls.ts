import type { Target } from '../../catalogue/model-catalogue.ts';
import { UpstreamFailure, type Upstream } from '../../ports/upstream.ts';
import type { SmallCall } from './six-calls.ts';
import { tryAnswer, type TriedAnswer } from './tried-answer.ts';
import type { TriedSurface } from './tried-surface.ts';

/** A call, and how its answer was read. */
export interface MadeCall extends TriedAnswer {
  readonly call: SmallCall['name'];
  /** HTTP status; `null`: no answer came. */
  readonly status: number | null;
  /** Words of the upstream's error, or why no answer came. */
  readonly error: string | null;
}

const answerBytesMax = 8_388_608;
const errorCharactersMax = 300;

/** Makes calls one after the other, past any ledger. Never raises for what an upstream does. */
export async function* makeCalls(
  calls: readonly SmallCall[],
  {
    upstream,
    surface,
    target,
  }: { readonly upstream: Upstream; readonly surface: TriedSurface; readonly target: Target },
): AsyncGenerator<MadeCall> {
  for (const call of calls) {
    const { status, answer, error } = await answerTo(call, { upstream, surface, target });
    const request = call.name === 'refused' ? null : call.request;
    const tried = tryAnswer({ surface, isStreamed: call.isStreamed && error === null, request, answer }, target);
    const verdict = error === null ? tried.verdict : 'error';
    yield { call: call.name, status, ...tried, verdict, error };
  }
}

interface Answer {
  readonly status: number | null;
  readonly answer: string;
  readonly error: string | null;
}

async function answerTo(
  { body, isStreamed }: SmallCall,
  {
    upstream,
    surface,
    target,
  }: { readonly upstream: Upstream; readonly surface: TriedSurface; readonly target: Target },
): Promise<Answer> {
  try {
    const { status, body: pieces } = await upstream.send({
      upstream: target.upstream,
      path: surface.path,
      headers: {
        'content-type': 'application/json',
        accept: isStreamed ? 'text/event-stream' : 'application/json',
        ...surface.headers,
      },
      body,
      reservationId: null,
      signal: new AbortController().signal,
    });
    const answer = await textOf(pieces);
    return { status, answer, error: status < 400 ? null : wordsOf(answer) };
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return { status: null, answer: '', error: `no answer: ${error.reason}` };
  }
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > answerBytesMax) throw new UpstreamFailure('too_large', 'unknown');
    kept.push(piece);
  }
  return Buffer.concat(kept).toString();
}

function wordsOf(answer: string): string {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(answer)?.[1];
  return (message === undefined ? answer : String(JSON.parse(message))).slice(0, errorCharactersMax);
}
