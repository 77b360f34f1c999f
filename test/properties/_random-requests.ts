import { boundRecord, heldBounds } from '../../src/domain/attempts/fail-attempt.ts';
import { billOf, countedRecord, worstCaseCost, type Bill, type UsageBound } from '../../src/domain/cost.ts';
import { eurFromNano, type NanoEur } from '../../src/domain/money.ts';
import { enteredBill } from '../../src/domain/prices/bill-by.ts';
import { createPriceList, priceListSchema, type PriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import { noUsage, type Usage } from '../../src/domain/usage.ts';
import type { SeededRandom } from '../_support/seeded-random.ts';
import * as the from '../_support/wallet-vocabulary.ts';

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

/** What a request is bounded by and held for, and what it comes to cost. */
interface RandomRequest {
  readonly bound: {
    readonly inputTokensMax: number;
    readonly outputTokensMax: number;
    readonly webSearchesMax: number;
  };
  readonly priceList: PriceList;
  readonly held: NanoEur;
  /** Whether it may go to a target that is dearer. */
  readonly isPooled: boolean;
  readonly bill: Bill;
}

/** Requests at random price lists: tiers by context and of service, parts of counters, several calls. */
export class RandomRequests {
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** At a list that `own` makes of a random one. One in ten uses more than its bound. */
  next(own: (list: PriceListRecord) => PriceListRecord): RandomRequest {
    const random = this.#random;
    const priceList = createPriceList(own(this.list()));
    // Without a price a tool is not offered.
    const used = this.#usage(priceList.record.eur_per_thousand_web_searches !== undefined);
    const isBeyond = random.whole(1, 10) === 1;
    const bounded = (tokens: number): number =>
      isBeyond ? Math.floor(tokens / 2) : tokens + random.oneOf([0, random.whole(0, 900)]);
    const bound = {
      inputTokensMax: bounded(used.input_tokens),
      outputTokensMax: bounded(used.output_tokens),
      webSearchesMax: used.web_searches,
    };
    const isPooled = random.whole(1, 4) === 1;
    const held = worstCaseCost(bound, priceList) + (isPooled ? BigInt(random.whole(0, 10 ** random.whole(0, 9))) : 0n);
    const bill = random.whole(1, 5) === 1 ? this.#entered(held, bound) : this.#bill(used, priceList);
    return { bound, priceList, held, isPooled, bill };
  }

  /** The whole hold, or what a person enters, which may be more. */
  #entered(held: NanoEur, bound: UsageBound): Bill {
    const bounds = heldBounds(boundRecord(bound));
    if (this.#random.whole(0, 1) === 0) return enteredBill(held, 'hold', bounds);
    return enteredBill((held * BigInt(this.#random.whole(0, 1_500))) / 1_000n, 'operator', bounds);
  }

  /** One in four is an estimate, with input of unknown kind; tiers are served as they were asked for, or not. */
  #bill(usage: Usage, priceList: PriceList): Bill {
    const random = this.#random;
    const tiers = [null, 'default', ...tierNames, 'fast'] as const;
    const [asked, served] = [random.oneOf(tiers), random.oneOf(tiers)];
    const isEstimate = random.whole(1, 4) === 1;
    const unreportedInputTokens = isEstimate ? random.whole(0, usage.input_tokens) : 0;
    const counted = countedRecord({ usage, asked, served, unreportedInputTokens });
    return billOf(counted, isEstimate ? 'estimate' : 'upstream', priceList);
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

  /** A list as it is configured. */
  list(): PriceListRecord {
    const tiers = tierNames.filter(this.#isSo).map((name) => [name, { ...this.#prices(), above: this.#above() }]);
    const { id, version } = the.priceList;
    return priceListSchema.parse({
      id,
      version,
      eur_per_million_tokens: this.#prices(),
      above: this.#above(),
      service_tiers: Object.fromEntries(tiers),
      ...(this.#random.whole(1, 4) > 1 && { eur_per_thousand_web_searches: this.#price() }),
    });
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
  #usage(isSearching: boolean): Usage {
    const calls = Array.from({ length: this.#random.oneOf([1, 1, this.#random.whole(2, 5)]) }, this.#call);
    const names = Object.keys(noUsage) as (keyof typeof noUsage)[];
    const sums = names.map((name) => [name, calls.reduce((sum, call) => sum + Number(call[name]), 0)]);
    const web_searches = isSearching ? this.#random.oneOf([0, this.#random.whole(1, 5)]) : 0;
    const whole = { ...noUsage, ...Object.fromEntries(sums), web_searches };
    return calls.length === 1 ? whole : { ...whole, calls };
  }
}
