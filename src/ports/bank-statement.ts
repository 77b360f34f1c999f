import type { NoPayment } from '../domain/payments/booked-payment.ts';

/** Money that a bank has booked to an account. */
export interface StatementEntry {
  /** The bank's id of the payment, 6 to 120 characters. */
  readonly bank_reference: string;
  /** ISO 8601 date without a time. */
  readonly bank_date: string;
  /** Euro, as written in the statement: digits, optionally a dot and decimals. */
  readonly received_eur: string;
  /** What the payer wrote. */
  readonly remittance: string;
}

/** A booking that is not a payment to be credited: a person has to review it. */
export interface StatementOther {
  /** As written by the bank, at most 120 characters; empty: it gave none. */
  readonly bank_reference: string;
  /** As written by the bank, at most ten characters. */
  readonly bank_date: string;
  /** `taken_back`: it reverses an earlier booking. `amounts_differ`: its parts do not add up to its amount. */
  readonly why: NoPayment | 'taken_back' | 'amounts_differ';
}

/** The incoming money of a statement. */
export interface BankStatement {
  readonly payments: readonly StatementEntry[];
  readonly others: readonly StatementOther[];
}

/** Size of the largest statement that is read, bytes. */
export const statementBytesMax = 16_777_216;

/** Most entries of one statement. */
export const statementEntriesMax = 50_000;

/** The file is not a readable bank statement. The message says where and why, and quotes none of its contents. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable';
}
