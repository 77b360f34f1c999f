import type { Exchange } from '../exchanges.ts';
import { failedAnswer } from '../failed-answer.ts';
import type { Answered, Reserved, Routed } from '../stages.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/**
 * Obtains an answer within an exchange, which ends with it, and gives back the turn that it was obtained in: of `goesTo`, once
 * it is chosen who answers. Raises nothing: what fails is an outcome, which `settle` ends the reservation with.
 */
export async function inExchange(
  reserved: Reserved,
  { exchanges }: Pick<PipelineDeps, 'exchanges'>,
  obtain: (exchange: Exchange, goesTo: (routed: Routed) => Routed) => Promise<Answered>,
): Promise<Answered> {
  const exchange = exchanges.begin(reserved.client);
  let turn = reserved.turn;
  try {
    return await obtain(exchange, (routed) => {
      turn = routed.turn;
      return routed;
    });
  } catch (error) {
    const answered = failedAnswer(reserved, exchange, error);
    exchange.cut('gateway');
    return answered;
  } finally {
    turn?.close();
    exchange.end();
  }
}
