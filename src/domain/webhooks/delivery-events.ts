import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { alertTypes, testType } from './alert-types.ts';
import type { EventsOf } from '../events-of.ts';

/** Why an attempt failed. */
export const deliveryFailures = [
  'address_refused',
  'not_found',
  'not_connected',
  'timed_out',
  'broken_off',
  'status',
  'outcome_unknown',
  'webhook_off',
  'secret_unreadable',
] as const;

const delivery = {
  delivery_id: z.uuid().describe('The delivery: one event to one webhook.'),
  webhook_id: z.uuid().describe('The webhook.'),
};
const attempt = z.int().min(1).describe('The number of the attempt since it was due; the first is 1.');
const failureSchema = z
  .enum(deliveryFailures)
  .describe(
    '`address_refused`: the address is not one that may be called. `not_found`: its name has no address. `status`: the receiver answered with another status than 2xx. `outcome_unknown`: the process that sent it has ended. `webhook_off`: the webhook was disabled or deleted. `secret_unreadable`: the content key of its secret is missing.',
  );

const webhookDeliveryRequested = z
  .strictObject({
    ...delivery,
    event_id: z.uuid().describe('The event that is reported; the id of the message.'),
    message_type: z.enum([...alertTypes, testType]).describe('The name of the alert.'),
    message: z
      .string()
      .max(10_000)
      .regex(/^[\x21-\x7e]+$/)
      .describe('The body of the message, JSON.'),
    due_at: z.iso.datetime().describe('When it was due.'),
    actor: actorSchema.optional(),
  })
  .describe('An alert is to be sent to a webhook. First event of its stream.');

const webhookDeliveryTried = z
  .strictObject({ ...delivery, attempt, until: z.iso.datetime().describe('By then the attempt has ended.') })
  .describe('A process sends the message. Until the attempt has ended, no other one does.');

const webhookDelivered = z
  .strictObject({ ...delivery, attempt })
  .describe('The receiver took the message, by a status of 2xx.');

const webhookDeliveryFailed = z
  .strictObject({
    ...delivery,
    attempt,
    failure: failureSchema,
    status: z.int().min(100).max(999).optional().describe('The status of the answer; absent: there was none.'),
    retry_at: z.iso.datetime().nullable().describe('When it is tried again; `null`: never, the delivery is parked.'),
  })
  .describe('An attempt has failed.');

const webhookDeliveryRetried = z
  .strictObject({
    ...delivery,
    due_at: z.iso.datetime().describe('When it was due again.'),
    actor: actorSchema.optional(),
  })
  .describe('A parked delivery is tried again, from its first attempt on.');

/** Every event of a `webhook-delivery-<id>` stream, by type. */
export const deliveryEventSchemas = {
  WebhookDeliveryRequested: webhookDeliveryRequested,
  WebhookDeliveryTried: webhookDeliveryTried,
  WebhookDelivered: webhookDelivered,
  WebhookDeliveryFailed: webhookDeliveryFailed,
  WebhookDeliveryRetried: webhookDeliveryRetried,
} as const;

/** An event of a delivery's stream. */
export type DeliveryEvent = EventsOf<typeof deliveryEventSchemas>;
