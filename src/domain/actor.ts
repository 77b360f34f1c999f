import { z } from 'zod';

/**
 * The cause of an administrative event, as `<kind>:<name>`: `cli:uid-<user id of the operating system>` for the
 * `waybill` command, `system:<part>` for the program itself, `api:key=<id> user=<id> role=<role>` for the management API,
 * `console:user=<id> role=<role>` for a person who logged in to the console without a key, both with the role in which the
 * person acted; `console:issuer=<name>` for what the configuration lets an issuer do. It contains no name of a person and no
 * location, because an event is permanent.
 */
export const actorSchema = z
  .string()
  .max(200)
  .regex(/^[a-z]+:[^\p{Cc}]+$/u)
  .meta({ title: 'actor' })
  .describe(
    'The actor: `cli:uid-<user id of the operating system>`, `api:key=<id> user=<id> role=<role>`, `console:user=<id> role=<role>` for a person in the console without a key, `console:issuer=<name>` for an issuer that vouched for one, or `system:<part>` for the program itself. Absent: none was named.',
  );

/** The actor of what the first start of a sandbox prepares, which no person commands. */
export const sandboxActor = 'system:sandbox';

/** Who removed something that belongs to somebody else, and why. */
export interface Removal {
  readonly actor: string;
  readonly reason: string;
}

/** The members of an event that record a {@link Removal}. Absent: the owner removed it. */
export const removalMembers = {
  reason: z
    .string()
    .max(100)
    .optional()
    .describe('Why an administrator removed it; names no person. Absent: its owner did.'),
  actor: actorSchema.optional(),
};

/** The `actor` member of an event's data; empty when no actor is known. */
export function actorMember(actor: string | undefined): { readonly actor?: string } {
  return actor === undefined ? {} : { actor };
}
