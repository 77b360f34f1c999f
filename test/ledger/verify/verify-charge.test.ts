import test from 'ava';
import { eurFromNano } from '../../../src/domain/money.ts';
import { createPriceList } from '../../../src/domain/price-list.ts';
import { chargeMismatch, type Charge } from '../../../src/ledger/verify/verify-charge.ts';
import { billing, usage } from '../../_support/usage.ts';

const flat = { input: '1', output: '2' };
const list = createPriceList({
  id: 'long',
  version: '1',
  eur_per_million_tokens: flat,
  above: [
    // The same price of output: a line does not tell its tier by its price.
    { input_tokens: 1_000, eur_per_million_tokens: { input: '2', output: '2' } },
    { input_tokens: 5_000, eur_per_million_tokens: { input: '4', output: '2' } },
  ],
  service_tiers: { flex: { ...flat, above: [] } },
});

function chargeOf(counters: Parameters<typeof usage>[0], more: Partial<Charge> = {}): Charge {
  const { service_tier: served = null, usage_source: source = 'upstream' } = more;
  const { cost, counted, serviceTier: service_tier } = billing(counters, list, { served, source });
  return {
    cost_eur: eurFromNano(cost.total),
    counted,
    lines: [...cost.lines],
    ...(cost.contextTiers !== undefined && { context_tiers: [...cost.contextTiers] }),
    price_list_id: 'long',
    price_list_version: '1',
    service_tier,
    usage_source: source,
    ...more,
  };
}

const call = (input_tokens: number) => usage({ input_tokens, output_tokens: 10 });
const calls = (...inputs: readonly number[]) => ({
  input_tokens: inputs.reduce((sum, input) => sum + input),
  output_tokens: 10 * inputs.length,
  calls: inputs.map(call),
});
const at = (above_input_tokens: number, count = 1) => ({ above_input_tokens, calls: count });
/** Lines of a charge as if they were of another tier, at the prices that they have. */
const relabelled = ({ lines }: Charge, above_input_tokens: number | undefined): Charge['lines'] =>
  lines.map(({ counter, quantity, unit_price_eur, amount_eur }) => ({
    counter,
    quantity,
    unit_price_eur,
    amount_eur,
    ...(above_input_tokens !== undefined && { above_input_tokens }),
  }));

/** What the hold was made for. */
const bounds = { counters: { input_tokens: 50_000, output_tokens: 9_000 } };
const held = { hold: 1_000_000_000n, bounds };
const entered = (more: Partial<Charge>): Charge =>
  chargeOf({}, { usage_source: 'hold', resolved_by: 'rule', cost_eur: '1.000000000', counted: bounds, ...more });
const byOperator = { usage_source: 'operator', resolved_by: 'operator' } as const;

const sound: Readonly<Record<string, Charge>> = {
  'below every threshold': chargeOf(call(1_000)),
  'above the first': chargeOf(call(1_001)),
  'above the last': chargeOf(call(50_000)),
  'output alone': chargeOf({ output_tokens: 9_000 }),
  'a service tier with one price': chargeOf(call(50_000), { service_tier: 'flex' }),
  'calls below, together above': chargeOf(calls(900, 900)),
  'calls in every tier': chargeOf(calls(900, 1_001, 5_000, 5_001)),
  'an estimate in a tier below': chargeOf(call(900), { usage_source: 'estimate' }),
  'the whole hold': entered({}),
  'an amount of an operator below the hold': entered({ ...byOperator, cost_eur: '0.900000000' }),
  'an amount of an operator above the hold': entered({ ...byOperator, cost_eur: '3.000000000' }),
};

for (const [what, charge] of Object.entries(sound)) {
  test(`a charge is right: ${what}`, (t) => {
    t.is(chargeMismatch(charge, list, held), null);
  });
}

const long = chargeOf(call(1_001));
const two = chargeOf(calls(900, 900));
const wrong: Readonly<Record<string, Charge>> = {
  'input above a threshold at the prices below it': {
    ...chargeOf(call(1_001), { service_tier: 'flex' }),
    service_tier: null,
  },
  'a tier that the input does not reach': {
    ...chargeOf({ output_tokens: 10 }),
    lines: relabelled(chargeOf({ output_tokens: 10 }), 1_000),
    context_tiers: [at(1_000)],
  },
  'a tier that the lines do not name': { ...long, lines: relabelled(long, undefined) },
  'lines of a tier that the charge does not name': { ...long, context_tiers: undefined },
  'another tier than that of the lines': { ...long, context_tiers: [at(5_000)] },
  'a threshold that the list does not have': {
    ...long,
    lines: relabelled(long, 999),
    context_tiers: [at(999)],
  },
  'lines of which nothing is counted': { ...long, counted: undefined },
  'a tier of a service tier that has none': { ...long, service_tier: 'flex' },
  'one call where the input needs two': { ...two, context_tiers: undefined },
  'more calls than the input can be of': { ...long, context_tiers: [at(1_000, 2)] },
  'the whole hold without its bounds': entered({ counted: undefined }),
  'an amount of an operator with other bounds': entered({ ...byOperator, counted: { counters: { input_tokens: 1 } } }),
  'the whole hold by the request itself': entered({ resolved_by: null }),
  'the whole hold by an operator': entered({ resolved_by: 'operator' }),
  'an amount of an operator by rule': entered({ ...byOperator, resolved_by: 'rule' }),
  'an amount of an operator by the request itself': entered({ ...byOperator, resolved_by: null }),
  'a call that is not charged': { ...two, context_tiers: [at(0, 2), at(1_000)] },
  'an estimate in a tier above': {
    ...chargeOf({ input_tokens: 0, output_tokens: 10 }, { usage_source: 'estimate' }),
    lines: relabelled(chargeOf({ output_tokens: 10 }), 5_000),
    context_tiers: [at(5_000)],
  },
};

for (const [what, charge] of Object.entries(wrong)) {
  test(`a charge is wrong: ${what}`, (t) => {
    t.is(chargeMismatch(charge, list, held)?.kind, 'charge_price');
  });
}

for (const cost_eur of ['0.999999999', '1.000000001', '0.000000000']) {
  test(`a charge of the whole hold is wrong: ${cost_eur} of 1.00`, (t) => {
    t.is(chargeMismatch(entered({ cost_eur }), list, held)?.kind, 'charge_sum');
  });
}

test('a charge is wrong that names context tiers of a list without any', (t) => {
  const plain = createPriceList({ id: 'long', version: '1', eur_per_million_tokens: flat });
  const charge = chargeOf(call(900));
  t.is(chargeMismatch(charge, plain, held), null);
  t.is(chargeMismatch({ ...charge, context_tiers: [at(1_000)] }, plain, held)?.kind, 'charge_price');
});
