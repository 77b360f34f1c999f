import { eurFromNano } from '../domain/money.ts';
import { mayHaveCost, type Recorded } from './stages.ts';

/**
 * Gives the caller the rest, now that the money is right, and waits until it is on its way or the caller is gone. Raises
 * the failure's `GatewayError` when nothing was begun.
 */
export async function conclude(recorded: Recorded): Promise<void> {
  const { client, conclusion, cost, selection } = recorded;
  switch (conclusion.kind) {
    case 'error':
      // Whoever asks again pays again: no client is to do that by itself.
      throw mayHaveCost(recorded) ? conclusion.error.withoutRetry() : conclusion.error;
    case 'tail':
      return await client.end(conclusion.bytes);
    case 'whole':
      client.begin(conclusion.status, {
        ...conclusion.headers,
        'content-length': String(conclusion.body.length),
        ...(cost === null ? {} : { 'x-waybill-cost-eur': eurFromNano(cost.total + (selection?.cost ?? 0n)) }),
      });
      return await client.end(conclusion.body);
  }
}
