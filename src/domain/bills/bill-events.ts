import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { zoneNamePattern } from '../budgets/budget-period.ts';
import type { EventsOf } from '../events-of.ts';

/** Most wallets of a bill: its event names each. */
export const billWalletsMax = 2_000;

const sum = z
  .string()
  .regex(/^-?\d{1,30}\.\d{9}$/)
  .meta({ title: 'euro, 9 decimals, may be negative' });

/** A month, as bills name it. */
export const billMonthPattern = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

const billClosed = z
  .strictObject({
    tenant_id: z.uuid().describe('The tenant.'),
    month: z.string().regex(billMonthPattern).describe('The month, e.g. `2026-11`.'),
    origin: z
      .string()
      .regex(/^waybill\/[0-9a-f]{16}$/)
      .describe(
        'The ledger in which it was closed, as its checkpoints name it: a copy is another one, and has other times.',
      ),
    zone: z.string().max(100).regex(zoneNamePattern).describe('The IANA zone whose days the month has.'),
    from_time: z.iso.datetime().describe('The first instant of the month.'),
    before_time: z.iso.datetime().describe('The first instant after it.'),
    opening_eur: sum.describe('What the wallets of the tenant had together before the month.'),
    closing_eur: sum.describe('What they had at its end: the opening of the next bill.'),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the bill, so that it is the same whenever it is made again.'),
    wallets: z
      .array(
        z
          .strictObject({
            wallet_id: z.uuid().describe('The wallet.'),
            after: z.int().min(-1).describe('The revision of its last event before the bill; -1: it has none.'),
            revision: z.int().nonnegative().describe('The revision of its last event that the bill has.'),
          })
          .meta({ title: 'billed wallet', description: 'Which events of a wallet a bill has.' }),
      )
      .max(billWalletsMax)
      .describe('Which events of each wallet the bill has: the next bill goes on behind them.'),
    actor: actorSchema.optional(),
  })
  .describe('The bill of a tenant for a month was closed: nothing of it changes any more.');

/** Every event of a `bill-<tenant id>` stream, by type. */
export const billEventSchemas = { BillClosed: billClosed } as const;

/** The event of a tenant's stream of bills. */
export type BillEvent = EventsOf<typeof billEventSchemas>;

/** A closed bill, as it is recorded. */
export type ClosedBill = BillEvent['data'];
