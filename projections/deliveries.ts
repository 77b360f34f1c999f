import { evolveDelivery, type Delivery } from '../src/domain/webhooks/delivery.ts';
import type { DeliveryEvent } from '../src/domain/webhooks/delivery-events.ts';
import { deliveryPrefix } from '../src/ledger/stream-names.ts';
import type { FoldedDocuments, Projection } from '../src/ports/read-models.ts';

/** The entry of a delivery that is neither delivered nor parked. */
type PendingEntry = Pick<Delivery, 'delivery_id' | 'webhook_id' | 'next_at'>;

/** How many deliveries of all webhooks there are that are not delivered. */
export interface DeliveryCounts {
  readonly pending: number;
  readonly parked: number;
}

/** A delivery, the entry of a pending one, or the counts. */
export type DeliveryDocument = Delivery | PendingEntry | DeliveryCounts;

/** Keys of the entries of pending deliveries begin with this, then the webhook, then when it is due next. */
export const pendingPrefix = 'pending/';

/** The key of the counts. */
export const countsKey = 'counts';

/** One document per delivery, by its webhook and its id, an entry of each pending one, and the counts. */
export const deliveries: Projection<DeliveryDocument, DeliveryEvent> = {
  name: 'deliveries',
  version: 2,
  streamPrefixes: [deliveryPrefix],
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ event }) => `${event.data.webhook_id}/${event.data.delivery_id}`,
  evolve: (document, { event }, others) => {
    // The key is that of a delivery.
    const known = document as Delivery | null;
    const delivery = evolveDelivery(known, event);
    if (known?.status === 'pending') others.set(entryKey(known), null);
    if (delivery?.status === 'pending') others.set(entryKey(delivery), entryOf(delivery));
    if (known?.status !== delivery?.status) count(others, known, delivery);
    return delivery;
  },
};

function entryKey({ webhook_id, next_at, delivery_id }: PendingEntry): string {
  return `${pendingPrefix}${webhook_id}/${next_at}/${delivery_id}`;
}

function entryOf({ delivery_id, webhook_id, next_at }: Delivery): PendingEntry {
  return { delivery_id, webhook_id, next_at };
}

function count(others: FoldedDocuments<DeliveryDocument>, before: Delivery | null, after: Delivery | null): void {
  // The key is that of the counts.
  const known = others.get(countsKey) as DeliveryCounts | null;
  const next = (status: 'pending' | 'parked'): number =>
    (known?.[status] ?? 0) + Number(after?.status === status) - Number(before?.status === status);
  others.set(countsKey, { pending: next('pending'), parked: next('parked') });
}
