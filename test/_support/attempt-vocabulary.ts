import type { AttemptCall, FailAttempt, LeftOpen } from '../../src/domain/attempts/attempt-commands.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import * as the from './wallet-vocabulary.ts';

/** The words in which the specification of attempts is written, beside those of the wallet. */

/** Under which the billing records of the second target know the attempt at it. */
export const secondReference = the.id('8', 1);
/** Under which the worst case of a failed attempt is held. */
export const leftOpenId = the.id('7', 1);

export const otherPrices = createPriceList({
  id: 'other-model',
  version: '2026-11-01',
  eur_per_million_tokens: { input: '0.5', output: '4' },
});

export const first: AttemptCall = {
  billingReference: the.reservation,
  inference: {
    surface: 'chat_completions',
    profile: 'average',
    target: 'sandbox-small',
    upstream: 'sandbox',
    upstream_model: 'small-model',
  },
  priceList: the.priceList,
  inputTokensMax: 100,
  outputTokensMax: 200,
};

export const second: AttemptCall = {
  ...first,
  billingReference: secondReference,
  inference: { ...first.inference, target: 'other-small', upstream: 'other', upstream_model: 'other-model' },
  priceList: otherPrices,
};

export const leftOpen = (amount: string, reservationId = leftOpenId): LeftOpen => ({
  reservationId,
  amount: the.eur(amount),
  userId: the.userId,
  instanceId: 'gateway-1',
  expiresAt: the.expiresAt,
});

/** The first attempt failed; what stays held for the second, and those after it, is `hold`. */
export const fail = (hold: string, more: Partial<FailAttempt> = {}): FailAttempt => ({
  type: 'fail_attempt',
  reservationId: the.reservation,
  attempt: 1,
  failed: first,
  failure: 'timed_out',
  leftOpen: null,
  next: second,
  hold: the.eur(hold),
  requestCap: null,
  keyBudget: null,
  ...more,
});

const written = (amount: string): string => eurFromNano(the.eur(amount));

interface Failed {
  readonly released?: string;
  readonly hold: string;
  readonly more?: Partial<WalletEventOf<'AttemptFailed'>['data']>;
}

export const failed = ({ released = '0', hold, more = {} }: Failed): WalletEvent => ({
  type: 'AttemptFailed',
  data: {
    reservation_id: the.reservation,
    key_id: the.keyA,
    attempt: 1,
    target: 'sandbox-small',
    upstream: 'sandbox',
    billing_reference: the.reservation,
    price_list_id: the.priceList.id,
    price_list_version: the.priceList.version,
    failure: 'timed_out',
    outcome: 'not_run',
    next: {
      billing_reference: secondReference,
      inference: second.inference,
      price_list: otherPrices.record,
      input_tokens_max: 100,
      output_tokens_max: 200,
    },
    hold_eur: written(hold),
    released_eur: written(released),
    postings: the.eur(released) === 0n ? [] : [the.move('reserved', 'available', released)],
    ...more,
  },
});

/** The same, of an attempt that may have been executed. */
export const failedInDoubt = ({ more = {}, ...rest }: Failed): WalletEvent =>
  failed({ ...rest, more: { outcome: 'unknown', left_open: leftOpenId, ...more } });

export const heldApart = (
  amount: string,
  more: Partial<WalletEventOf<'CreditReserved'>['data']> = {},
): WalletEvent => ({
  type: 'CreditReserved',
  data: {
    reservation_id: leftOpenId,
    amount_eur: written(amount),
    key_id: the.keyA,
    user_id: the.userId,
    instance_id: 'gateway-1',
    expires_at: the.expiresAt,
    inference: first.inference,
    input_tokens_max: 100,
    output_tokens_max: 200,
    price_list: the.priceList.record,
    attempt_of: { reservation_id: the.reservation, attempt: 1, billing_reference: the.reservation },
    postings: [the.move('available', 'reserved', amount)],
    ...more,
  },
});

export const flaggedApart = (): WalletEvent => ({
  type: 'ReservationFlagged',
  data: { reservation_id: leftOpenId, key_id: the.keyA, reason: 'attempt_timed_out' },
});
