import type { IdentifierKind } from '../domain/payments/payment-identity.ts';

/**
 * What an entry is itself, before anybody asks what it is for. `pending`: not booked yet. `not_booked`: for information,
 * or of a status of the bank's own. `no_status`: the statement does not say whether it is booked. `taken_back`: it
 * reverses an earlier booking, or money that we paid comes back. `amounts_differ`: its parts do not add up to it.
 * `balances_differ`: the entries of its file do not add up to the balances around them.
 */
export type EntryFault = 'pending' | 'not_booked' | 'no_status' | 'taken_back' | 'amounts_differ' | 'balances_differ';

/** An entry of a bank statement, or one transaction of a batch. Its texts are as the bank wrote them. */
export interface StatementEntry {
  /** `unknown`: the statement does not say. */
  readonly direction: 'incoming' | 'outgoing' | 'unknown';
  /** The account of the statement; empty: not said. */
  readonly account: string;
  /** Digits, optionally a point and decimals; anything else is no amount. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The day of booking, else of value; ISO 8601, or whatever stood there; empty: none. */
  readonly day: string;
  /** The day of booking where the bank is; empty: none, or not known. */
  readonly bookingDay: string;
  /** The day of value where the bank is; empty: none, or not known. */
  readonly valueDay: string;
  /** Days that it may be of, where the bank has told a time of UTC. */
  readonly utcDays?: readonly string[];
  readonly identifiers: { readonly [Kind in IdentifierKind]?: string };
  /** Of a transaction of a batch: the amount of the whole entry, written like that of any. */
  readonly batchAmount?: string;
  /** The payer's text, for people. */
  readonly text: string;
  /** Every text in which a payer's reference may stand. */
  readonly texts: readonly string[];
  /** Whether it says that it pays back, or reverses, an earlier payment. */
  readonly isReturn: boolean;
  /** `null`: it is booked, and its parts add up. */
  readonly fault: EntryFault | null;
}

/** The entries of one statement. A file may have several, of which a later one may repeat what an earlier one had. */
export interface BankStatement {
  readonly entries: readonly StatementEntry[];
}

/** Size of the largest file that is read, bytes; also of what an archive of files holds. */
export const statementBytesMax = 16_777_216;

/** Most entries of one file. */
export const statementEntriesMax = 50_000;

/** The file is not a readable bank statement. The message says where and why, and quotes none of its contents. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable';
}
