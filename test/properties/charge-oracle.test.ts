import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { costOf, worstCaseCost } from '../../src/domain/cost.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import { createPriceList, priceListSchema, type PriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import { noUsage, type Usage } from '../../src/domain/usage.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { hasProgram } from '../_support/has-program.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';
import * as the from '../_support/wallet-vocabulary.ts';

// Holds and charges at random price lists, recomputed from their events by a program in another language.

const charges = 2_000;
const tierNames = ['flex', 'priority'] as const;
const parts = [
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'audio_input',
  'image_input',
  'reasoning',
  'audio_output',
] as const;

class RandomRequests {
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** What was held and what was charged for a request that used no more than its hold is for. */
  next(): readonly WalletEvent['data'][] {
    const random = this.#random;
    const [priceList, used] = [this.#list(), this.#usage()];
    const bound = {
      inputTokensMax: used.input_tokens + random.oneOf([0, random.whole(0, 900)]),
      outputTokensMax: used.output_tokens + random.oneOf([0, random.whole(0, 900)]),
      webSearchesMax: used.web_searches,
    };
    const serviceTier = random.oneOf([null, 'default', ...tierNames]);
    const held = eurFromNano(worstCaseCost(bound, priceList));
    const events: WalletEvent[] = [the.opened, the.credited('999999')];
    for (const command of [
      the.reserve(held, { ...bound, priceList }),
      the.settle('0', { cost: costOf(used, priceList, serviceTier), serviceTier }),
    ]) {
      const decided = wallet.decide(command, events.reduce(wallet.evolve, wallet.initialState));
      if (!decided.accepted) throw new Error(decided.refusal);
      events.push(...decided.events);
    }
    return events.slice(2).map(({ data }) => data);
  }

  #isSo = (): boolean => this.#random.whole(0, 1) === 1;

  #price = (): string => eurFromNano(BigInt(this.#random.whole(0, 10 ** this.#random.whole(0, 11))));

  #prices(): PriceListRecord['eur_per_million_tokens'] {
    const some = parts.filter(this.#isSo).map((name) => [name, this.#price()]);
    return { input: this.#price(), output: this.#price(), ...Object.fromEntries(some) };
  }

  /** Thresholds in ascending order, near the quantities of a call. */
  #above(): NonNullable<PriceListRecord['above']> {
    const thresholds = Array.from({ length: this.#random.whole(0, 3) }, () => this.#random.whole(1, 600));
    return [...new Set(thresholds)]
      .toSorted((a, b) => a - b)
      .map((input_tokens) => ({ input_tokens, eur_per_million_tokens: this.#prices() }));
  }

  #list(): PriceList {
    const tiers = tierNames.filter(this.#isSo).map((name) => [name, { ...this.#prices(), above: this.#above() }]);
    const { id, version } = the.priceList;
    return createPriceList(
      priceListSchema.parse({
        id,
        version,
        eur_per_million_tokens: this.#prices(),
        above: this.#above(),
        service_tiers: Object.fromEntries(tiers),
        eur_per_thousand_web_searches: this.#price(),
      }),
    );
  }

  #call = (): Usage => {
    const [input_tokens, output_tokens] = [this.#random.whole(0, 700), this.#random.whole(0, 300)];
    const part = (whole: number): number => this.#random.whole(0, Math.ceil(whole / 3));
    return {
      ...noUsage,
      input_tokens,
      cached_input_tokens: part(input_tokens),
      cache_write_tokens: part(input_tokens),
      cache_write_1h_tokens: part(input_tokens),
      audio_input_tokens: part(input_tokens),
      image_input_tokens: part(input_tokens),
      output_tokens,
      reasoning_tokens: part(output_tokens),
      audio_output_tokens: part(output_tokens),
    };
  };

  /** One request in three is of several model calls. */
  #usage(): Usage {
    const calls = Array.from({ length: this.#random.oneOf([1, 1, this.#random.whole(2, 5)]) }, this.#call);
    const names = Object.keys(noUsage) as (keyof typeof noUsage)[];
    const sums = names.map((name) => [name, calls.reduce((sum, call) => sum + Number(call[name]), 0)]);
    const web_searches = this.#random.oneOf([0, this.#random.whole(1, 5)]);
    const whole = { ...noUsage, ...Object.fromEntries(sums), web_searches };
    return calls.length === 1 ? whole : { ...whole, calls };
  }
}

test.runIf(hasProgram('python3'))(
  'a program in Python finds each hold and charge right, from its events alone',
  (t) => {
    const requests = new RandomRequests(randomOf(t));
    const pairs = Array.from({ length: charges }, () => requests.next());
    const ask = (lines: readonly unknown[]) =>
      spawnSync('python3', [join(import.meta.dirname, 'charge_oracle.py')], {
        input: lines.map((line) => JSON.stringify(line)).join('\n'),
        encoding: 'utf8',
      });
    const { status, stdout, stderr } = ask(pairs);
    t.is(status, 0, stdout + stderr);
    t.is(Number(stdout), charges);

    // It does notice: the same charges under lists without thresholds.
    const [flat] = pairs.flatMap(([held, charged]) => {
      const { price_list } = held as { readonly price_list: PriceListRecord };
      const isTiered = JSON.stringify(charged).includes('above_input_tokens":') && price_list.above !== undefined;
      return isTiered ? [[{ ...held, price_list: { ...price_list, above: [] } }, charged]] : [];
    });
    t.is(ask([flat]).status, 1);
  },
);
