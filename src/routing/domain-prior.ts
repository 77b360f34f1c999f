import { bucketCount, type TextFeatures } from './text-features.ts';

/** What the table knows of one domain, e.g. of a subject. */
export interface Domain {
  readonly name: string;
  /** Logarithm of the share of outcomes in this domain. */
  readonly logShare: number;
  /** The economical model's share of correct answers, shrunk towards the mean. */
  readonly economicalQuality: number;
  /** The advanced model's share of correct answers minus the economical one's, shrunk towards the mean. */
  readonly gain: number;
}

/**
 * Words by bucket, and how strongly each indicates each domain: `weights[bucket × domains + domain]` × `weightUnit`.
 */
export interface DomainWeights {
  readonly domains: readonly Domain[];
  readonly weights: Int8Array;
  readonly weightUnit: number;
}

export interface DomainEstimate {
  /** How much larger the advanced model's probability of a correct answer is. */
  readonly gain: number;
  readonly economicalQuality: number;
  /** How uncertain the domain is: 0 when one is certain, 1 when all are equally likely, or nothing was learned. */
  readonly doubt: number;
}

/** The words of a text are not independent: their joint evidence is damped by this power of their number. */
const lengthPower = 0.25;

/** Naive Bayes over hashed words, and the gain of each domain. Its buffers are allocated once. */
export class DomainPrior {
  readonly #table: DomainWeights;
  readonly #likely: Float64Array;

  /** Raises `RangeError` when the number of weights is not buckets × domains. */
  constructor(table: DomainWeights) {
    if (table.weights.length !== bucketCount * table.domains.length) {
      throw new RangeError('a table of domains has a weight for each bucket and domain');
    }
    this.#table = table;
    this.#likely = new Float64Array(table.domains.length);
  }

  estimate(features: TextFeatures): DomainEstimate {
    this.#weigh(features);
    const { domains } = this.#table;
    let gain = 0;
    let economicalQuality = 0;
    let entropy = 0;
    for (const [index, domain] of domains.entries()) {
      const share = this.#likely[index] ?? 0;
      gain += share * domain.gain;
      economicalQuality += share * domain.economicalQuality;
      if (share > 1e-9) entropy -= share * Math.log(share);
    }
    return { gain, economicalQuality, doubt: domains.length < 2 ? 0 : entropy / Math.log(domains.length) };
  }

  /** Computes the probability of each domain into the buffer; they sum to 1. */
  #weigh({ buckets, bucketsUsed }: TextFeatures): void {
    const { domains, weights, weightUnit } = this.#table;
    const likely = this.#likely;
    const count = domains.length;
    likely.fill(0);
    for (let used = 0; used < bucketsUsed; used += 1) {
      const row = (buckets[used] ?? 0) * count;
      for (let domain = 0; domain < count; domain += 1) {
        likely[domain] = (likely[domain] ?? 0) + (weights[row + domain] ?? 0);
      }
    }
    const unit = weightUnit * Math.max(1, bucketsUsed) ** -lengthPower;
    let most = -Infinity;
    for (const [index, { logShare }] of domains.entries()) {
      const value = (likely[index] ?? 0) * unit + logShare;
      likely[index] = value;
      most = Math.max(most, value);
    }
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const value = Math.exp((likely[index] ?? 0) - most);
      likely[index] = value;
      sum += value;
    }
    for (let index = 0; index < count; index += 1) likely[index] = (likely[index] ?? 0) / sum;
  }
}
