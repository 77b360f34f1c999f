import { eurFromNano } from '../domain/money.ts';
import type { Stored } from './stages.ts';

/** Gives the caller the rest, now that the money is right. Raises the failure's `GatewayError` when nothing was begun. */
export function conclude(stored: Stored): Stored {
  const { client, conclusion, cost, outcome } = stored;
  switch (conclusion.kind) {
    case 'error':
      // Whoever asks again pays again: no client is to do that by itself.
      throw outcome.kind === 'release' ? conclusion.error : conclusion.error.withoutRetry();
    case 'tail':
      client.end(conclusion.bytes);
      return stored;
    case 'whole':
      client.begin(conclusion.status, {
        ...conclusion.headers,
        'content-length': String(conclusion.body.length),
        ...(cost === null ? {} : { 'x-waybill-cost-eur': eurFromNano(cost.total) }),
      });
      client.end(conclusion.body);
      return stored;
  }
}
