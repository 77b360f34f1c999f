import { payout, payoutRefusals } from '../../../src/domain/payments/payout.ts';
import type { PayoutEvent } from '../../../src/domain/payments/payout-events.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';

const named = { payout_id: id('6', 1), tenant_id: tenantId };
const asked = { ...named, wallet_id: walletId, amount_eur: '12.500000000', reason: 'end of contract' };
const bank = { bank_reference: 'E2E-0044', bank_date: '2026-11-20' };

const requested: PayoutEvent = { type: 'PayoutRequested', data: asked };
const confirmed: PayoutEvent = { type: 'PayoutConfirmed', data: { ...named, ...bank } };
const cancelled: PayoutEvent = { type: 'PayoutCancelled', data: { ...named, reason: 'wrong account' } };

const request = { type: 'request_payout', payout: asked } as const;
const confirm = { type: 'confirm_payout', bankReference: bank.bank_reference, bankDate: bank.bank_date } as const;
const cancel = { type: 'cancel_payout', reason: 'wrong account' } as const;

testDecisions('a payout', payout, {
  states: {
    unknown: [],
    pending: [requested],
    confirmed: [requested, confirmed],
    cancelled: [requested, cancelled],
  },
  commands: { request_payout: request, confirm_payout: confirm, cancel_payout: cancel },
  outcomes: {
    request_payout: {
      unknown: 'PayoutRequested',
      pending: 'nothing',
      confirmed: 'nothing',
      cancelled: 'nothing',
    },
    confirm_payout: {
      unknown: 'payout_not_requested',
      pending: 'PayoutConfirmed',
      confirmed: 'nothing',
      cancelled: 'payout_not_pending',
    },
    cancel_payout: {
      unknown: 'payout_not_requested',
      pending: 'PayoutCancelled',
      confirmed: 'payout_not_pending',
      cancelled: 'nothing',
    },
  },
  refusals: payoutRefusals,
  ladders: {
    request_payout: [
      {
        refusal: 'payout_already_requested',
        given: [requested],
        when: { ...request, payout: { ...asked, amount_eur: '12.500000001' } },
      },
    ],
    confirm_payout: [
      { refusal: 'payout_not_requested', given: [], when: confirm },
      {
        refusal: 'payout_not_pending',
        given: [requested, confirmed],
        when: { ...confirm, bankReference: 'E2E-0045' },
      },
    ],
    cancel_payout: [
      { refusal: 'payout_not_requested', given: [], when: cancel },
      { refusal: 'payout_not_pending', given: [requested, confirmed], when: cancel },
    ],
  },
});
