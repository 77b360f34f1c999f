import { z } from 'zod';
import { eurFromNano, isMoney, nanoFromEur } from '../domain/money.ts';
import { profileNameSchema } from '../domain/profile-name.ts';

/** Parts that the inputs of several operations have. Texts are bounded, and hold no control characters. */

export const textInput = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]+$/u, 'text without control characters');

export const idInput = z
  .uuid()
  .describe('Made by the client, so that the request may be repeated. Absent: made here.')
  .optional();
export const nameInput = textInput(200).describe('For people.');
export const reasonInput = textInput(100).describe('Recorded as it is: name no person.');
export const profilesInput = z.array(profileNameSchema).max(1_000);

/** An amount of euro, as {@link isMoney} reads it. */
export const moneyInput = z
  .string()
  .max(30)
  .refine(isMoney, 'digits, optionally a dot and 1 to 9 decimals')
  .meta({ pattern: String.raw`^\d{1,10}(\.\d{1,9})?$` });

/** More than nothing. */
export const positiveMoneyInput = moneyInput.refine((eur) => isMoney(eur) && nanoFromEur(eur) > 0n, 'more than 0');

/** As events write it. */
export function eventAmount(eur: string): string {
  return eurFromNano(nanoFromEur(eur));
}

const limitMax = 200;

/** A part of a list. */
export const pageInput = {
  limit: z.number().int().min(1).max(limitMax).default(50).describe('Most entries.'),
  after: z.string().max(1_000).optional().describe('`next` of the page before.'),
};
