import {
  delivery,
  type Delivery,
  type DeliveryCommand,
  type DeliveryRefusal,
  type NewDelivery,
} from '../../domain/webhooks/delivery.ts';
import type { DeliveryEvent } from '../../domain/webhooks/delivery-events.ts';
import { webhook, type Webhook, type WebhookCommand, type WebhookRefusal } from '../../domain/webhooks/webhook.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { administrationId } from '../administration/administration-ids.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { deliveryStream, webhookStream } from '../stream-names.ts';

/** Commands for webhooks and their deliveries. All raise what the log raises. */

export interface WebhookDeps {
  readonly log: EventLog;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
}

/** A webhook, folded from its own events; `null`: none has the id. */
export async function recordedWebhook(log: EventLog, webhookId: string): Promise<Webhook | null> {
  return await recordedState({ log, stream: webhookStream(webhookId), decider: webhook });
}

/** Decides and records a command of one webhook. */
export async function changeWebhook(
  { log, createId }: WebhookDeps,
  webhookId: string,
  command: WebhookCommand,
): Promise<CommandAnswer<Webhook | null, WebhookEvent, WebhookRefusal>> {
  return await handleCommand(command, { log, createId, stream: webhookStream(webhookId), decider: webhook });
}

/** A delivery, folded from its own events; `null`: none has the id. */
export async function recordedDelivery(log: EventLog, deliveryId: string): Promise<Delivery | null> {
  return await recordedState({ log, stream: deliveryStream(deliveryId), decider: delivery });
}

/** Decides and records a command of one delivery. */
export async function changeDelivery(
  { log, createId }: WebhookDeps,
  deliveryId: string,
  command: DeliveryCommand,
): Promise<CommandAnswer<Delivery | null, DeliveryEvent, DeliveryRefusal>> {
  return await handleCommand(command, { log, createId, stream: deliveryStream(deliveryId), decider: delivery });
}

/** A message for a webhook. */
export type MessageForWebhook = Omit<NewDelivery, 'delivery_id'>;

/**
 * Records that a message is to be sent, once for each webhook and event, whoever asks how often. Returns the id of the
 * delivery.
 */
export async function requestDelivery(
  deps: WebhookDeps & { readonly keyHasher: KeyHasher },
  message: MessageForWebhook,
): Promise<string> {
  const name = JSON.stringify(['webhook delivery', message.webhook_id, message.event_id]);
  const delivery_id = administrationId(deps.keyHasher, name);
  await changeDelivery(deps, delivery_id, { type: 'request_delivery', delivery: { delivery_id, ...message } });
  return delivery_id;
}
