import { z } from 'zod';
import { count } from './setting.ts';

/** The section `ledger` of `waybill.yaml`. */
export const ledgerSection = z
  .strictObject({
    engine: z
      .enum(['sqlite', 'memory', 'eventstoredb'])
      .default('sqlite')
      .describe('Where events live: a file, this process only, or EventStoreDB, which several gateways may share.'),
    connection_string: z
      .string()
      .regex(/^(esdb|kurrent|kurrentdb)(\+discover)?:\/\//, 'esdb://…, esdb+discover://…, or kurrentdb for esdb')
      .optional()
      .describe('Where EventStoreDB is, with user and password; write `${NAME}`.'),
    away_ms: count(5_000, 600_000).describe(
      'EventStoreDB: how long nothing may come over a line that is there before it is thrown away and requests are refused at once.',
    ),
    call_timeout_ms: count(5_000, 60_000).describe(
      'EventStoreDB: how long one try of a call may be unanswered. An append is in doubt for twice as long at most, and for 14,000 at least.',
    ),
    queue_events_max: count(50_000, 1_000_000).describe('Most events waiting to be written; beyond it 503.'),
    wallet_commands_max: count(10_000, 1_000_000).describe('Most commands waiting on one wallet; beyond it 503.'),
    closing_events: count(256, 5_000).describe(
      'Events of a wallet after which its books are closed: what a gateway reads of a wallet before its first answer. A closing that is large waits for more.',
    ),
    closing_ms: count(86_400_000, 31_536_000_000).describe(
      'Books that are older are closed with fewer events, an eighth at least. No money depends on it.',
    ),
    reserve_wait_ms: count(3_000, 60_000).describe(
      'Longest that a request waits for the ledger to hold its credit; then 503, and the hold is given back. At most 15,000, after which a wallet gives up what it was asked.',
    ),
    projection_batch_ms: count(100, 60_000).describe(
      'How long live events are gathered before projecting; those of wallets twenty times as long.',
    ),
  })
  .refine(({ engine, connection_string }) => engine !== 'eventstoredb' || connection_string !== undefined, {
    path: ['connection_string'],
    error: 'engine eventstoredb needs a connection_string',
  })
  .refine(({ engine, connection_string }) => engine === 'eventstoredb' || connection_string === undefined, {
    path: ['connection_string'],
    error: 'for engine eventstoredb only',
  })
  .prefault({});

export type LedgerConfig = z.infer<typeof ledgerSection>;
