import { z } from 'zod';

/**
 * Who caused an administrative event, as `<kind>:<name>`: `cli:uid-<user id of the operating system>` for the `waybill` command,
 * `system:<part>` for what the program does by itself, `api:key=<id> user=<id> role=<role>` for the management API. Other ways
 * of administration add kinds of their own. Nothing in it tells a person's name, or where they are: an event stays.
 */
export const actorSchema = z
  .string()
  .max(200)
  .regex(/^[a-z]+:[^\p{Cc}]+$/u)
  .meta({ title: 'actor' })
  .describe(
    'Who did it: `cli:uid-<user id of the operating system>`, `api:key=<id> user=<id> role=<role>`, or `system:<part>` for what the program does by itself. Absent: recorded before actors were. In ledgers of before 0.1.0 also `cli:<login>`, and `from=<address>` at the end.',
  );

/** What a first start of a sandbox prepares is nobody's command. */
export const sandboxActor = 'system:sandbox';

/** The member of an event's data; nothing where no actor is known. */
export function actorMember(actor: string | undefined): { readonly actor?: string } {
  return actor === undefined ? {} : { actor };
}
