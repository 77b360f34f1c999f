import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import { isPaidBackBy, knownPayments, moreKnown, type Identified, type PaymentIdentity } from './payment-identity.ts';
import type { TopupEvent } from './topup-events.ts';

/** A payment, as the bank reports it. */
export interface Payment {
  readonly payment_id: string;
  /** 6 to 120 characters. */
  readonly bank_reference: string;
  /** ISO 8601, the day only. */
  readonly bank_date: string;
  readonly received_eur: string;
  readonly identity: PaymentIdentity;
  /** Sum of the payments of its statement that may be of its entry, or of one like it. Absent: of the entry alone. */
  readonly shown_eur?: string | undefined;
}

/** A payment of a top-up. `confirmed`: not credited yet. `by_hand`: a person has stated it. */
export type TopupPayment = Payment &
  Identified & { readonly by_hand: boolean; readonly status: 'confirmed' | 'credited' };

/** A payment that the bank has paid back. */
export interface PaymentReturn {
  readonly return_id: string;
  readonly bank_reference: string;
  /** ISO 8601, the day only. */
  readonly bank_date: string;
  readonly returned_eur: string;
  readonly identity: PaymentIdentity;
}

/** A return of a payment of a top-up. `returned`: not debited yet. */
export type TopupReturn = PaymentReturn & {
  readonly payment_id: string;
  readonly alike?: readonly PaymentIdentity[];
  readonly status: 'returned' | 'reversed';
};

/** The state of a top-up. `confirmed`: at least one payment is not credited yet. */
export type TopupStatus = 'pending' | 'confirmed' | 'credited' | 'cancelled' | 'expired';

/** A top-up by bank transfer, folded from its events. Plain JSON. */
export interface Topup {
  readonly topup_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly amount_eur: string;
  readonly reference: string;
  readonly expires_at: string;
  readonly status: TopupStatus;
  /** What has arrived, in the order in which it was told. */
  readonly payments: readonly TopupPayment[];
  readonly returns: readonly TopupReturn[];
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for a top-up. */
export type TopupCommand =
  | (Administered & {
      readonly type: 'request_topup';
      readonly topup: Omit<Topup, 'status' | 'payments' | 'returns'>;
    })
  /** What a person states: the payment of a top-up that has none. */
  | (Administered & { readonly type: 'confirm_topup'; readonly payment: Payment })
  /** All payments of one statement that name the top-up. */
  | (Administered & { readonly type: 'receive_payments'; readonly payments: readonly Payment[] })
  /** All returns of one statement that are of the top-up. */
  | (Administered & { readonly type: 'return_payments'; readonly returns: readonly PaymentReturn[] })
  | { readonly type: 'reopen_topup'; readonly paymentId: string }
  | { readonly type: 'credit_topup'; readonly paymentId: string }
  | { readonly type: 'reverse_topup'; readonly returnId: string }
  | (Administered & { readonly type: 'cancel_topup'; readonly reason: string })
  | { readonly type: 'expire_topup' };

/** Most payments of one top-up. */
export const topupPaymentsMax = 200;

/** The rules that can be broken, in the order in which they are checked. */
export const topupRefusals = [
  /** It exists for another wallet or with another amount. */
  'topup_already_requested',
  'topup_not_requested',
  /** It has another payment, or has ended. */
  'topup_not_pending',
  'topup_has_too_many_payments',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type TopupRefusal = (typeof topupRefusals)[number];

type Decided = Decision<TopupEvent, TopupRefusal>;

/**
 * A top-up: pending, confirmed, credited; or cancelled, or expired. It decides which payments are new, so that a
 * statement may be read in any order and any number of times. Repeating a command is accepted without an event.
 */
export const topup: Decider<Topup | null, TopupCommand, TopupEvent, TopupRefusal> = {
  initialState: null,
  evolve: evolveTopup,
  decide,
};

function decide(command: TopupCommand, state: Topup | null): Decided {
  if (command.type === 'request_topup') return request(command, state);
  if (state === null) return refuse('topup_not_requested');
  const { topup_id, tenant_id, status } = state;
  const data = { topup_id, tenant_id };
  switch (command.type) {
    case 'confirm_topup':
      if (knownPayments(state.payments, [command.payment])[0] !== null) return accept();
      if (status !== 'pending') return refuse('topup_not_pending');
      return accept(confirmed(state, command.payment, { by_hand: true, ...actorMember(command.actor) }));
    case 'receive_payments':
      return receive(command, state);
    case 'return_payments':
      return payBack(command, state);
    case 'reopen_topup': {
      const open = paymentOf(state, command.paymentId);
      if (open?.status !== 'confirmed') return accept();
      return accept({ type: 'TopupReopened', data: { ...data, payment_id: open.payment_id } });
    }
    case 'credit_topup': {
      const open = paymentOf(state, command.paymentId);
      if (open === undefined) return refuse('topup_not_pending');
      if (open.status === 'credited') return accept();
      const { payment_id, received_eur } = open;
      return accept({ type: 'TopupCredited', data: { ...data, payment_id, received_eur } });
    }
    case 'reverse_topup': {
      const open = state.returns.find(({ return_id }) => return_id === command.returnId);
      if (open?.status !== 'returned') return accept();
      const { return_id, returned_eur } = open;
      return accept({ type: 'TopupReversed', data: { ...data, return_id, returned_eur } });
    }
    case 'cancel_topup': {
      if (status === 'cancelled') return accept();
      if (status !== 'pending') return refuse('topup_not_pending');
      const { reason, actor } = command;
      return accept({ type: 'TopupCancelled', data: { ...data, reason, ...actorMember(actor) } });
    }
    case 'expire_topup':
      if (status !== 'pending') return accept();
      return accept({ type: 'TopupExpired', data });
  }
}

function request(
  { topup: asked, actor }: Extract<TopupCommand, { type: 'request_topup' }>,
  state: Topup | null,
): Decided {
  const isAnother = state !== null && (state.wallet_id !== asked.wallet_id || state.amount_eur !== asked.amount_eur);
  if (isAnother) return refuse('topup_already_requested');
  if (state !== null) return accept();
  return accept({ type: 'TopupRequested', data: { ...asked, ...actorMember(actor) } });
}

/** New payments are confirmed, known ones are completed by what the statement says more of them. */
function receive({ payments, actor }: Extract<TopupCommand, { type: 'receive_payments' }>, state: Topup): Decided {
  const known = knownPayments(state.payments, payments);
  const fresh = payments.filter((_, index) => known[index] === null);
  if (fresh.length > 0) {
    if (state.status === 'cancelled' || state.status === 'expired') return refuse('topup_not_pending');
    if (state.payments.length + fresh.length > topupPaymentsMax) return refuse('topup_has_too_many_payments');
  }
  const recognised = payments.flatMap((payment, index): readonly TopupEvent[] => {
    const before = state.payments[known[index] ?? -1];
    // A batch and its parts are not the same payment.
    if (before?.received_eur !== payment.received_eur) return [];
    const { payment_id } = before;
    return recognisedAs(state, { named: { payment_id }, before, seen: payment.identity });
  });
  const more = { by_hand: false, ...actorMember(actor) };
  return accept(...recognised, ...fresh.map((payment) => confirmed(state, payment, more)));
}

/** A payment that is known, or a return of it, and how a statement names it. */
interface SeenAgain {
  readonly named: { readonly payment_id: string; readonly return_id?: string };
  readonly before: Identified & { readonly status: TopupPayment['status'] | TopupReturn['status'] };
  readonly seen: PaymentIdentity;
}

/** What a statement says more of a payment or a return; none: nothing. */
function recognisedAs({ topup_id, tenant_id }: Topup, { named, before, seen }: SeenAgain): readonly TopupEvent[] {
  // Until a payment is credited, it claims its entry of the bank as it was confirmed.
  const more = moreKnown(before, seen, before.status === 'confirmed');
  if (more === null) return [];
  const { identity, isAlike } = more;
  const alike = isAlike ? ({ alike: true } as const) : {};
  return [{ type: 'TopupPaymentRecognised', data: { topup_id, tenant_id, ...named, identity, ...alike } }];
}

function confirmed(
  { topup_id, tenant_id, wallet_id }: Topup,
  { payment_id, bank_reference, bank_date, received_eur, identity, shown_eur }: Payment,
  more: { readonly by_hand: boolean; readonly actor?: string },
): TopupEvent {
  const named = { topup_id, tenant_id, wallet_id, payment_id };
  const shown = { shown_eur: shown_eur ?? identity.batch_eur ?? received_eur };
  const arrived = { bank_reference, bank_date, received_eur, ...shown, identity };
  return { type: 'TopupConfirmed', data: { ...named, ...arrived, ...more } };
}

/**
 * Each new return is of a credited payment of the same amount that has none: of one that has an id of it, those returns
 * first, or of any. One that is of no such payment is left out. Known ones are completed by what the statement says more.
 */
function payBack({ returns, actor }: Extract<TopupCommand, { type: 'return_payments' }>, state: Topup): Decided {
  const { topup_id, tenant_id, wallet_id } = state;
  const known = knownReturns(state, returns);
  const recognised = returns.flatMap(({ identity: seen, returned_eur }, index) => {
    const before = state.returns[known[index] ?? -1];
    if (before?.returned_eur !== returned_eur) return [];
    const { payment_id, return_id } = before;
    return recognisedAs(state, {
      named: { payment_id, return_id },
      before: { ...asPayment(before), status: before.status },
      seen,
    });
  });
  const paid = paymentsPaidBack(state, newReturns(state, returns));
  const events = returns.flatMap(({ return_id, bank_reference, bank_date, returned_eur, identity }): TopupEvent[] => {
    const payment_id = paid.get(return_id);
    if (payment_id === undefined) return [];
    const named = { topup_id, tenant_id, wallet_id, payment_id, return_id };
    const data = { ...named, bank_reference, bank_date, returned_eur, identity, ...actorMember(actor) };
    return [{ type: 'TopupReturned', data }];
  });
  return accept(...recognised, ...events);
}

/** The ids of the payments that returns are of, by the id of the return. */
function paymentsPaidBack(state: Topup, fresh: readonly PaymentReturn[]): ReadonlyMap<string, string> {
  const before = new Set(state.returns.map(({ payment_id }) => payment_id));
  const open = new Set(
    state.payments.filter(({ status, payment_id }) => status === 'credited' && !before.has(payment_id)),
  );
  const paid = new Map<string, string>();
  for (const isOf of [isPaidBackBy, hasAmountOf]) {
    for (const back of fresh) {
      const found = paid.has(back.return_id) ? undefined : [...open].find((each) => isOf(each, asPayment(back)));
      if (found === undefined) continue;
      open.delete(found);
      paid.set(back.return_id, found.payment_id);
    }
  }
  return paid;
}

function hasAmountOf(paid: Identified, back: Identified): boolean {
  return paid.received_eur === back.received_eur;
}

function asPayment({ returned_eur, identity, alike = [] }: PaymentReturn & Pick<TopupReturn, 'alike'>): Identified {
  return { received_eur: returned_eur, identity, alike };
}

function knownReturns(state: Topup, returns: readonly PaymentReturn[]): readonly (number | null)[] {
  return knownPayments(state.returns.map(asPayment), returns.map(asPayment));
}

/** The returns of one statement that are not known yet. */
export function newReturns(state: Topup, returns: readonly PaymentReturn[]): readonly PaymentReturn[] {
  const known = knownReturns(state, returns);
  return returns.filter((_, index) => known[index] === null);
}

function paymentOf({ payments }: Topup, paymentId: string): TopupPayment | undefined {
  return payments.find(({ payment_id }) => payment_id === paymentId);
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveTopup(state: Topup | null, event: TopupEvent): Topup | null {
  if (event.type === 'TopupRequested') {
    const { actor: _, ...asked } = event.data;
    return { ...asked, status: 'pending', payments: [], returns: [] };
  }
  if (state === null) return null;
  const { payments, returns } = state;
  switch (event.type) {
    case 'TopupConfirmed': {
      const { topup_id: _, tenant_id: __, wallet_id: ___, actor: ____, ...arrived } = event.data;
      return withPayments(state, [...payments, { ...arrived, status: 'confirmed' }]);
    }
    case 'TopupPaymentRecognised': {
      const { payment_id, return_id } = event.data;
      if (return_id !== undefined) {
        const fuller = returns.map((each) =>
          each.return_id === return_id ? { ...each, ...fullerBy(event, each) } : each,
        );
        return { ...state, returns: fuller };
      }
      const known = paymentOf(state, payment_id);
      return withPayments(state, replaced(payments, payment_id, fullerBy(event, known)));
    }
    case 'TopupReopened': {
      const { payment_id } = event.data;
      return withPayments(
        state,
        payments.filter((each) => each.payment_id !== payment_id),
      );
    }
    case 'TopupCredited':
      return withPayments(state, replaced(payments, event.data.payment_id, { status: 'credited' }));
    case 'TopupReturned': {
      const { topup_id: _, tenant_id: __, wallet_id: ___, actor: ____, ...paidBack } = event.data;
      return { ...state, returns: [...returns, { ...paidBack, status: 'returned' }] };
    }
    case 'TopupReversed': {
      const { return_id } = event.data;
      const reversed = returns.map((each) =>
        each.return_id === return_id ? ({ ...each, status: 'reversed' } as const) : each,
      );
      return { ...state, returns: reversed };
    }
    case 'TopupCancelled':
      return { ...state, status: 'cancelled' };
    case 'TopupExpired':
      return { ...state, status: 'expired' };
  }
}

function fullerBy(
  { data: { identity, alike } }: Extract<TopupEvent, { type: 'TopupPaymentRecognised' }>,
  known: Pick<Identified, 'alike'> = {},
): Partial<Pick<Identified, 'alike' | 'identity'>> {
  return alike === true ? { alike: [...(known.alike ?? []), identity] } : { identity };
}

function replaced(
  payments: readonly TopupPayment[],
  paymentId: string,
  change: Partial<TopupPayment>,
): readonly TopupPayment[] {
  return payments.map((each) => (each.payment_id === paymentId ? { ...each, ...change } : each));
}

/** The state of the top-up follows from its payments. */
function withPayments(state: Topup, payments: readonly TopupPayment[]): Topup {
  const isOpen = payments.some(({ status }) => status === 'confirmed');
  const paid = isOpen ? 'confirmed' : 'credited';
  return { ...state, payments, status: payments.length === 0 ? 'pending' : paid };
}
