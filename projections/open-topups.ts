import type { OpenTopup } from '../src/domain/payments/open-payments.ts';
import type { TopupEvent } from '../src/domain/payments/topup-events.ts';
import { topupPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per top-up that is not paid or not booked yet, by its id. */
export const openTopups: Projection<OpenTopup, TopupEvent> = {
  name: 'open-topups',
  version: 1,
  streamPrefixes: [topupPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => event.data.topup_id,
  evolve: (known, { event }) => {
    const { topup_id } = event.data;
    const { expires_at = null, unbooked = [] } = known ?? {};
    switch (event.type) {
      case 'TopupRequested':
        return { topup_id, expires_at: event.data.expires_at, unbooked };
      case 'TopupConfirmed':
        return { topup_id, expires_at, unbooked: [...unbooked, event.data.payment_id] };
      case 'TopupReturned':
        return { topup_id, expires_at, unbooked: [...unbooked, event.data.return_id] };
      case 'TopupPaymentRecognised':
        return known;
      case 'TopupReopened':
        return without({ topup_id, expires_at, unbooked }, event.data.payment_id);
      case 'TopupCredited':
        return without({ topup_id, expires_at: null, unbooked }, event.data.payment_id);
      case 'TopupReversed':
        return without({ topup_id, expires_at: null, unbooked }, event.data.return_id);
      case 'TopupCancelled':
      case 'TopupExpired':
        return null;
    }
  },
};

function without(open: OpenTopup, id: string): OpenTopup | null {
  const unbooked = open.unbooked.filter((each) => each !== id);
  return unbooked.length === 0 && open.expires_at === null ? null : { ...open, unbooked };
}
