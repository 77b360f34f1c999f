import { bucketCount, type TextFeatures } from './text-features.ts';

/** What the table knows of one domain, e.g. of a subject. */
export interface Domain {
  readonly name: string;
  /** log of the share of outcomes that were of it. */
  readonly logShare: number;
  /** The economical model's share of right answers, shrunk to the mean. */
  readonly economicalQuality: number;
  /** The advanced model's share of right answers less the economical one's, shrunk to the mean. */
  readonly gain: number;
}

/** Words by bucket, and how much each speaks for each domain: `weights[bucket × domains + domain]` × `weightUnit`. */
export interface DomainWeights {
  readonly domains: readonly Domain[];
  readonly weights: Int8Array;
  readonly weightUnit: number;
}

export interface DomainEstimate {
  readonly gain: number;
  readonly economicalQuality: number;
  /** How much the domain is in doubt: 0 where one is certain, 1 where all are equally likely. */
  readonly doubt: number;
}

/** Words of one text speak for each other: what they say together is taken to this power less, by how many there are. */
const lengthPower = 0.25;

/** Naive Bayes over hashed words, and what each domain has gained. It has its room for as long as it lives. */
export class DomainPrior {
  readonly #table: DomainWeights;
  readonly #likely: Float64Array;

  /** Raises `RangeError` when there are not as many weights as buckets × domains. */
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

  /** How likely each domain is: the sum is 1. */
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
