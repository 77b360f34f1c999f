import { z } from 'zod';
import { levels } from '../domain/scopes/level.ts';

/**
 * Schemas shared by the answers of several operations. They write the description and the types of the answers; tests hold
 * what is answered to them, member by member. No answer is parsed in production.
 */

/** What a function returns that shows something by a schema. */
export type Shown<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value;

export const idOutput = z.uuid().meta({ examples: ['0198f0b6-8f00-7000-8000-000000000001'] });

/** The tenant of a wallet. */
export const walletTenantOutput = z
  .string()
  .describe('Id of the tenant; `-` for a wallet whose opening was never recorded.');

/** An amount in euro that may be below zero. Sums of a whole ledger have more digits than any single amount. */
export const amountOutput = z
  .string()
  .regex(/^-?\d{1,30}\.\d{9}$/)
  .meta({ description: 'Euro, nine decimals.', examples: ['12.500000000'] });

/** A time of RFC 3339. */
export const timeOutput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/)
  .meta({ format: 'date-time', examples: ['2026-11-20T09:30:00.000Z'] });

/** A day of ISO 8601. */
export const dayOutput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: 'date', examples: ['2026-11-20'] });

export const countOutput = z.int().nonnegative();

/** Who did something: see `actor.ts`. */
export const actorOutput = z
  .string()
  .max(200)
  .describe(
    '`cli:uid-<user of the machine>`, `api:key=<id> user=<id> role=<role>`, `console:user=<id> role=<role>`, or `system:<part>`.',
  );

export const levelOutput = z.enum(levels);

/** Whether the keys below a scope, or of a user, are accepted. */
export const statusOutput = z.enum(['active', 'suspended', 'closed']);

const cursorOutput = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[\w.-]+$/)
  .nullable()
  .describe('`after` of the next page; `null`: this is the last one.');

/** A page of a list, described under the name of its entries. */
export function pageOutput<Entry extends z.ZodType>(entry: Entry) {
  const page = z.strictObject({ object: z.literal('list'), data: z.array(entry), next: cursorOutput });
  const name = entry.meta()?.id;
  return name === undefined ? page : page.meta({ id: `${name}Page` });
}

const limitOutput = z.int().min(1);

/** Members of what has limits of its own; absent where none were set. */
export const limitsOutput = {
  limits: z
    .strictObject({
      requests_per_minute_max: limitOutput.optional(),
      tokens_per_minute_max: limitOutput.optional(),
      requests_at_once_max: limitOutput.optional(),
    })
    .meta({ id: 'Limits', description: 'The smallest limits of all levels; absent: only the configured ones apply.' })
    .optional(),
  limited_by: z
    .strictObject({
      requests_per_minute_max: levelOutput.optional(),
      tokens_per_minute_max: levelOutput.optional(),
      requests_at_once_max: levelOutput.optional(),
    })
    .meta({ id: 'LimitedBy', description: 'The widest level that set each limit: nobody below it can widen it.' })
    .optional(),
};
