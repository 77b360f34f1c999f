import type { TopupEvent } from '../src/domain/payments/topup-events.ts';
import { evolveTopup, type Topup } from '../src/domain/payments/topup.ts';
import { topupPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per top-up, by tenant and id, and by the reference that is written on its payment. */
export const topups: Projection<Topup, TopupEvent> = {
  name: 'topups',
  version: 1,
  streamPrefixes: [topupPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => `${event.data.tenant_id}/${event.data.topup_id}`,
  evolve: (known, { event }) => evolveTopup(known, event),
  lookupOf: ({ reference }) => reference,
};
