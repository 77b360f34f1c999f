import { accept, refuse, type Decider } from '../decider.ts';
import type { PaymentEvent } from './topup-events.ts';

/** The only rule of a bank reference: what a person states is of the first top-up that claims it. */
export const paymentRefusals = ['bank_reference_used'] as const;

/**
 * The first top-up that a bank reference was seen for. Banks give one reference to several payments, so that statements
 * may name it for several top-ups. A person states it for one payment: then it is of no other top-up, and no statement
 * credits the same amount under it to another.
 */
export const payment: Decider<
  PaymentEvent['data'] | null,
  { readonly type: 'receive_payment'; readonly data: PaymentEvent['data'] },
  PaymentEvent,
  (typeof paymentRefusals)[number]
> = {
  initialState: null,
  evolve: (state, event) => state ?? event.data,
  decide: ({ data }, state) => {
    if (state !== null && isTakenFrom(state, data)) return refuse('bank_reference_used');
    return state === null ? accept({ type: 'PaymentReceived', data }) : accept();
  },
};

/** Whether a reference that is known may not be of this payment. */
export function isTakenFrom(
  known: PaymentEvent['data'],
  { topup_id, by_hand, received_eur }: Pick<PaymentEvent['data'], 'topup_id' | 'by_hand' | 'received_eur'>,
): boolean {
  if (known.topup_id === topup_id) return false;
  return by_hand || (known.by_hand && known.received_eur === received_eur);
}
