import test from 'ava';
import { payment, topup, type TopupCommand } from '../../../src/domain/payments/topup.ts';
import type { PaymentEvent, TopupEvent } from '../../../src/domain/payments/topup-events.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
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

const request: TopupCommand = { type: 'request_topup', topup: asked };
const confirm: TopupCommand = { type: 'confirm_topup', payment: received };
const reopen: TopupCommand = { type: 'reopen_topup', bankReference: received.bank_reference };
const credit: TopupCommand = { type: 'credit_topup' };
const cancel: TopupCommand = { type: 'cancel_topup', reason: 'no' };
const expire: TopupCommand = { type: 'expire_topup' };

const lives: readonly (readonly [
  before: readonly TopupEvent[],
  command: TopupCommand,
  expected: readonly TopupEvent[] | string,
])[] = [
  [[], request, [requested]],
  [[requested], request, []],
  [[requested], { type: 'request_topup', topup: { ...asked, amount_eur: '1.000000000' } }, 'topup_already_requested'],
  [[], confirm, 'topup_not_requested'],
  [[requested], confirm, [confirmed]],
  [[requested, confirmed], confirm, []],
  [[requested, confirmed, credited], confirm, []],
  [[requested, confirmed], { type: 'confirm_topup', payment: other }, 'topup_not_pending'],
  [[requested, cancelled], confirm, 'topup_not_pending'],
  [[requested, expired], confirm, 'topup_not_pending'],
  [[requested, confirmed], reopen, [reopened]],
  [[requested, confirmed, credited], reopen, []],
  [
    [requested, confirmed, reopened],
    { type: 'confirm_topup', payment: other },
    [{ type: 'TopupConfirmed', data: { ...named, ...other } }],
  ],
  [[requested], credit, 'topup_not_pending'],
  [[requested, confirmed], credit, [credited]],
  [[requested, confirmed, credited], credit, []],
  [[requested], cancel, [cancelled]],
  [[requested, cancelled], cancel, []],
  [[requested, confirmed], cancel, 'topup_not_pending'],
  [[requested], expire, [expired]],
  [[requested, confirmed], expire, []],
  [[requested, cancelled], expire, []],
];

for (const [before, command, expected] of lives) {
  const story = before.map(({ type }) => type.replace('Topup', '')).join(', ') || 'nothing';
  test(`after ${story}: ${command.type} ${'payment' in command ? command.payment.bank_reference : ''} ${typeof expected === 'string' ? 'is refused' : `gives ${expected.length}`}`, (t) => {
    given(before)
      .when(command)
      .thenExpect(t, expected as never);
  });
}

test('a bank reference belongs to the first top-up that claims it', (t) => {
  const { given: known } = specificationOf(payment);
  const data: PaymentEvent['data'] = { ...named, wallet_id: walletId, ...received };
  const claimed: PaymentEvent = { type: 'PaymentReceived', data };
  known([]).when({ type: 'receive_payment', data }).thenExpect(t, [claimed]);
  known([claimed]).when({ type: 'receive_payment', data }).thenExpect(t, []);
  known([claimed])
    .when({ type: 'receive_payment', data: { ...data, topup_id: id('6', 2) } })
    .thenExpect(t, 'bank_reference_used');
});
