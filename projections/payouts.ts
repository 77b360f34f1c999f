import { evolvePayout, type Payout } from '../src/domain/payments/payout.ts';
import type { PayoutEvent } from '../src/domain/payments/payout-events.ts';
import { payoutPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per payout, by the tenant of its wallet and its id. */
export const payouts: Projection<Payout, PayoutEvent> = {
  name: 'payouts',
  version: 1,
  streamPrefixes: [payoutPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => `${event.data.tenant_id}/${event.data.payout_id}`,
  evolve: (known, { event }) => evolvePayout(known, event),
};
