import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { personBudgetEventSchemas } from '../budgets/budget-events.ts';
import { requestLimitsSchema } from './request-limits.ts';
import type { EventsOf } from '../events-of.ts';

const person = { user_id: z.uuid().describe('The person.') };
const actor = actorSchema.optional();
const reason = z.string().max(200).describe('The reason, in words; names no person.');

const principalChanged = z
  .strictObject({
    ...person,
    wallet_id: z.uuid().describe('The wallet their keys spend from by default.'),
    role: z.string().min(1).max(50).describe('Their role in the tenant.'),
    platform_role: z
      .enum(['operator', 'finance', 'auditor'])
      .nullable()
      .describe('The role of the person on the platform; `null`: none.'),
    actor,
  })
  .describe('The role or wallet of a person was changed.');

const platformRoleGranted = z
  .strictObject({
    ...person,
    platform_role: z.enum(['operator', 'finance']).describe('The role that the person has from now on.'),
    actor,
  })
  .describe(
    'An alert: a person was given a role that administers the platform or moves its money. Recorded with the event that gave it.',
  );

const principalJoinedGroup = z
  .strictObject({ ...person, group_id: z.uuid().describe('The group.'), actor })
  .describe('A person joined a group: its policies apply to them.');

const principalLeftGroup = z
  .strictObject({ ...person, group_id: z.uuid().describe('The group.'), actor })
  .describe('A person left a group: its policies no longer apply to them.');

const principalSuspended = z
  .strictObject({ ...person, reason, actor })
  .describe('The keys of a person are refused, until they are resumed.');

const principalResumed = z.strictObject({ ...person, actor }).describe('The suspension has ended.');

const principalLimitsSet = z
  .strictObject({ ...person, ...requestLimitsSchema, actor })
  .describe(
    'The rate limits of all keys of a person in total were set at the level of the actor. The lowest of these, those of the other levels and the configured ones applies. Without limits: those of this level and the levels below were lifted.',
  );

const principalClosed = z
  .strictObject({ ...person, reason, actor })
  .describe('The keys of a person are refused permanently.');

/** What became of a person after they were registered: events of a `principal-<user id>` stream, by type. */
export const principalChangeEventSchemas = {
  ...personBudgetEventSchemas,
  PrincipalChanged: principalChanged,
  PlatformRoleGranted: platformRoleGranted,
  PrincipalJoinedGroup: principalJoinedGroup,
  PrincipalLeftGroup: principalLeftGroup,
  PrincipalSuspended: principalSuspended,
  PrincipalResumed: principalResumed,
  PrincipalClosed: principalClosed,
  PrincipalLimitsSet: principalLimitsSet,
} as const;

/** An event of a person after they were registered. */
export type PrincipalChangeEvent = EventsOf<typeof principalChangeEventSchemas>;
