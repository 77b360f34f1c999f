import type { Tags } from '../tags/tags.ts';

/** What changes the balance of a wallet, as a bill groups it. */
export const billSums = [
  'topups',
  'returns',
  'payouts',
  'grants',
  'corrections',
  'transfers',
  'by_hand',
  'charges',
  'expired',
] as const;

/** The name of such a group. */
export type BillSum = (typeof billSums)[number];

/** A movement that is no charge. Amounts below zero leave the wallet. */
export interface BillMovement {
  readonly day: string;
  readonly sum: Exclude<BillSum, 'charges'>;
  readonly wallet_id: string;
  /** Of the credit, the debit or the lot. */
  readonly id: string;
  /** Of the top-up, the transfer, the correction or what else it is a part of; `null`: it stands by itself. */
  readonly cause_id: string | null;
  readonly amount_eur: string;
}

/** What was charged on a day, of a model, under tags. */
export interface BillCharge {
  readonly day: string;
  readonly model: string;
  readonly tags?: Tags;
  readonly charges: number;
  readonly cost_eur: string;
}

/** What was charged on a day, of a model: in cents, and exactly. */
export interface BillLine {
  readonly day: string;
  readonly model: string;
  readonly amount_eur: string;
  readonly exact_eur: string;
}

/** A charge that was booked on another day than that of its hold. */
export interface LateCharge {
  readonly reservation_id: string;
  readonly booked_on: string;
  readonly held_on: string;
  readonly model: string;
  readonly cost_eur: string;
}

/** What is left of a lot at the end of the month, also what requests hold of it. */
export interface BillLot {
  readonly wallet_id: string;
  readonly lot_id: string;
  readonly kind: 'paid' | 'granted';
  readonly expires_at: string | null;
  readonly left_eur: string;
}

/** A wallet of a bill. */
export interface BillWallet {
  readonly wallet_id: string;
  readonly opening_eur: string;
  readonly closing_eur: string;
}

/** All that a bill says: what its digest is of. Days are those of the zone. Amounts: euro, nine decimals. */
export interface BillFigures {
  readonly tenant_id: string;
  readonly month: string;
  readonly zone: string;
  readonly from_time: string;
  readonly before_time: string;
  readonly opening_eur: string;
  readonly sums: Readonly<Record<`${BillSum}_eur`, string>>;
  readonly closing_eur: string;
  readonly wallets: readonly BillWallet[];
  readonly movements: readonly BillMovement[];
  readonly charges: readonly BillCharge[];
  readonly lines: readonly BillLine[];
  /** The lines in cents together, and how much that is more than what was charged. */
  readonly lines_eur: string;
  readonly rounding_eur: string;
  readonly late_charges: readonly LateCharge[];
  readonly lots: readonly BillLot[];
}
