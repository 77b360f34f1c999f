import { evolveDelivery, type Delivery } from '../src/domain/webhooks/delivery.ts';
import type { DeliveryEvent } from '../src/domain/webhooks/delivery-events.ts';
import { deliveryPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** The entry of a delivery that is neither delivered nor parked. */
export type PendingDelivery = Pick<Delivery, 'delivery_id' | 'webhook_id' | 'next_at'>;

/** A delivery, or the entry of a pending one. */
export type DeliveryDocument = Delivery | PendingDelivery;

/** Keys of the entries of pending deliveries begin with this. */
export const pendingPrefix = 'pending/';

/** One document per delivery, by its webhook and its id, and an entry of each pending one. */
export const deliveries: Projection<DeliveryDocument, DeliveryEvent> = {
  name: 'deliveries',
  version: 1,
  streamPrefixes: [deliveryPrefix],
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ event }) => `${event.data.webhook_id}/${event.data.delivery_id}`,
  evolve: (known, { event }, others) => {
    // The key is that of a delivery.
    const delivery = evolveDelivery(known as Delivery | null, event);
    if (delivery !== null) {
      const { delivery_id, webhook_id, next_at, status } = delivery;
      others.set(pendingPrefix + delivery_id, status === 'pending' ? { delivery_id, webhook_id, next_at } : null);
    }
    return delivery;
  },
};
