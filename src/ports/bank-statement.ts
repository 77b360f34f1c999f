import type { NoPayment } from '../domain/payments/booked-payment.ts';

/** Money that a bank has booked to an account. */
export interface StatementEntry {
  /** Names the payment at the bank, 6 to 120 characters. */
  readonly bank_reference: string;
  /** ISO 8601, the day alone. */
  readonly bank_date: string;
  /** Euro, as the statement writes it: digits, optionally a dot and decimals. */
  readonly received_eur: string;
  /** What the payer wrote. */
  readonly remittance: string;
}

/** Something booked that is no payment to be credited: somebody has to look at it. */
export interface StatementOther {
  /** As the bank wrote it, at most 120 characters; empty: it wrote none. */
  readonly bank_reference: string;
  /** As the bank wrote it, at most ten characters. */
  readonly bank_date: string;
  /** `taken_back`: a booking that takes an earlier one back. `amounts_differ`: its parts do not say whose how much of it is. */
  readonly why: NoPayment | 'taken_back' | 'amounts_differ';
}

/** What a statement says of money that came in. */
export interface BankStatement {
  readonly payments: readonly StatementEntry[];
  readonly others: readonly StatementOther[];
}

/** The largest statement that is read, bytes. */
export const STATEMENT_BYTES_MAX = 16_777_216;

/** The most entries of one statement. */
export const STATEMENT_ENTRIES_MAX = 50_000;

/** A file that is no bank statement that can be read. The message says where and why, and holds nothing of its contents. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable';
}
