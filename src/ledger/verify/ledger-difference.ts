import type { Position } from '../../ports/event-log.ts';

/** What the log can be found to say against itself. Each is one rule that the ledger keeps. */
export const differenceMeanings = {
  position: 'The place in the log does not come after the place of the event before it.',
  digest: 'The event is not what was recorded: its digest, which covers it and the one before it, is another.',
  running_digest: 'Place or time of the event are not what was recorded: the digest of the log up to it is another.',
  missing: 'Events are missing that nothing has removed by the rules.',
  hidden: 'Events of a stream that keeps all of them are hidden from readers.',
  damaged: 'The file of the log is damaged: restore it from a backup.',
  revision: 'The revision does not follow on the one before it in its stream.',
  event_id: 'The id of the event is no UUID, or was used before in its stream.',
  event_type: 'This version of Waybill does not know the type of the event.',
  event_data: 'The data does not have the shape of its type.',
  content_digest: 'The sealed content is not the one that the fact about it was recorded with.',
  stream_name: 'The event stands in a stream that is not its own.',
  wallet_opening: 'A wallet is opened once, by its first event.',
  alert: 'It was told that a balance or a budget is low which was not, or twice.',
  wallet_restriction: 'A wallet was restricted twice, or a restriction lifted that was none.',
  posting_accounts: 'A posting moves money between accounts that its event does not concern.',
  posting_amounts: 'The postings do not move what the event says.',
  movement_repeated: 'A credit or debit was posted twice under one id.',
  reservation_repeated: 'A reservation was made twice under one id.',
  reservation_not_open: 'A reservation ended, or was flagged, while it was not open.',
  reservation_key: 'A reservation ended under another key than it was made for.',
  reservation_amount: 'What a reservation settled and released is not what it had reserved.',
  selection_not_open: 'Who answers was chosen where nothing was to be chosen, or twice.',
  selection_open: 'An answer was charged before it was chosen who gives it.',
  attempt: 'An attempt failed out of turn, twice, or at another target than was asked.',
  attempt_not_held:
    'What a failed attempt of unknown outcome may have cost is not held with it, or is held without such an attempt.',
  charge_sum: 'The lines of a charge do not sum to its cost.',
  charge_line: 'The amount of a line is not its quantity at its price.',
  charge_price: 'A charge is not priced by the price list of its reservation.',
  charge_without_lines: 'A cost has no lines though it was counted.',
  balance: 'The accounts of a wallet do not hold what its events add up to.',
  transfer: 'Money between wallets was debited twice, or credited without its debit, elsewhere or in another amount.',
  topup: 'A wallet was credited for a top-up that no payment of that amount was received for.',
  overdrawn: 'More was available, or reserved, than the wallet held.',
  closing: 'A closing of a wallet does not say what the events before it add up to.',
  kept_id:
    'A closing leaves out the id of a credit or debit that no stream keeps, or a stream keeps one that was not posted.',
  totals: 'The accounts of all wallets do not add up.',
  projection: 'A document of a read model is not what the events before its checkpoint add up to.',
} as const;

export type DifferenceKind = keyof typeof differenceMeanings;

/** What is wrong with an event, told apart from where it stands. */
export interface Mismatch {
  readonly kind: DifferenceKind;
  readonly expected: string;
  readonly found: string;
}

/** The first place where the ledger does not hold. */
export interface LedgerDifference extends Mismatch {
  /** The event's place; `null` when the difference is of no single event. */
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

/** A difference in words, for people. */
export function differenceInWords({ kind, stream, revision, position, ...rest }: LedgerDifference): string {
  const { expected, found } = rest;
  const where =
    stream === null
      ? (rest.projection ?? 'the ledger')
      : `${stream}@${revision ?? 'all'}, position ${position ?? 'none'}`;
  const which = rest.key === undefined ? '' : `, document ${rest.key}`;
  return `${where}${which}: ${differenceMeanings[kind]} Expected ${expected}; found ${found}.`;
}
