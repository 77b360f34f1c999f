import { z } from 'zod';
import type { EventsOf } from './events-of.ts';

const relayAdvanced = z
  .strictObject({
    relay: z.string().min(1).max(50).describe('The relay, named after the service it publishes to, e.g. `kafka`.'),
    holder_id: z.uuid().nullable().describe('The gateway process that publishes; `null`: it released its lease.'),
    published_up_to: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .describe('The position up to which all events were published and acknowledged; `null`: none.'),
  })
  .describe('The relay took its lease, advanced, or released its lease. Only the newest event of a stream counts.');

/** Every event of a `relay-<name>` stream, by type. */
export const relayEventSchemas = { RelayAdvanced: relayAdvanced } as const;

/** The one kind of event of a relay's stream. */
export type RelayEvent = EventsOf<typeof relayEventSchemas>;
