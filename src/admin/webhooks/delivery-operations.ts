import { z } from 'zod';
import { deliveries, type DeliveryDocument } from '../../../projections/deliveries.ts';
import { testType } from '../../domain/webhooks/alert-types.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import { deliveryFailures } from '../../domain/webhooks/delivery-events.ts';
import { messageText } from '../../domain/webhooks/message.ts';
import { changeDelivery, recordedDelivery, requestDelivery } from '../../ledger/webhooks/webhooks.ts';
import { notFound } from '../administrator.ts';
import { idInput, pageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { countOutput, idOutput, pageOutput, timeOutput, type Shown } from '../outputs.ts';
import { scannedPage } from '../owned-page.ts';
import { notPossible } from '../refusal-advice.ts';
import { webhookWithin } from './webhook-operations.ts';

const deliveryOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('delivery'),
    webhook_id: idOutput,
    event_id: z.string().describe('Of what is told; the id of the message is made of it.'),
    message_type: z.string(),
    status: z.enum(['pending', 'delivered', 'parked']).describe('`parked`: not tried again unless somebody asks.'),
    attempts: countOutput.describe('Begun since it was due.'),
    due_at: timeOutput,
    failure: z.enum(deliveryFailures).nullable().describe('`null`: no attempt has failed.'),
    answer_status: z.int().nullable().describe('Of the last answer; `null`: there was none.'),
    next_at: timeOutput.nullable().describe('When it is tried next; `null`: it is not.'),
    message: z.string().describe('What is sent, as JSON.'),
  })
  .meta({ id: 'Delivery', description: 'A message for a webhook, with what came of it.' });

const tryWebhook = adminOperation({
  id: 'tryWebhook',
  method: 'post',
  path: '/webhooks/{webhook_id}/try',
  command: 'webhooks try',
  summary: 'Send a test message to a webhook. Its delivery says what came of it.',
  action: 'webhooks.write',
  input: z.strictObject({ webhook_id: uuidInput, id: idInput }),
  output: deliveryOutput,
  run: async ({ webhook_id, id }, request) => {
    const { deps, administrator } = request;
    const { status } = await webhookWithin(request, 'webhooks.write', webhook_id);
    if (status === 'deleted') throw notPossible('webhook_deleted');
    const due_at = new Date(deps.now()).toISOString();
    const deliveryId = await requestDelivery(deps, {
      webhook_id,
      event_id: request.newId(id, `test ${webhook_id}`),
      message_type: testType,
      message: messageText(testType, due_at, { webhook_id }),
      due_at,
      actor: administrator.actor,
    });
    return shownDelivery(await recordedDelivery(deps.log, deliveryId));
  },
});

const listDeliveries = adminOperation({
  id: 'listDeliveries',
  method: 'get',
  path: '/webhooks/{webhook_id}/deliveries',
  command: 'webhooks deliveries',
  summary: 'List the messages for a webhook, in the order of their ids, with what came of each.',
  action: 'webhooks.read',
  input: z.strictObject({
    webhook_id: uuidInput,
    ...pageInput,
    status: z.enum(['pending', 'delivered', 'parked']).optional(),
  }),
  output: pageOutput(deliveryOutput),
  run: async ({ webhook_id, status, ...page }, request) => {
    await webhookWithin(request, 'webhooks.read', webhook_id);
    const isWanted = (document: DeliveryDocument): boolean =>
      'status' in document && (status === undefined || document.status === status);
    // Below the id of a webhook there are its deliveries alone.
    const shown = (document: DeliveryDocument) => shownDelivery(document as Delivery);
    return await scannedPage(request, { prefix: `${webhook_id}/`, projection: deliveries, shown, isWanted }, page);
  },
});

const retryDelivery = adminOperation({
  id: 'retryDelivery',
  method: 'post',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  command: 'webhooks retry',
  summary: 'Send a parked message again, under the same id, with all its attempts.',
  action: 'webhooks.write',
  input: z.strictObject({ webhook_id: uuidInput, delivery_id: uuidInput }),
  output: deliveryOutput,
  run: async ({ webhook_id, delivery_id }, request) => {
    const { deps, administrator } = request;
    await webhookWithin(request, 'webhooks.write', webhook_id);
    const known = await recordedDelivery(deps.log, delivery_id);
    if (known?.webhook_id !== webhook_id) throw notFound('delivery');
    const command = { type: 'retry_delivery', now: deps.now(), actor: administrator.actor } as const;
    const answer = await changeDelivery(deps, delivery_id, command);
    if (!answer.accepted) throw notPossible(answer.refusal);
    return shownDelivery(answer.state);
  },
});

function shownDelivery(delivery: Delivery | null): Shown<typeof deliveryOutput> {
  if (delivery === null) throw notFound('delivery');
  const { delivery_id, is_running: _, message, next_at, ...rest } = delivery;
  const isPending = delivery.status === 'pending';
  return { id: delivery_id, object: 'delivery', ...rest, next_at: isPending ? next_at : null, message };
}

/** Operations on what is sent to webhooks. */
export const deliveryOperations: readonly AdminOperation[] = [tryWebhook, listDeliveries, retryDelivery];
