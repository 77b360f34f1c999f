import type { DocumentReader, Projection } from '../../ports/read-models.ts';

/** A delivery that has not ended, and when it may be tried, ISO 8601. */
export interface PendingDelivery {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly next_at: string;
}

interface PendingDeliveriesDeps<Document extends object> {
  readonly readModels: Pick<DocumentReader, 'list'>;
  readonly projection: Projection<Document>;
  /** Keys of the entries of pending deliveries begin with this, then the webhook, then when it is due next. */
  readonly prefix: string;
}

/** Behind the slash that ends a webhook's id in keys, and so behind all of its entries. */
const behind = '0';

/** What waits to be sent, webhook by webhook, next due first. All raise what the read models raise. */
export class PendingDeliveries<Document extends object> {
  readonly #deps: PendingDeliveriesDeps<Document>;

  constructor(deps: PendingDeliveriesDeps<Document>) {
    this.#deps = deps;
  }

  /** The entry that is due next of each webhook, in the order of their ids, those after `webhookId` first. */
  *firsts(webhookId: string): Generator<PendingDelivery, void> {
    yield* this.#firstsAfter(webhookId, null);
    yield* this.#firstsAfter('', webhookId);
  }

  /** The entries of a webhook that are due at a time, ISO 8601, the oldest first; at most `limit`. */
  due(webhookId: string, now: string, limit: number): readonly PendingDelivery[] {
    const entries = this.#after(`${webhookId}/`, limit);
    return entries.filter(({ webhook_id, next_at }) => webhook_id === webhookId && next_at <= now);
  }

  *#firstsAfter(webhookId: string, last: string | null): Generator<PendingDelivery, void> {
    let after = webhookId === '' ? '' : webhookId + behind;
    for (;;) {
      const [first] = this.#after(after, 1);
      if (first === undefined || (last !== null && first.webhook_id > last)) return;
      yield first;
      after = first.webhook_id + behind;
    }
  }

  #after(key: string, limit: number): readonly PendingDelivery[] {
    const { readModels, projection, prefix } = this.#deps;
    const found = readModels.list(projection, { afterKey: prefix + key, limit });
    // Below the prefix there are entries alone.
    return found.filter((entry) => entry.key.startsWith(prefix)).map((entry) => entry.document as PendingDelivery);
  }
}
