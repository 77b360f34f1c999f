import { z } from 'zod';
import { actorSchema } from './actor.ts';
import type { LogInEvent } from './log-ins/log-in-events.ts';
import type { PrincipalChangeEvent } from './scopes/principal-change-events.ts';
import type { EventsOf } from './events-of.ts';

const principalRegistered = z
  .strictObject({
    user_id: z.uuid().describe('The person.'),
    tenant_id: z.uuid().describe('The tenant of the person.'),
    wallet_id: z.uuid().describe('The wallet their keys spend from by default.'),
    role: z.string().min(1).max(50).describe('Their role in the tenant, e.g. `member`.'),
    platform_role: z
      .enum(['operator', 'finance', 'auditor'])
      .nullable()
      .describe('The role of the person on the platform; `null`: none.'),
    pii_enabled: z.boolean().describe('Whether personal data in requests of the person must be cast.'),
    reseller_id: z.uuid().nullable().describe('The reseller above the tenant; `null`: none.'),
    group_ids: z.array(z.uuid()).max(20).describe('Groups whose policies apply.'),
    actor: actorSchema.optional(),
  })
  .describe('A person was registered, with their scopes.');

const principalPiiChanged = z
  .strictObject({
    user_id: z.uuid().describe('The person.'),
    pii_enabled: z.boolean().describe('Whether personal data in requests of the person must be cast from now on.'),
    actor: actorSchema.optional(),
  })
  .describe('Protection of personal data was switched on or off for a person.');

/**
 * How a person becomes known, and whether their requests are cast: events of a `principal-<user id>` stream, by type.
 */
export const principalEventSchemas = {
  PrincipalRegistered: principalRegistered,
  PrincipalPiiChanged: principalPiiChanged,
} as const;

/** An event of a person's stream. */
export type PrincipalEvent = EventsOf<typeof principalEventSchemas> | PrincipalChangeEvent | LogInEvent;
