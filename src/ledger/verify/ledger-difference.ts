import type { Position } from '../../ports/event-log.ts';

/** The rules that a ledger can break, each with its meaning. */
export const differenceMeanings = {
  position: 'The position in the log is not after the position of the event before it.',
  digest: 'The event was changed after it was recorded: its digest, which covers it and the one before it, differs.',
  running_digest: 'The position or time of the event was changed: the digest of the log up to it differs.',
  checkpoint:
    'The ledger is not the one of a checkpoint, continued: an event that it covers was changed, moved, added or removed, or the checkpoint was.',
  missing: 'Events are missing that no retention rule has removed, or are there and said to be removed.',
  hidden: 'Events are hidden from readers in a stream that keeps all its events.',
  damaged: 'The file of the log is damaged: restore it from a backup.',
  revision: 'The revision does not follow the one before it in its stream.',
  event_id: 'The id of the event is not a UUID, or was used before in its stream.',
  event_type: 'This version of Waybill does not know the type of the event.',
  event_data: 'The data does not have the shape of its type.',
  content_digest: 'The digest of the sealed content differs from the one recorded with its event.',
  stream_name: 'The event is in a stream that it does not belong to.',
  wallet_opening: 'A wallet is opened once, by its first event.',
  alert: 'A balance or budget was reported low when it was not, or was reported twice.',
  budget: 'A hold exceeds one of its budgets, or counts in an earlier period of it than one before.',
  wallet_restriction: 'A wallet was restricted twice, or a restriction was lifted from a wallet without one.',
  posting_accounts: 'A posting moves money between accounts that its event does not concern.',
  posting_amounts: 'The postings do not move the amounts that the event states.',
  movement_repeated: 'A credit or debit was posted twice under one id.',
  reservation_repeated: 'A reservation was made twice under one id.',
  reservation_not_open: 'A reservation ended, or was flagged, while it was not open.',
  reservation_key: 'A reservation ended under a different key than it was made for.',
  reservation_amount: 'The amounts that a reservation settled and released do not sum to the amount it reserved.',
  selection_not_open: 'A selection was charged that was not open, or was charged twice.',
  selection_open: 'An answer was charged before its target was selected.',
  attempt: 'An attempt failed out of order, twice, or at another target than the request was sent to.',
  attempt_not_held:
    'The possible cost of a failed attempt of unknown outcome is not held with it, or is held without such an attempt.',
  lots: 'An event does not name the lots of credit that it uses by their rule, or a lot expired as it is not.',
  charge_sum: 'The lines of a charge do not sum to its cost.',
  charge_line: 'The amount of a line is not its quantity times its price.',
  charge_price: 'A charge is not priced by the price list of its reservation.',
  derived_price_list:
    'A price list does not follow from the one above it, or a hold or a list names one that was not recorded.',
  margin:
    'The margin of a reseller is not what a charge was more than the list above, or is recorded without or twice for a charge.',
  charge_without_lines: 'A counted cost has no lines.',
  balance: 'The account balances of a wallet differ from the sum of its events.',
  transfer:
    'A transfer was debited twice, or credited without its debit, to another wallet, with another amount or with other lots.',
  payout:
    'A payout was debited twice, with granted credit or with another amount than asked for or sent, or credited again without being cancelled.',
  topup:
    'A wallet was credited for a top-up without a received payment of that amount, or events tell one payment or return differently.',
  bank_entry:
    'A payment took more of an entry of the bank than others had left, or was credited without having taken it.',
  overdrawn: 'More was available, or reserved, than the wallet held.',
  closing: 'A closing of a wallet differs from the sum of the events before it.',
  kept_id:
    'A closing leaves out the id of a credit or debit that no stream keeps, or a stream keeps one that was not posted.',
  bill: 'A closed bill does not begin where the one before it ended, or is not what the events of its wallets give.',
  totals: 'The accounts of all wallets do not add up.',
  projection:
    'A document of a read model differs from the fold of the events up to its checkpoint, or its row from its keyed digest.',
} as const;

export type DifferenceKind = keyof typeof differenceMeanings;

/** What is wrong with an event, without its position. */
export interface Mismatch {
  readonly kind: DifferenceKind;
  readonly expected: string;
  readonly found: string;
}

/** The first place where the ledger breaks a rule. */
export interface LedgerDifference extends Mismatch {
  /** Where the event is; `null` when the difference concerns no single event. */
  readonly stream: string | null;
  readonly revision: number | null;
  readonly position: Position | null;
  /** The read model and the key of its document, for kind `projection`. */
  readonly projection?: string;
  readonly key?: string;
}

export function mismatch(kind: DifferenceKind, expected: unknown, found: unknown): Mismatch {
  return { kind, expected: String(expected), found: String(found) };
}

/** A difference as text for people. */
export function differenceInWords({ kind, stream, revision, position, ...rest }: LedgerDifference): string {
  const { expected, found } = rest;
  const upTo = position === null ? '' : `, up to position ${position}`;
  const where =
    stream === null
      ? (rest.projection ?? `the ledger${upTo}`)
      : `${stream}@${revision ?? 'all'}, position ${position ?? 'none'}`;
  const which = rest.key === undefined ? '' : `, document ${rest.key}`;
  return `${where}${which}: ${differenceMeanings[kind]} Expected ${expected}; found ${found}.`;
}
