import { z } from 'zod';
import { isIban } from '../domain/payments/iban.ts';

/** The section `bank_account`: where payers pay top-ups. */
export const bankAccountSection = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9/?:().,'+ -]{1,70}$/, "letters, digits and / - ? : ( ) . , ' +, at most 70: ä is written ae")
      .describe(
        'Name of the account holder, in the characters of SEPA: readers of QR codes take others for another script.',
      ),
    iban: z
      .string()
      .transform((text) => text.replaceAll(' ', '').toUpperCase())
      .refine(isIban, 'an IBAN with right check digits')
      .describe('IBAN of the account. Blanks do not matter.'),
  })
  .describe('The account to which top-ups are paid. With it a top-up shows how to pay it, with a QR code.');
