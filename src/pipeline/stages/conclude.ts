import { isEstimate } from '../../domain/outcome.ts';
import { mayHaveCost, type Recorded } from '../records.ts';
import { chargedEur } from '../delivery/charge-in-usage.ts';

/**
 * Gives the caller the rest of the answer after the settlement, and waits until it is handed over or the caller is
 * gone. Raises the failure's `GatewayError` when nothing was sent before.
 */
export async function conclude(recorded: Recorded): Promise<void> {
  const { client, conclusion, outcome, permit } = recorded;
  const eur = chargedEur(recorded);
  // What is written now counts as unsent bytes of the client.
  permit.releaseOthers();
  switch (conclusion.kind) {
    case 'error':
      // A retry would be charged again, so no client may retry by itself.
      throw mayHaveCost(recorded) ? conclusion.error.withoutRetry() : conclusion.error;
    case 'tail':
      return await client.end(conclusion.bytes, conclusion.isTorn);
    case 'whole':
      client.begin(conclusion.status, {
        ...conclusion.headers,
        'content-length': String(conclusion.body.length),
        ...(eur !== null && { 'x-waybill-cost-eur': eur }),
        ...(eur !== null && isEstimate(outcome) && { 'x-waybill-estimate': 'true' }),
      });
      return await client.end(conclusion.body);
  }
}
