import { z } from 'zod';
import { amountSchema, eurFromNano, type NanoEur } from '../money.ts';

const postingSchema = z
  .strictObject({
    debit_account: z.string().describe('The account that the amount leaves.'),
    credit_account: z.string().describe('The account that the amount arrives at.'),
    amount_eur: amountSchema.describe('The amount, never zero.'),
  })
  .meta({
    title: 'posting',
    description:
      'One movement between two accounts: `wallet:<id>:available`, `wallet:<id>:reserved`, `platform:funding` (money paid in and out), `platform:revenue`, `platform:granted` (credit given and not paid for), `platform:breakage` (credit that expired) and `reseller:<id>:margin` (what a reseller has of a charge). Every event that moves money carries its movements, so that any export needs only the log.',
  });
/** One movement of money between two accounts, as it is recorded. */
export type Posting = z.infer<typeof postingSchema>;

/** The postings of one event. */
export const postings = z.array(postingSchema).max(5).describe('The movements of money, in order.');

/** The names of the accounts that a wallet's money moves between. */
export interface Accounts {
  readonly available: string;
  readonly reserved: string;
  readonly funding: string;
  readonly revenue: string;
  readonly granted: string;
  readonly breakage: string;
}

/** The accounts between which a wallet's money moves. */
export function accountsOf(walletId: string): Accounts {
  return {
    available: `wallet:${walletId}:available`,
    reserved: `wallet:${walletId}:reserved`,
    funding: 'platform:funding',
    revenue: 'platform:revenue',
    granted: 'platform:granted',
    breakage: 'platform:breakage',
  };
}

export function posting(debitAccount: string, creditAccount: string, amount: NanoEur): Posting {
  return { debit_account: debitAccount, credit_account: creditAccount, amount_eur: eurFromNano(amount) };
}

/** Leaves out movements of zero. */
export function postingsOf(
  ...movements: readonly (readonly [debit: string, credit: string, amount: NanoEur])[]
): Posting[] {
  return movements.filter(([, , amount]) => amount > 0n).map((movement) => posting(...movement));
}
