import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { PayoutEvent } from './payout-events.ts';

/** A payout of paid credit by bank transfer, folded from its events. Plain JSON. */
export interface Payout {
  readonly payout_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly amount_eur: string;
  readonly reason: string;
  /** `pending`: the wallet is debited, and the bank has not paid yet. */
  readonly status: 'pending' | 'confirmed' | 'cancelled';
  /** Of the bank; `null`: not paid. */
  readonly bank_reference: string | null;
  /** ISO 8601, the day only; `null`: not paid. */
  readonly bank_date: string | null;
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string | undefined;
}

/** What is asked for: the wallet was debited with it. */
export type NewPayout = Pick<Payout, 'payout_id' | 'tenant_id' | 'wallet_id' | 'amount_eur' | 'reason'>;

/** Commands for a payout. */
export type PayoutCommand =
  | (Administered & { readonly type: 'request_payout'; readonly payout: NewPayout })
  | (Administered & { readonly type: 'confirm_payout'; readonly bankReference: string; readonly bankDate: string })
  | (Administered & { readonly type: 'cancel_payout'; readonly reason: string });

/** The rules that can be broken, in the order in which they are checked. */
export const payoutRefusals = [
  /** It exists for another wallet, with another amount or reason. */
  'payout_already_requested',
  'payout_not_requested',
  /** It was paid, maybe under another reference, or cancelled. */
  'payout_not_pending',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type PayoutRefusal = (typeof payoutRefusals)[number];

/** A payout is pending, then confirmed or cancelled. Repeating a command is accepted without an event. */
export const payout: Decider<Payout | null, PayoutCommand, PayoutEvent, PayoutRefusal> = {
  initialState: null,
  evolve: evolvePayout,
  decide,
};

function decide(command: PayoutCommand, state: Payout | null): Decision<PayoutEvent, PayoutRefusal> {
  if (command.type === 'request_payout') return request(command, state);
  if (state === null) return refuse('payout_not_requested');
  const { payout_id, tenant_id, status } = state;
  const data = { payout_id, tenant_id, ...actorMember(command.actor) };
  switch (command.type) {
    case 'confirm_payout': {
      const { bankReference: bank_reference, bankDate: bank_date } = command;
      const isKnown = status === 'confirmed' && state.bank_reference === bank_reference;
      if (!isKnown && status !== 'pending') return refuse('payout_not_pending');
      if (isKnown) return accept();
      return accept({ type: 'PayoutConfirmed', data: { ...data, bank_reference, bank_date } });
    }
    case 'cancel_payout':
      if (status === 'confirmed') return refuse('payout_not_pending');
      if (status === 'cancelled') return accept();
      return accept({ type: 'PayoutCancelled', data: { ...data, reason: command.reason } });
  }
}

function request(
  { payout: asked, actor }: Extract<PayoutCommand, { type: 'request_payout' }>,
  state: Payout | null,
): Decision<PayoutEvent, PayoutRefusal> {
  if (state !== null && !isOf(state, asked)) return refuse('payout_already_requested');
  if (state !== null) return accept();
  return accept({ type: 'PayoutRequested', data: { ...asked, ...actorMember(actor) } });
}

function isOf(state: Payout, { wallet_id, amount_eur, reason }: NewPayout): boolean {
  return state.wallet_id === wallet_id && state.amount_eur === amount_eur && state.reason === reason;
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolvePayout(state: Payout | null, event: PayoutEvent): Payout | null {
  if (event.type === 'PayoutRequested') {
    const { actor: _, ...asked } = event.data;
    return { ...asked, status: 'pending', bank_reference: null, bank_date: null };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'PayoutConfirmed': {
      const { bank_reference, bank_date } = event.data;
      return { ...state, status: 'confirmed', bank_reference, bank_date };
    }
    case 'PayoutCancelled':
      return { ...state, status: 'cancelled' };
  }
}
