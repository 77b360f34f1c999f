import { z } from 'zod';
import { count } from './setting.ts';

/** The section `ledger` of `waybill.yaml`. */
export const ledgerSection = z
  .strictObject({
    engine: z
      .enum(['sqlite', 'memory', 'eventstoredb'])
      .default('sqlite')
      .describe(
        "Where events are stored: a file, this process's memory, or EventStoreDB, which gateways on several machines can share.",
      ),
    connection_string: z
      .string()
      .regex(/^(esdb|kurrent|kurrentdb)(\+discover)?:\/\//, 'esdb://…, esdb+discover://…, or kurrentdb for esdb')
      .optional()
      .describe('Connection string of EventStoreDB with user and password; write `${NAME}`.'),
    away_ms: count(5_000, 600_000).describe(
      'EventStoreDB: how long an open connection may be silent before it is dropped and requests are refused at once. After a break they wait for 0.7 of it.',
    ),
    call_timeout_ms: count(5_000, 60_000).describe(
      'EventStoreDB: how long one attempt of a call may stay unanswered. An append is given up after twice this time, but not before 14,000.',
    ),
    closing_events: count(256, 5_000).describe(
      'Events of a wallet after which its period is closed. It bounds what a gateway reads before its first answer. A large closing waits for more events.',
    ),
    closing_ms: count(86_400_000, 31_536_000_000).describe(
      'After this time a period is closed with fewer events, at least an eighth. No money depends on it.',
    ),
    reserve_wait_ms: count(3_000, 60_000).describe(
      'Longest time to reserve credit for a request; then 503, and the reservation is released. At most 15,000, when a wallet gives up a command.',
    ),
    checkpoint_minutes: count(15, 1_440).describe(
      'How often a checkpoint of the ledger is signed, unless nothing is new, minutes.',
    ),
    projection_batch_ms: count(100, 60_000).describe(
      'How long new events are batched before projections fold them; events of wallets 20 times as long.',
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

/** When whoever writes a wallet closes its period: the gateway and the commands by the same settings. */
export function closingTimesOf({ closing_events: events, closing_ms: milliseconds }: LedgerConfig): {
  readonly events: number;
  readonly milliseconds: number;
} {
  return { events, milliseconds };
}
