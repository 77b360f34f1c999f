import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { alertTypes } from './alert-types.ts';
import type { EventsOf } from '../events-of.ts';

const webhook_id = z.uuid().describe('The webhook.');
const actor = actorSchema.optional();
const target = {
  url: z.string().max(2_000).describe('Where alerts are sent.'),
  alerts: z.array(z.enum(alertTypes)).min(1).describe('Which alerts are sent.'),
};
const sealed_secret = z
  .base64()
  .max(1_000)
  .describe('The secret that signs its messages, encrypted with a content key. It was shown once.');

const webhookCreated = z
  .strictObject({
    webhook_id,
    tenant_id: z.uuid().nullable().describe('The tenant whose alerts are sent; `null`: not those of one tenant.'),
    reseller_id: z
      .uuid()
      .nullable()
      .describe('The reseller whose alerts and those of whose tenants are sent; `null` with no tenant: all alerts.'),
    ...target,
    sealed_secret,
    actor,
  })
  .describe('A webhook was created. First event of its stream.');

const webhookChanged = z
  .strictObject({ webhook_id, ...target, actor })
  .describe('The address or the alerts of a webhook were replaced. It is enabled again if it was disabled.');

const webhookSecretRotated = z
  .strictObject({
    webhook_id,
    rotation_id: z.uuid().describe('Another one for each rotation.'),
    sealed_secret,
    previous_valid_until: z.iso.datetime().describe('Until then messages are signed with both secrets.'),
    actor,
  })
  .describe('A webhook has a new secret.');

const webhookDisabled = z
  .strictObject({ webhook_id })
  .describe('The receiver answered 410: nothing more is sent until the webhook is changed.');

const webhookDeleted = z.strictObject({ webhook_id, actor }).describe('Nothing is sent to the webhook any more.');

/** Every event of a `webhook-<id>` stream, by type. */
export const webhookEventSchemas = {
  WebhookCreated: webhookCreated,
  WebhookChanged: webhookChanged,
  WebhookSecretRotated: webhookSecretRotated,
  WebhookDisabled: webhookDisabled,
  WebhookDeleted: webhookDeleted,
} as const;

/** An event of a webhook's stream. */
export type WebhookEvent = EventsOf<typeof webhookEventSchemas>;
