import { z } from 'zod';

/**
 * Who caused an administrative event, as `<kind>:<name>`: `cli:<user of the operating system>` for the `waybill` command,
 * `system:<part>` for what the program does by itself. Other ways of administration add kinds of their own.
 */
export const actorSchema = z
  .string()
  .max(120)
  .regex(/^[a-z]+:[^\p{Cc}]+$/u)
  .meta({ title: 'actor' })
  .describe(
    'Who did it: `cli:<user of the operating system>`, or `system:sandbox` for what a first start prepares. Absent: recorded before actors were.',
  );

/** What a first start of a sandbox prepares is nobody's command. */
export const sandboxActor = 'system:sandbox';

/** The member of an event's data; nothing where no actor is known. */
export function actorMember(actor: string | undefined): { readonly actor?: string } {
  return actor === undefined ? {} : { actor };
}
