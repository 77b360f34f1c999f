import test from 'ava';
import {
  payment,
  paymentRefusals,
  topup,
  topupRefusals,
  type TopupCommand,
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
const received = { bank_reference: 'E2E-0042', bank_date: '2026-11-20', received_eur: '99.500000000' };
const other = { ...received, bank_reference: 'E2E-0043' };

const requested: TopupEvent = { type: 'TopupRequested', data: asked };
const confirmed: TopupEvent = { type: 'TopupConfirmed', data: { ...named, ...received } };
const reopened: TopupEvent = { type: 'TopupReopened', data: { ...named, bank_reference: received.bank_reference } };
const credited: TopupEvent = { type: 'TopupCredited', data: { ...named, received_eur: received.received_eur } };
const cancelled: TopupEvent = { type: 'TopupCancelled', data: { ...named, reason: 'no' } };
const expired: TopupEvent = { type: 'TopupExpired', data: named };

const request = { type: 'request_topup', topup: asked } as const;
const confirm = { type: 'confirm_topup', payment: received } as const;
const reopen = { type: 'reopen_topup', bankReference: received.bank_reference } as const;
const credit = { type: 'credit_topup' } as const;
const cancel = { type: 'cancel_topup', reason: 'no' } as const;
const expire = { type: 'expire_topup' } as const;

/** It is so already, or nothing is to be done. */
const settled = {
  unknown: 'nothing',
  pending: 'nothing',
  confirmed: 'nothing',
  reopened: 'nothing',
  credited: 'nothing',
  cancelled: 'nothing',
  expired: 'nothing',
} as const;
const whoever = { unknown: 'topup_not_requested' } as const;
const notPending = { ...whoever, confirmed: 'topup_not_pending', cancelled: 'topup_not_pending' } as const;

const ofRequested = <Command>(when: Command) => [{ refusal: 'topup_not_requested', given: [], when }] as const;
const ofPending = <Command>(when: Command) =>
  [...ofRequested(when), { refusal: 'topup_not_pending', given: [requested, expired], when }] as const;

testDecisions('a top-up', topup, {
  states: {
    unknown: [],
    pending: [requested],
    confirmed: [requested, confirmed],
    reopened: [requested, confirmed, reopened],
    credited: [requested, confirmed, credited],
    cancelled: [requested, cancelled],
    expired: [requested, expired],
  },
  commands: {
    request_topup: request,
    confirm_topup: confirm,
    reopen_topup: reopen,
    credit_topup: credit,
    cancel_topup: cancel,
    expire_topup: expire,
  },
  outcomes: {
    request_topup: { ...settled, unknown: 'TopupRequested' },
    confirm_topup: {
      ...settled,
      ...whoever,
      pending: 'TopupConfirmed',
      reopened: 'TopupConfirmed',
      cancelled: 'topup_not_pending',
      expired: 'topup_not_pending',
    },
    reopen_topup: { ...settled, ...whoever, confirmed: 'TopupReopened' },
    credit_topup: {
      ...notPending,
      pending: 'topup_not_pending',
      reopened: 'topup_not_pending',
      confirmed: 'TopupCredited',
      credited: 'nothing',
      expired: 'topup_not_pending',
    },
    cancel_topup: {
      ...notPending,
      pending: 'TopupCancelled',
      reopened: 'TopupCancelled',
      credited: 'topup_not_pending',
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
    reopen_topup: ofRequested(reopen),
    credit_topup: ofPending(credit),
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
  given([requested, confirmed]).when(reopen).thenExpect(t, [reopened]);
  given([requested, confirmed]).when(credit).thenExpect(t, [credited]);
  given([requested]).when(cancel).thenExpect(t, [cancelled]);
  given([requested]).when(expire).thenExpect(t, [expired]);
});

test('a top-up is not requested again as another', (t) => {
  given([requested])
    .when({ type: 'request_topup', topup: { ...asked, amount_eur: '1.000000000' } })
    .thenExpect(t, 'topup_already_requested');
});

test('a top-up has one payment, and another one after it was opened again', (t) => {
  const byOther: TopupCommand = { type: 'confirm_topup', payment: other };
  given([requested, confirmed]).when(byOther).thenExpect(t, 'topup_not_pending');
  given([requested, confirmed, reopened])
    .when(byOther)
    .thenExpect(t, [{ type: 'TopupConfirmed', data: { ...named, ...other } }]);
});

const data: PaymentEvent['data'] = { ...named, wallet_id: walletId, ...received };
const claimed: PaymentEvent = { type: 'PaymentReceived', data };

testLadders('a bank reference', payment, {
  refusals: paymentRefusals,
  ladders: {
    receive_payment: [
      {
        refusal: 'bank_reference_used',
        given: [claimed],
        when: { type: 'receive_payment', data: { ...data, topup_id: id('6', 2) } },
      },
    ],
  },
});

test('a bank reference belongs to the first top-up that claims it', (t) => {
  const { given: known } = specificationOf(payment);
  known([]).when({ type: 'receive_payment', data }).thenExpect(t, [claimed]);
  known([claimed]).when({ type: 'receive_payment', data }).thenExpect(t, []);
  known([claimed])
    .when({ type: 'receive_payment', data: { ...data, topup_id: id('6', 2) } })
    .thenExpect(t, 'bank_reference_used');
});
