import type { StreamReading } from '../../protocols/inference-request.ts';
import { makeAttempts } from '../attempts/make-attempts.ts';
import { deliverBytes } from '../deliver-bytes.ts';
import { deliverStream } from '../deliver-stream.ts';
import { deliverWhole } from '../deliver-whole.ts';
import { failedAnswer } from '../failed-answer.ts';
import type { Answered, Reserved, Restored } from '../stages.ts';
import { chooseRoute } from '../traced-stages.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/**
 * Chooses who answers, asks one target after the other, and passes the answer on. Raises nothing: what fails is an outcome,
 * which `settle` ends the reservation with.
 */
export async function obtainAnswer(reserved: Reserved, deps: PipelineDeps): Promise<Answered> {
  const exchange = deps.exchanges.begin(reserved.client);
  let turn = reserved.turn;
  try {
    const routed = await chooseRoute(reserved, exchange, deps);
    turn = routed.turn;
    return await makeAttempts(routed, (restored) => deliver(restored, deps), deps);
  } catch (error) {
    const answered = failedAnswer(reserved, exchange, error);
    exchange.cut('gateway');
    return answered;
  } finally {
    turn?.close();
    exchange.end();
  }
}

/** Raises only what failed before anything was passed on. */
async function deliver(restored: Restored, deps: PipelineDeps): Promise<Answered> {
  const { stream, unstreamed } = restored.request.answers;
  if (stream !== null && isStreamed(stream, restored)) return await deliverStream(restored, stream, deps);
  if (unstreamed.form === 'bytes') return await deliverBytes(restored, unstreamed, deps);
  return await deliverWhole(restored, unstreamed, deps);
}

function isStreamed({ isOptional }: StreamReading, { answer: { headers } }: Restored): boolean {
  return !isOptional || /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}
