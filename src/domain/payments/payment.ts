import { accept, refuse, type Decider } from '../decider.ts';
import type { PaymentEvent } from './topup-events.ts';

/** The only rule of a bank reference: what a person states is of the first top-up or payout that claims it. */
export const paymentRefusals = ['bank_reference_used'] as const;

/** What a bank reference was first seen for: a payment that a top-up received, or one that a payout sent. */
type BankPayment = PaymentEvent['data'];

type Received = Extract<PaymentEvent, { readonly type: 'PaymentReceived' }>['data'];
type Issued = Extract<PaymentEvent, { readonly type: 'PaymentIssued' }>['data'];

type ClaimReference =
  | { readonly type: 'receive_payment'; readonly data: Received }
  | { readonly type: 'send_payment'; readonly data: Issued };

/**
 * What a bank reference was first seen for. Banks give one reference to several payments, so that statements
 * may name it for several top-ups. A person states it for one payment: then it is of no other top-up and of no payout, and no
 * statement credits the same amount under it to another.
 */
export const payment: Decider<BankPayment | null, ClaimReference, PaymentEvent, (typeof paymentRefusals)[number]> = {
  initialState: null,
  evolve: (state, event) => state ?? event.data,
  decide: (command, state) => {
    if (state !== null && isTaken(command, state)) return refuse('bank_reference_used');
    if (state !== null) return accept();
    return command.type === 'receive_payment'
      ? accept({ type: 'PaymentReceived', data: command.data })
      : accept({ type: 'PaymentIssued', data: command.data });
  },
};

function isTaken(command: ClaimReference, known: BankPayment): boolean {
  if (command.type === 'receive_payment') return isTakenFrom(known, command.data);
  return !isOfPayout(known) || known.payout_id !== command.data.payout_id;
}

/** Whether a reference is of a payment that a payout sent. */
export function isOfPayout(known: BankPayment): known is Issued {
  return 'payout_id' in known;
}

/** Whether a reference that is known may not be of this payment of a top-up. */
export function isTakenFrom(
  known: BankPayment,
  { topup_id, by_hand, received_eur }: Pick<Received, 'topup_id' | 'by_hand' | 'received_eur'>,
): boolean {
  if (isOfPayout(known)) return by_hand || known.sent_eur === received_eur;
  if (known.topup_id === topup_id) return false;
  return by_hand || (known.by_hand && known.received_eur === received_eur);
}
