import type { TopupEvent } from '../src/domain/payments/topup-events.ts';
import { evolveTopup, type Topup } from '../src/domain/payments/topup.ts';
import { topupPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per top-up that is not paid or not credited yet, by its id. */
export const openTopups: Projection<Topup, TopupEvent> = {
  name: 'open-topups',
  version: 1,
  streamPrefixes: [topupPrefix],
  keyOf: ({ event }) => event.data.topup_id,
  evolve: (known, { event }) => {
    const next = evolveTopup(known, event);
    return next?.standing === 'pending' || next?.standing === 'confirmed' ? next : null;
  },
};
