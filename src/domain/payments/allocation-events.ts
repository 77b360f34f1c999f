import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';
import type { EventsOf } from '../events-of.ts';

/** How often an allocation runs, by the UTC calendar. */
export const allocationFrequencies = ['once', 'daily', 'weekly', 'monthly'] as const;

const allocation = {
  allocation_id: z.uuid().describe('The allocation.'),
  tenant_id: z.uuid().describe('The tenant of the wallet that is allocated from.'),
};
const run = z.string().max(20).describe('The period of the run: a day, the Monday of a week, a month, or `once`.');
const actor = actorSchema.optional();

const allocationCreated = z
  .strictObject({
    ...allocation,
    parent_id: z.uuid().describe('The wallet that is allocated from.'),
    shares: z
      .array(
        z
          .strictObject({
            wallet_id: z.uuid().describe('The wallet that gets the share.'),
            basis_points: z.number().int().min(1).max(10_000).describe('Basis points (hundredths of a percent).'),
          })
          .meta({ title: 'share', description: 'A part of what is available.' }),
      )
      .min(1)
      .max(100)
      .describe('Shares of the available amount, in total at most 10,000 basis points.'),
    frequency: z
      .enum(allocationFrequencies)
      .describe('How often it runs, by the UTC calendar; the first run is immediate.'),
    actor,
  })
  .describe(
    'The available amount of a wallet is allocated to other wallets, once or repeatedly. First event of its stream.',
  );

const allocationRun = z
  .strictObject({
    ...allocation,
    run,
    available_eur: amountSchema.describe('The available amount of the wallet when the run began.'),
    payments: z
      .array(
        z
          .strictObject({
            transfer_id: z.uuid().describe('The transfer that pays it.'),
            wallet_id: z.uuid().describe('The wallet that is credited.'),
            amount_eur: amountSchema.describe('How much.'),
          })
          .meta({ title: 'share of a run', description: 'The share of one wallet in one run.' }),
      )
      .max(100)
      .describe('One transfer for each share above zero.'),
  })
  .describe('A run began, and its payments are fixed. No later run has the same day, week or month.');

const allocationRunEnded = z
  .strictObject({
    ...allocation,
    run,
    unpaid: z
      .array(z.uuid())
      .max(100)
      .describe('Transfers that were not made because the credit no longer covered them.'),
  })
  .describe('A run ended: all transfers that the credit covered were made.');

const allocationStopped = z.strictObject({ ...allocation, actor }).describe('The allocation was stopped.');

/** Every event of an `allocation-<id>` stream, by type. */
export const allocationEventSchemas = {
  AllocationCreated: allocationCreated,
  AllocationRun: allocationRun,
  AllocationRunEnded: allocationRunEnded,
  AllocationStopped: allocationStopped,
} as const;

/** An event of an allocation's stream. */
export type AllocationEvent = EventsOf<typeof allocationEventSchemas>;
