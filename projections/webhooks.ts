import { evolveWebhook, type Webhook } from '../src/domain/webhooks/webhook.ts';
import type { WebhookEvent } from '../src/domain/webhooks/webhook-events.ts';
import { webhookPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** A webhook, and when its creation was recorded, ISO 8601: earlier alerts are not for it. */
export type WebhookDocument = Webhook & { readonly created_at: string };

/** One document per webhook that is not deleted, by its id. */
export const webhooks: Projection<WebhookDocument, WebhookEvent> = {
  name: 'webhooks',
  version: 1,
  streamPrefixes: [webhookPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => event.data.webhook_id,
  evolve: (known, { event, recordedAt }) => {
    const webhook = event.type === 'WebhookDeleted' ? null : evolveWebhook(known, event);
    return webhook === null ? null : { ...webhook, created_at: known?.created_at ?? recordedAt };
  },
};
