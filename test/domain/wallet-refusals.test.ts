import type { SelectionSpend } from '../../src/domain/selection/selection-commands.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { walletRefusals, type WalletCommand, type WalletRefusal } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import * as alerting from '../_support/alert-vocabulary.ts';
import * as attempting from '../_support/attempt-vocabulary.ts';
import { testLadders, type Ladders } from '../_support/refusal-ladders.ts';
import { budget } from '../_support/budget-vocabulary.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import { flagged, funded, opened, reserved, selecting, walletStates as states } from '../_support/wallet-states.ts';
import * as the from '../_support/wallet-vocabulary.ts';

const counted = choosing.counted('1') as Extract<SelectionSpend, { readonly kind: 'counted' }>;
const broke = { requestCap: 1n, keyBudget: 1n };
const atMaximum = [...opened, the.credited('999999999.999999999')];

const ladders: Ladders<WalletCommand, WalletEvent, WalletRefusal> = {
  open_wallet: [{ refusal: 'wallet_already_open', given: opened, when: the.open }],
  credit_wallet: [
    { refusal: 'wallet_not_open', given: [], when: { ...the.credit('1'), amount: -1n } },
    { refusal: 'amount_not_positive', given: atMaximum, when: the.credit('0') },
    { refusal: 'credit_already_posted', given: atMaximum, when: the.credit('0.000000001') },
    {
      refusal: 'amount_exceeds_maximum',
      given: atMaximum,
      when: { ...the.credit('0.000000001', the.id('f', 9)), lots: [the.grantedLot('1')] },
    },
    { refusal: 'lots_not_possible', given: opened, when: { ...the.credit('1'), lots: [the.grantedLot('2')] } },
  ],
  debit_wallet: [
    { refusal: 'wallet_not_open', given: [], when: the.debit('0') },
    { refusal: 'amount_not_positive', given: [...funded, the.debited('9')], when: the.debit('0') },
    { refusal: 'debit_already_posted', given: [...funded, the.debited('9')], when: the.debit('9') },
    {
      refusal: 'amount_exceeds_available',
      given: states.granted,
      when: { ...the.debit('10.000000001'), takes: 'paid' },
    },
    { refusal: 'amount_exceeds_paid', given: states.granted, when: { ...the.debit('1'), takes: 'paid' } },
  ],
  expire_lots: [{ refusal: 'wallet_not_open', given: [], when: the.expireLots('2026-12-31') }],
  reserve_credit: [
    { refusal: 'wallet_not_open', given: [], when: the.reserve('4', broke) },
    {
      refusal: 'amount_negative',
      given: [...states.overdrawn, the.reserved('0')],
      when: { ...the.reserve('0', { requestCap: -2n, keyBudget: -2n }), amount: -1n },
    },
    { refusal: 'reservation_already_open', given: reserved, when: the.reserve('11', broke) },
    { refusal: 'reservation_already_ended', given: states.givenUp, when: the.reserve('11', broke) },
    { refusal: 'amount_exceeds_request_cap', given: funded, when: the.reserve('11', broke) },
    { refusal: 'amount_exceeds_key_budget', given: funded, when: the.reserve('11', { keyBudget: 1n }) },
    { refusal: 'amount_exceeds_budget', given: funded, when: the.reserve('11', { budgets: [budget('day', '1')] }) },
    { refusal: 'amount_exceeds_available', given: states.restrictedAndRunning, when: the.reserve('11') },
    { refusal: 'wallet_restricted', given: states.restrictedAndRunning, when: choosing.reserve('1', '2') },
    { refusal: 'selection_exceeds_hold', given: funded, when: choosing.reserve('1', '2') },
  ],
  charge_selection: [
    { refusal: 'wallet_not_open', given: [], when: choosing.choose('9') },
    {
      refusal: 'amount_negative',
      given: funded,
      when: choosing.choose('9', { ...counted, cost: { total: -1n, lines: [] } }),
    },
    {
      refusal: 'amount_exceeds_maximum',
      given: funded,
      when: choosing.choose('9', { ...counted, cost: { total: 10n ** 18n, lines: [] } }),
    },
    { refusal: 'reservation_not_open', given: funded, when: choosing.choose('9') },
    { refusal: 'selection_not_open', given: reserved, when: choosing.choose('9') },
    { refusal: 'selection_exceeds_hold', given: selecting, when: choosing.choose('9') },
  ],
  fail_attempt: [
    { refusal: 'wallet_not_open', given: [], when: attempting.fail('9') },
    {
      refusal: 'amount_negative',
      given: funded,
      when: attempting.fail('9', { hold: -1n, leftOpen: attempting.leftOpen('9', the.reservation) }),
    },
    {
      refusal: 'reservation_already_open',
      given: flagged,
      when: attempting.fail('9', { attempt: 2, leftOpen: attempting.leftOpen('9', the.reservation) }),
    },
    { refusal: 'reservation_not_open', given: funded, when: attempting.fail('9', { attempt: 2 }) },
    { refusal: 'selection_open', given: [...selecting, the.flagged], when: attempting.fail('9', { attempt: 2 }) },
    { refusal: 'attempt_not_current', given: flagged, when: attempting.fail('9', { attempt: 2 }) },
    { refusal: 'attempt_exceeds_hold', given: flagged, when: attempting.fail('4.000000001') },
    {
      refusal: 'reservation_already_flagged',
      given: flagged,
      when: attempting.fail('4', { leftOpen: attempting.leftOpen('4'), requestCap: 1n }),
    },
    { refusal: 'attempts_exceed_credit', given: reserved, when: attempting.fail('4', { requestCap: 1n }) },
  ],
  settle_reservation: [
    { refusal: 'wallet_not_open', given: [], when: the.settle('1') },
    { refusal: 'amount_negative', given: funded, when: the.settle('1', { cost: { total: -1n, lines: [] } }) },
    {
      refusal: 'amount_exceeds_maximum',
      given: funded,
      when: the.settle('1', { cost: { total: 10n ** 18n, lines: [] } }),
    },
    { refusal: 'reservation_not_open', given: funded, when: the.settle('1') },
    { refusal: 'selection_open', given: selecting, when: the.settle('1', { attempt: 2 }) },
    { refusal: 'attempt_not_current', given: reserved, when: the.settle('1', { attempt: 2 }) },
  ],
  release_reservation: [
    { refusal: 'wallet_not_open', given: [], when: the.release() },
    { refusal: 'reservation_not_open', given: funded, when: { ...the.release(), attempt: 2 } },
    { refusal: 'attempt_not_current', given: reserved, when: { ...the.release(), attempt: 2 } },
  ],
  flag_reservation: [
    { refusal: 'wallet_not_open', given: [], when: the.flag() },
    { refusal: 'reservation_not_open', given: funded, when: the.flag() },
    { refusal: 'reservation_already_flagged', given: flagged, when: the.flag() },
  ],
  set_wallet_alert: [
    { refusal: 'wallet_not_open', given: [], when: { ...alerting.tellBelow('1'), below: -1n } },
    { refusal: 'amount_negative', given: funded, when: { ...alerting.tellBelow('1'), below: -1n } },
    { refusal: 'amount_exceeds_maximum', given: funded, when: { ...alerting.tellBelow('1'), below: 10n ** 18n } },
  ],
  set_budget_alert: [
    { refusal: 'wallet_not_open', given: [], when: { ...alerting.tellBudget('5', '1'), left: -1n } },
    { refusal: 'amount_negative', given: funded, when: { ...alerting.tellBudget('5', '1'), left: -1n } },
    { refusal: 'amount_exceeds_maximum', given: funded, when: { ...alerting.tellBudget('5', '1'), left: 10n ** 18n } },
  ],
  lift_restriction: [
    { refusal: 'wallet_not_open', given: [], when: the.lift },
    { refusal: 'wallet_not_restricted', given: funded, when: the.lift },
  ],
};

testLadders('a wallet', wallet, { refusals: walletRefusals, ladders });
