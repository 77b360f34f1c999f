import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { PaymentEvent, TopupEvent } from './topup-events.ts';

/** A payment, as the bank reports it. */
export interface Payment {
  readonly bank_reference: string;
  /** ISO 8601, the day only. */
  readonly bank_date: string;
  readonly received_eur: string;
}

/** The state of a top-up. */
export type TopupStanding = 'pending' | 'confirmed' | 'credited' | 'cancelled' | 'expired';

/** A top-up by bank transfer, folded from its events. Plain JSON. */
export interface Topup {
  readonly topup_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly amount_eur: string;
  readonly reference: string;
  readonly expires_at: string;
  readonly standing: TopupStanding;
  /** `null`: no payment has arrived. */
  readonly payment: Payment | null;
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for a top-up. */
export type TopupCommand =
  | (Administered & { readonly type: 'request_topup'; readonly topup: Omit<Topup, 'standing' | 'payment'> })
  | (Administered & { readonly type: 'confirm_topup'; readonly payment: Payment })
  | { readonly type: 'reopen_topup'; readonly bankReference: string }
  | { readonly type: 'credit_topup' }
  | (Administered & { readonly type: 'cancel_topup'; readonly reason: string })
  | { readonly type: 'expire_topup' };

/** The rules that can be broken, in the order in which they are checked. */
export const topupRefusals = [
  /** It exists for another wallet or with another amount. */
  'topup_already_requested',
  'topup_not_requested',
  /** It has another payment, or has ended. */
  'topup_not_pending',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type TopupRefusal = (typeof topupRefusals)[number];

/**
 * A top-up: pending, confirmed, credited; or cancelled, or expired. Repeating a command is accepted without an event.
 */
export const topup: Decider<Topup | null, TopupCommand, TopupEvent, TopupRefusal> = {
  initialState: null,
  evolve: evolveTopup,
  decide,
};

function decide(command: TopupCommand, state: Topup | null): Decision<TopupEvent, TopupRefusal> {
  if (command.type === 'request_topup') return request(command, state);
  if (state === null) return refuse('topup_not_requested');
  const { topup_id, tenant_id, standing, payment } = state;
  const data = { topup_id, tenant_id };
  switch (command.type) {
    case 'confirm_topup': {
      if (payment !== null && isSame(payment, command.payment)) return accept();
      if (standing !== 'pending') return refuse('topup_not_pending');
      return accept({ type: 'TopupConfirmed', data: { ...data, ...command.payment, ...actorMember(command.actor) } });
    }
    case 'reopen_topup': {
      const { bankReference: bank_reference } = command;
      const isConfirmed = standing === 'confirmed' && payment?.bank_reference === bank_reference;
      if (!isConfirmed) return accept();
      return accept({ type: 'TopupReopened', data: { ...data, bank_reference } });
    }
    case 'credit_topup': {
      if (standing === 'credited') return accept();
      if (standing !== 'confirmed' || payment === null) return refuse('topup_not_pending');
      return accept({ type: 'TopupCredited', data: { ...data, received_eur: payment.received_eur } });
    }
    case 'cancel_topup': {
      if (standing === 'cancelled') return accept();
      if (standing !== 'pending') return refuse('topup_not_pending');
      const { reason, actor } = command;
      return accept({ type: 'TopupCancelled', data: { ...data, reason, ...actorMember(actor) } });
    }
    case 'expire_topup':
      if (standing !== 'pending') return accept();
      return accept({ type: 'TopupExpired', data });
  }
}

function request(
  { topup: asked, actor }: Extract<TopupCommand, { type: 'request_topup' }>,
  state: Topup | null,
): Decision<TopupEvent, TopupRefusal> {
  const isAnother = state !== null && (state.wallet_id !== asked.wallet_id || state.amount_eur !== asked.amount_eur);
  if (isAnother) return refuse('topup_already_requested');
  if (state !== null) return accept();
  return accept({ type: 'TopupRequested', data: { ...asked, ...actorMember(actor) } });
}

function isSame(one: Payment, other: Payment): boolean {
  return (
    one.bank_reference === other.bank_reference &&
    one.bank_date === other.bank_date &&
    one.received_eur === other.received_eur
  );
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveTopup(state: Topup | null, event: TopupEvent): Topup | null {
  if (event.type === 'TopupRequested') {
    const { actor: _, ...asked } = event.data;
    return { ...asked, standing: 'pending', payment: null };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'TopupConfirmed': {
      const { bank_reference, bank_date, received_eur } = event.data;
      return { ...state, standing: 'confirmed', payment: { bank_reference, bank_date, received_eur } };
    }
    case 'TopupReopened':
      return { ...state, standing: 'pending', payment: null };
    case 'TopupCredited':
      return { ...state, standing: 'credited' };
    case 'TopupCancelled':
      return { ...state, standing: 'cancelled' };
    case 'TopupExpired':
      return { ...state, standing: 'expired' };
  }
}

/** The only rule of a bank reference: it belongs to the first top-up that claims it. */
export const paymentRefusals = ['bank_reference_used'] as const;

/** The owner of a bank reference. */
export const payment: Decider<
  PaymentEvent['data'] | null,
  { readonly type: 'receive_payment'; readonly data: PaymentEvent['data'] },
  PaymentEvent,
  (typeof paymentRefusals)[number]
> = {
  initialState: null,
  evolve: (state, event) => state ?? event.data,
  decide: ({ data }, state) => {
    if (state !== null && state.topup_id !== data.topup_id) return refuse('bank_reference_used');
    if (state !== null) return accept();
    return accept({ type: 'PaymentReceived', data });
  },
};
