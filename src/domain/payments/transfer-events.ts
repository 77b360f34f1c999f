import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';
import type { EventsOf } from '../events-of.ts';

const transferDirected = z
  .strictObject({
    transfer_id: z.uuid().describe('The transfer; also the id of its debit and of its credit.'),
    tenant_id: z.uuid().describe('The tenant of the source.'),
    source_id: z.uuid().describe('The wallet that was debited.'),
    destination_id: z.uuid().describe('The wallet that was to be credited.'),
    amount_eur: amountSchema.describe('The amount debited.'),
    to: z.enum(['destination', 'source']).describe('Where it is credited; `source`: the destination cannot take it.'),
    actor: actorSchema.optional(),
  })
  .describe(
    'The direction of a transfer whose source was debited is decided, and cannot change. The only event of its stream.',
  );

/** Every event of a `transfer-<id>` stream, by type. */
export const transferEventSchemas = { TransferDirected: transferDirected } as const;

/** The one event of a transfer's stream. */
export type TransferEvent = EventsOf<typeof transferEventSchemas>;
