import test from 'ava';
import { payment, paymentRefusals } from '../../../src/domain/payments/payment.ts';
import {
  topup,
  topupPaymentsMax,
  topupRefusals,
  type Payment,
  type PaymentReturn,
} from '../../../src/domain/payments/topup.ts';
import type { PaymentEvent, TopupEvent } from '../../../src/domain/payments/topup-events.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { testLadders } from '../../_support/refusal-ladders.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(topup);

const named = { topup_id: id('6', 1), tenant_id: tenantId };
const asked = {
  ...named,
  wallet_id: walletId,
  amount_eur: '100.000000000',
  reference: 'WB-1234567890',
  expires_at: '2026-12-20T00:00:00.000Z',
};
const days = ['2026-11-20'];
const hash = (letter: string): string => letter.repeat(64);
const received: Payment = {
  payment_id: id('4', 1),
  bank_reference: 'E2E-0042',
  bank_date: '2026-11-20',
  received_eur: '99.500000000',
  identity: { servicer: hash('1'), days, text: hash('9') },
};
const other: Payment = { ...received, payment_id: id('4', 2), identity: { servicer: hash('2'), days } };
const paidBack: PaymentReturn = {
  return_id: id('4', 3),
  bank_reference: 'BACK-0042',
  bank_date: '2026-11-21',
  returned_eur: '99.500000000',
  identity: { servicer: hash('3'), days },
};
const paidBackElsewhere: PaymentReturn = { ...paidBack, return_id: id('4', 4) };

const confirmedBy = (each: Payment, by_hand: boolean): TopupEvent => ({
  type: 'TopupConfirmed',
  data: { ...named, wallet_id: walletId, shown_eur: each.received_eur, ...each, by_hand },
});
const ofPayment = { ...named, payment_id: received.payment_id };
const requested: TopupEvent = { type: 'TopupRequested', data: asked };
const confirmed = confirmedBy(received, true);
const imported = confirmedBy(received, false);
const reopened: TopupEvent = { type: 'TopupReopened', data: ofPayment };
const credited: TopupEvent = { type: 'TopupCredited', data: { ...ofPayment, received_eur: received.received_eur } };
const returned: TopupEvent = {
  type: 'TopupReturned',
  data: { ...ofPayment, wallet_id: walletId, ...paidBack },
};
const reversed: TopupEvent = {
  type: 'TopupReversed',
  data: { ...named, return_id: paidBack.return_id, returned_eur: paidBack.returned_eur },
};
const cancelled: TopupEvent = { type: 'TopupCancelled', data: { ...named, reason: 'no' } };
const expired: TopupEvent = { type: 'TopupExpired', data: named };

const request = { type: 'request_topup', topup: asked } as const;
const confirm = { type: 'confirm_topup', payment: received } as const;
const receive = { type: 'receive_payments', payments: [received] } as const;
const giveBack = { type: 'return_payments', returns: [paidBack] } as const;
const reopen = { type: 'reopen_topup', paymentId: received.payment_id } as const;
const credit = { type: 'credit_topup', paymentId: received.payment_id } as const;
const reverse = { type: 'reverse_topup', returnId: paidBack.return_id } as const;
const cancel = { type: 'cancel_topup', reason: 'no' } as const;
const expire = { type: 'expire_topup' } as const;

/** It is so already, or nothing is to be done. */
const settled = {
  unknown: 'nothing',
  pending: 'nothing',
  confirmed: 'nothing',
  reopened: 'nothing',
  credited: 'nothing',
  returned: 'nothing',
  reversed: 'nothing',
  cancelled: 'nothing',
  expired: 'nothing',
} as const;
const whoever = { unknown: 'topup_not_requested' } as const;
const ended = { cancelled: 'topup_not_pending', expired: 'topup_not_pending' } as const;

const ofRequested = <Command>(when: Command) => [{ refusal: 'topup_not_requested', given: [], when }] as const;
const ofPending = <Command>(when: Command) =>
  [...ofRequested(when), { refusal: 'topup_not_pending', given: [requested, expired], when }] as const;

const many = Array.from({ length: topupPaymentsMax }, (_, index) =>
  confirmedBy(
    { ...received, payment_id: id('4', index), identity: { end_to_end: hash('4'), days, text: hash('5') } },
    false,
  ),
);

testDecisions('a top-up', topup, {
  states: {
    unknown: [],
    pending: [requested],
    confirmed: [requested, confirmed],
    reopened: [requested, confirmed, reopened],
    credited: [requested, confirmed, credited],
    returned: [requested, confirmed, credited, returned],
    reversed: [requested, confirmed, credited, returned, reversed],
    cancelled: [requested, cancelled],
    expired: [requested, expired],
  },
  commands: {
    request_topup: request,
    confirm_topup: confirm,
    receive_payments: receive,
    return_payments: giveBack,
    reopen_topup: reopen,
    credit_topup: credit,
    reverse_topup: reverse,
    cancel_topup: cancel,
    expire_topup: expire,
  },
  outcomes: {
    request_topup: { ...settled, unknown: 'TopupRequested' },
    confirm_topup: { ...settled, ...whoever, ...ended, pending: 'TopupConfirmed', reopened: 'TopupConfirmed' },
    receive_payments: { ...settled, ...whoever, ...ended, pending: 'TopupConfirmed', reopened: 'TopupConfirmed' },
    return_payments: { ...settled, ...whoever, credited: 'TopupReturned' },
    reopen_topup: { ...settled, ...whoever, confirmed: 'TopupReopened' },
    credit_topup: {
      ...settled,
      ...whoever,
      ...ended,
      pending: 'topup_not_pending',
      reopened: 'topup_not_pending',
      confirmed: 'TopupCredited',
    },
    reverse_topup: { ...settled, ...whoever, returned: 'TopupReversed' },
    cancel_topup: {
      ...whoever,
      pending: 'TopupCancelled',
      reopened: 'TopupCancelled',
      confirmed: 'topup_not_pending',
      credited: 'topup_not_pending',
      returned: 'topup_not_pending',
      reversed: 'topup_not_pending',
      cancelled: 'nothing',
      expired: 'topup_not_pending',
    },
    expire_topup: { ...settled, ...whoever, pending: 'TopupExpired', reopened: 'TopupExpired' },
  },
  refusals: topupRefusals,
  ladders: {
    request_topup: [
      {
        refusal: 'topup_already_requested',
        given: [requested, cancelled],
        when: { ...request, topup: { ...asked, amount_eur: '1.000000000' } },
      },
    ],
    confirm_topup: ofPending(confirm),
    receive_payments: [
      ...ofPending(receive),
      { refusal: 'topup_has_too_many_payments', given: [requested, ...many], when: receive },
    ],
    return_payments: ofRequested(giveBack),
    reopen_topup: ofRequested(reopen),
    credit_topup: ofPending(credit),
    reverse_topup: ofRequested(reverse),
    cancel_topup: [
      ...ofRequested(cancel),
      { refusal: 'topup_not_pending', given: [requested, confirmed], when: cancel },
    ],
    expire_topup: ofRequested(expire),
  },
});

test('each event records its command', (t) => {
  given([]).when(request).thenExpect(t, [requested]);
  given([requested]).when(confirm).thenExpect(t, [confirmed]);
  given([requested]).when(receive).thenExpect(t, [imported]);
  given([requested, confirmed]).when(reopen).thenExpect(t, [reopened]);
  given([requested, confirmed]).when(credit).thenExpect(t, [credited]);
  given([requested, confirmed, credited]).when(giveBack).thenExpect(t, [returned]);
  given([requested, confirmed, credited, returned]).when(reverse).thenExpect(t, [reversed]);
  given([requested]).when(cancel).thenExpect(t, [cancelled]);
  given([requested]).when(expire).thenExpect(t, [expired]);
});

test('a top-up is not requested again as another', (t) => {
  given([requested])
    .when({ type: 'request_topup', topup: { ...asked, amount_eur: '1.000000000' } })
    .thenExpect(t, 'topup_already_requested');
});

test('a person states one payment of a top-up, and another one after it was opened again', (t) => {
  const byOther = { type: 'confirm_topup', payment: other } as const;
  given([requested, confirmed]).when(byOther).thenExpect(t, 'topup_not_pending');
  given([requested, confirmed, reopened])
    .when(byOther)
    .thenExpect(t, [confirmedBy(other, true)]);
});

test('a statement brings further payments of a top-up, each once', (t) => {
  const both = { type: 'receive_payments', payments: [received, other] } as const;
  given([requested])
    .when(both)
    .thenExpect(t, [imported, confirmedBy(other, false)]);
  given([requested, imported, credited])
    .when(both)
    .thenExpect(t, [confirmedBy(other, false)]);
  given([requested, imported, credited, confirmedBy(other, false)])
    .when({ ...both, payments: [other, received] })
    .thenExpect(t, []);
});

test('equal payments of one statement are as many payments, less those that are known', (t) => {
  const again = { ...received, payment_id: id('4', 7) };
  const twice = { type: 'receive_payments', payments: [received, again] } as const;
  given([requested])
    .when(twice)
    .thenExpect(t, [imported, confirmedBy(again, false)]);
  given([requested, imported])
    .when(twice)
    .thenExpect(t, [confirmedBy(again, false)]);
  given([requested, imported, confirmedBy(again, false)])
    .when(twice)
    .thenExpect(t, []);
});

test('what a second statement knows more of a payment tells it from later ones', (t) => {
  const fuller = { servicer: hash('1'), entry: hash('7'), days };
  const seen = { ...received, identity: fuller };
  const identity = { ...fuller, text: hash('9') };
  const recognised: TopupEvent = { type: 'TopupPaymentRecognised', data: { ...ofPayment, identity } };
  given([requested, imported, credited])
    .when({ type: 'receive_payments', payments: [seen] })
    .thenExpect(t, [recognised]);
  // Until then it claims its entry as it was confirmed, and is known by both.
  const apart: TopupEvent = { type: 'TopupPaymentRecognised', data: { ...ofPayment, identity: fuller, alike: true } };
  const again = given([requested, imported]).when({ type: 'receive_payments', payments: [seen] });
  again.thenExpect(t, [apart]);
  given([requested, imported, apart])
    .when({ type: 'receive_payments', payments: [seen] })
    .thenExpect(t, []);
  const next = { ...other, identity: { servicer: hash('1'), entry: hash('8'), days } };
  given([requested, imported, recognised])
    .when({ type: 'receive_payments', payments: [next] })
    .thenExpect(t, [confirmedBy(next, false)]);
});

test('a payment is returned once, and as often as it was credited', (t) => {
  const { return_id: _, ...back } = paidBack;
  const second = { ...back, return_id: id('4', 9), identity: { servicer: hash('5'), days } };
  const once = [requested, confirmed, credited];
  given([...once, returned])
    .when({ type: 'return_payments', returns: [paidBackElsewhere] })
    .thenExpect(t, []);
  given([...once, returned])
    .when({ type: 'return_payments', returns: [second] })
    .thenExpect(t, []);
  given(once)
    .when({ type: 'return_payments', returns: [{ ...paidBack, returned_eur: '1.000000000' }] })
    .thenExpect(t, []);
});

test('what a second statement knows more of a return tells it from later ones, and debits nothing', (t) => {
  const identity = { ...paidBack.identity, end_to_end: hash('7') };
  const fuller = { ...paidBackElsewhere, identity };
  const recognised: TopupEvent = {
    type: 'TopupPaymentRecognised',
    data: { ...ofPayment, return_id: paidBack.return_id, identity },
  };
  const once = [requested, imported, credited, returned];
  given(once)
    .when({ type: 'return_payments', returns: [fuller] })
    .thenExpect(t, [recognised]);
  const renamed = { ...fuller, identity: { end_to_end: hash('7'), days, text: hash('8') } };
  given([...once, recognised])
    .when({ type: 'return_payments', returns: [fuller] })
    .thenExpect(t, []);
  const again: Payment = { ...other, payment_id: id('4', 8) };
  const paid = { ...named, payment_id: again.payment_id, received_eur: again.received_eur };
  const more: readonly TopupEvent[] = [confirmedBy(again, false), { type: 'TopupCredited', data: paid }];
  given([...once, recognised, ...more])
    .when({ type: 'return_payments', returns: [renamed] })
    .thenExpect(t, [
      { type: 'TopupPaymentRecognised', data: { ...recognised.data, identity: { ...identity, text: hash('8') } } },
    ]);
});

test('a return is of the payment of which it has an id, and others are of those that are left', (t) => {
  const [one, two] = [
    { ...received, identity: { transaction: hash('1'), days } },
    { ...other, identity: { transaction: hash('2'), days } },
  ];
  const paid = [one, two].flatMap((each): TopupEvent[] => [
    confirmedBy(each, false),
    { type: 'TopupCredited', data: { ...named, payment_id: each.payment_id, received_eur: each.received_eur } },
  ]);
  const backOf = (payment_id: string, each: PaymentReturn): TopupEvent => ({
    type: 'TopupReturned',
    data: { ...named, wallet_id: walletId, payment_id, ...each },
  });
  const ofTwo = { ...paidBackElsewhere, identity: { transaction: hash('2'), days: ['2027-02-01'] } };
  const ofOne = { ...paidBackElsewhere, identity: { transaction: hash('1'), days: ['2027-02-01'] } };
  given([requested, ...paid])
    .when({ type: 'return_payments', returns: [ofTwo] })
    .thenExpect(t, [backOf(two.payment_id, ofTwo)]);
  given([requested, ...paid])
    .when({ type: 'return_payments', returns: [paidBack, ofOne] })
    .thenExpect(t, [backOf(two.payment_id, paidBack), backOf(one.payment_id, ofOne)]);
});

const data: Extract<PaymentEvent, { type: 'PaymentReceived' }>['data'] = {
  ...named,
  wallet_id: walletId,
  payment_id: received.payment_id,
  bank_reference: received.bank_reference,
  bank_date: received.bank_date,
  received_eur: received.received_eur,
  by_hand: true,
};
const claimed: PaymentEvent = { type: 'PaymentReceived', data };
const seenInStatement: PaymentEvent = { type: 'PaymentReceived', data: { ...data, by_hand: false } };
const ofAnother = { ...data, topup_id: id('6', 2) };

const outgoing = {
  payout_id: id('7', 1),
  tenant_id: named.tenant_id,
  bank_reference: received.bank_reference,
  bank_date: received.bank_date,
  sent_eur: received.received_eur,
};
const sent: PaymentEvent = { type: 'PaymentIssued', data: outgoing };

testLadders('a bank reference', payment, {
  refusals: paymentRefusals,
  ladders: {
    receive_payment: [
      { refusal: 'bank_reference_used', given: [claimed], when: { type: 'receive_payment', data: ofAnother } },
    ],
    send_payment: [
      { refusal: 'bank_reference_used', given: [claimed], when: { type: 'send_payment', data: outgoing } },
    ],
  },
});

test('a bank reference that a person states is of the first top-up alone', (t) => {
  const { given: known } = specificationOf(payment);
  known([]).when({ type: 'receive_payment', data }).thenExpect(t, [claimed]);
  known([claimed]).when({ type: 'receive_payment', data }).thenExpect(t, []);
  for (const before of [claimed, seenInStatement]) {
    known([before]).when({ type: 'receive_payment', data: ofAnother }).thenExpect(t, 'bank_reference_used');
  }
});

test('statements may name one bank reference for several top-ups, unless a person has stated that amount', (t) => {
  const { given: known } = specificationOf(payment);
  const elsewhere = { ...ofAnother, by_hand: false };
  known([seenInStatement]).when({ type: 'receive_payment', data: elsewhere }).thenExpect(t, []);
  known([claimed]).when({ type: 'receive_payment', data: elsewhere }).thenExpect(t, 'bank_reference_used');
  known([claimed])
    .when({ type: 'receive_payment', data: { ...elsewhere, received_eur: '1.000000000' } })
    .thenExpect(t, []);
});

test('a bank reference is of one payout, and of no top-up that a person confirms', (t) => {
  const { given: known } = specificationOf(payment);
  const send = { type: 'send_payment', data: outgoing } as const;
  known([]).when(send).thenExpect(t, [sent]);
  known([sent]).when(send).thenExpect(t, []);
  const another = { ...send, data: { ...outgoing, payout_id: id('7', 2) } };
  for (const before of [sent, claimed, seenInStatement])
    known([before]).when(another).thenExpect(t, 'bank_reference_used');
  known([sent]).when({ type: 'receive_payment', data }).thenExpect(t, 'bank_reference_used');
  // A statement may name it for a payment that comes in, but not for one of the same amount.
  const inStatement = { ...data, by_hand: false };
  known([sent]).when({ type: 'receive_payment', data: inStatement }).thenExpect(t, 'bank_reference_used');
  known([sent])
    .when({ type: 'receive_payment', data: { ...inStatement, received_eur: '1.000000000' } })
    .thenExpect(t, []);
});
