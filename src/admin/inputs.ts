import { z } from 'zod';
import { amountNanoMax, eurFromNano, isMoney, moneyPattern, nanoFromEur } from '../domain/money.ts';
import { zoneNamed, zoneNamePattern } from '../domain/budgets/budget-period.ts';
import { languageTags } from './markup/languages.ts';
import { profileNameSchema } from '../domain/profile-name.ts';

/** Schemas shared by the inputs of several operations. Texts have a maximum length and no control characters. */

/**
 * Text without control characters. They are named by their ranges: the expression is part of the description, and tools
 * that generate clients from it do not know Unicode's categories.
 */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const withoutControls = [/^[^\u0000-\u001f\u007f-\u009f]+$/u, 'text without control characters'] as const;

export const textInput = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(...withoutControls);

/**
 * A UUID. RFC 9562 reads both cases and writes the lower one: an id in upper case must not name another tenant, outside the
 * policies and suspensions of the one that is meant.
 */
export const uuidInput = z.uuid().toLowerCase();

export const idInput = uuidInput
  .describe('Chosen by the client, so that the request can be repeated. Absent: generated.')
  .optional();
export const nameInput = textInput(200).describe('Display name.');
export const reasonInput = textInput(100).describe('Recorded as written. Do not name persons.');
/** Most profiles of a key or a policy. */
export const profilesMax = 1_000;
export const profilesInput = z.array(profileNameSchema).max(profilesMax);

/** An amount in euro in the format of {@link isMoney}. */
export const moneyInput = z
  .string()
  .refine((eur) => /^\d+(\.\d{1,9})?$/.test(eur), 'digits, optionally a dot and 1 to 9 decimals')
  .refine(isMoney, `at most ${eurFromNano(amountNanoMax)}`)
  .meta({ pattern: moneyPattern.source });

/** An amount above zero. */
export const positiveMoneyInput = moneyInput.refine((eur) => isMoney(eur) && nanoFromEur(eur) > 0n, 'more than 0');

/** An amount in the format of events. */
export function eventAmount(eur: string): string {
  return eurFromNano(nanoFromEur(eur));
}

/** The language of a paper. */
export const languageInput = z
  .enum(languageTags)
  .default('en')
  .describe('Language of the page: English, Italian or German.');

/** The time zone of the days that are asked for. */
export const daysZoneInput = z
  .string()
  .max(64)
  .refine((name) => zoneNamed(name) !== null, 'an IANA time zone, such as Europe/Rome')
  .meta({ pattern: zoneNamePattern.source })
  .default('UTC')
  .describe('IANA time zone by whose calendar days begin and end, such as `Europe/Rome`.');

const overlapSecondsMax = 2_592_000;
/** How long an old secret is valid beside the new one, seconds. */
export const overlapInput = z.number().int().min(0).max(overlapSecondsMax).default(86_400);

const limitMax = 200;

/** The page of a list. */
export const pageInput = {
  limit: z.number().int().min(1).max(limitMax).default(50).describe('Maximum number of entries.'),
  after: z.string().max(1_000).optional().describe('`next` of the previous page.'),
};

/** A list that can be followed. */
export const followInput = {
  follow: z
    .boolean()
    .default(false)
    .describe(
      'Whether to go on with what comes, oldest first: from now, or from the `id` of an event in `after` or `Last-Event-ID`.',
    ),
};
