import type { Exchange } from '../exchanges.ts';
import { failedAnswer } from '../delivery/failed-answer.ts';
import type { Answered, Reserved, Routed } from '../records.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/** How an answer is obtained. */
export interface ExchangeSteps {
  /** Chooses the route. Its turn is given back when the exchange ends. */
  choose(exchange: Exchange): Routed | Promise<Routed>;
  obtain(routed: Routed): Promise<Answered>;
}

/**
 * Obtains an answer within an exchange, then ends the exchange and gives the turn back. Raises nothing: a failure
 * becomes an outcome, with which `settle` ends the reservation.
 */
export async function inExchange(
  reserved: Reserved,
  { exchanges }: Pick<PipelineDeps, 'exchanges'>,
  { choose, obtain }: ExchangeSteps,
): Promise<Answered> {
  const exchange = exchanges.begin(reserved.client);
  let { turn } = reserved;
  try {
    const routed = await choose(exchange);
    ({ turn } = routed);
    return await obtain(routed);
  } catch (error) {
    const answered = failedAnswer(reserved, exchange, error);
    exchange.cut('gateway');
    return answered;
  } finally {
    turn?.close();
    exchange.end();
  }
}
