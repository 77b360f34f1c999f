import { eurFromNano } from '../../src/domain/money.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import type { ChargeSelection, SelectionCall, SelectionSpend } from '../../src/domain/selection/selection-commands.ts';
import type { SelectionChoice } from '../../src/domain/selection/selection-events.ts';
import type { ReserveCredit } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import * as the from './wallet-vocabulary.ts';

/** The words in which the specification of choosing is written, beside those of the wallet. */

export const selectionId = the.id('9', 1);

export const judgePrices = createPriceList({
  id: 'judge',
  version: '2026-11-01',
  eur_per_million_tokens: { input: '0.05', output: '0.2' },
});

const written = (amount: string): string => eurFromNano(the.eur(amount));

const callTo = (target: string): SelectionCall['inference'] => ({
  surface: 'chat_completions',
  profile: 'switchyard',
  target,
  upstream: 'sandbox',
  upstream_model: `${target}-model`,
});

export const judge: SelectionCall = {
  inference: callTo('judge'),
  priceList: judgePrices,
  inputTokensMax: 1_800,
  outputTokensMax: 60,
};

const recordOf = ({ inference, priceList, inputTokensMax, outputTokensMax }: SelectionCall) => ({
  inference,
  price_list: priceList.record,
  input_tokens_max: inputTokensMax,
  output_tokens_max: outputTokensMax,
});

const light: SelectionCall = {
  inference: callTo('light'),
  priceList: the.priceList,
  inputTokensMax: 100,
  outputTokensMax: 200,
};

export const choice: SelectionChoice = {
  strategy: 'llm',
  strategy_version: 'prompt-1',
  policy: 'balanced',
  candidates: [
    {
      profile: 'light',
      target: 'light',
      expected_quality: '0.6500',
      expected_cost_eur: '0.000100000',
      score: '0.6100',
    },
    { profile: 'average', excluded: 'surface' },
    { profile: 'advanced', target: 'advanced', expected_quality: '0.8000', score: '0.5000' },
  ],
  selected: 'light',
  fallback_order: ['advanced'],
  score: '0.6100',
  reason_codes: ['not_worth_its_price'],
  bins: { length: 's' },
  effort_requested: 'medium',
  effort_applied: null,
  outcome: 'decided',
  attempts: 1,
  duration_us: 1_200,
};

// Commands.

/** Holds `amount`, of which `cap` is for choosing. */
export const reserve = (amount: string, cap: string, more: Partial<ReserveCredit> = {}): ReserveCredit =>
  the.reserve(amount, { selection: { selectionId, cap: the.eur(cap), call: judge }, ...more });

export const counted = (cost: string): SelectionSpend => ({
  kind: 'counted',
  cost: the.costing(cost),
  counted: the.counted,
  priceListId: judgePrices.id,
  priceListVersion: judgePrices.version,
  serviceTier: null,
  usageSource: 'upstream',
});

export const unknown: SelectionSpend = {
  kind: 'unknown',
  reason: 'selection_unknown',
  call: judge,
  userId: the.userId,
  instanceId: 'gateway-1',
  expiresAt: the.expiresAt,
};

/** Charges choosing, and leaves `hold` for the answer. */
export const choose = (hold: string, spent: SelectionSpend = { kind: 'nothing' }): ChargeSelection => ({
  type: 'charge_selection',
  reservationId: the.reservation,
  choice,
  spent,
  answer: { ...light, hold: the.eur(hold) },
  reason: 'never_forwarded',
  resolvedBy: null,
});

/** Charges choosing, and forwards nothing. */
export const giveUp = (
  spent: SelectionSpend = { kind: 'nothing' },
  resolvedBy: 'rule' | null = null,
): ChargeSelection => ({ ...choose('0', spent), answer: null, resolvedBy });

// Events.

export function reserved(amount: string, cap: string): WalletEvent {
  const event = the.reserved(amount) as WalletEventOf<'CreditReserved'>;
  const selection = { selection_id: selectionId, cap_eur: written(cap), call: recordOf(judge) };
  const { postings, ...data } = event.data;
  return { ...event, data: { ...data, selection, postings } };
}

interface Charged {
  /** Default nothing. */
  readonly cost?: string;
  readonly overrun?: string;
  readonly released?: string;
  readonly hold: string;
  readonly more?: Partial<WalletEventOf<'SelectionCharged'>['data']>;
}

export function charged({ cost = '0', overrun = '0', released = '0', hold, more = {} }: Charged): WalletEvent {
  const bill = the.eur(cost) === 0n ? null : counted(cost);
  const fromHold = eurFromNano(the.eur(cost) - the.eur(overrun));
  const movements = [
    [the.move('reserved', 'revenue', fromHold), fromHold],
    [the.move('reserved', 'available', released), released],
    [the.move('available', 'revenue', overrun), overrun],
  ] as const;
  return {
    type: 'SelectionCharged',
    data: {
      reservation_id: the.reservation,
      selection_id: selectionId,
      key_id: the.keyA,
      ...choice,
      usage_known: true,
      cost_eur: written(cost),
      lines: bill?.kind === 'counted' ? [...bill.cost.lines] : [],
      ...(bill?.kind === 'counted' && {
        counted: the.counted,
        price_list_id: judgePrices.id,
        price_list_version: judgePrices.version,
        service_tier: null,
        usage_source: 'upstream' as const,
      }),
      overrun_eur: written(overrun),
      released_eur: written(released),
      answer_hold_eur: written(hold),
      answer: recordOf(light),
      resolved_by: null,
      postings: movements.flatMap(([move, amount]) => (the.eur(amount) === 0n ? [] : [move])),
      ...more,
    },
  };
}

/** A call whose counters nobody knows, held by itself. */
export const heldApart = (cap: string): WalletEvent => ({
  type: 'CreditReserved',
  data: {
    reservation_id: selectionId,
    amount_eur: written(cap),
    key_id: the.keyA,
    user_id: the.userId,
    instance_id: 'gateway-1',
    expires_at: the.expiresAt,
    ...recordOf(judge),
    is_selection: true,
    postings: [the.move('available', 'reserved', cap)],
  },
});

export const flaggedApart = (reason = 'selection_unknown'): WalletEvent => ({
  type: 'ReservationFlagged',
  data: { reservation_id: selectionId, key_id: the.keyA, reason },
});
