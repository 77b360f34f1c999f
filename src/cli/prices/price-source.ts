import type { PriceListRecord } from '../../domain/price-list.ts';

/** Prices as data of others tell them, in US dollars. Nothing of it is trusted: it becomes a draft for a person to review. */

/** A counter of tokens that a price list has a price for. */
export type TokenCounter = keyof PriceListRecord['eur_per_million_tokens'];

/** The prices of a list besides those of tokens. */
export type OtherPrice = 'eur_per_million_characters' | 'eur_per_audio_hour' | 'eur_per_thousand_web_searches';

/** Exact dollars, times 10³⁰, for what the price of a list is for: a million tokens, an hour, a thousand uses. */
export type ExactUsd = bigint;

const scaleDigits = 30;
const usdMax = 10n ** BigInt(scaleDigits + 6);

/**
 * Reads a decimal as JSON writes numbers, never through a float. `null`: it is none, or beyond any price: more than a
 * million dollars, or finer than 10⁻³⁰.
 */
export function exactUsd(text: unknown, units = 1n): ExactUsd | null {
  const [, whole, decimals = '', exponent = '0'] =
    /^(\d{1,20})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(typeof text === 'string' ? text : '') ?? [];
  const zeros = scaleDigits - decimals.length + Number(exponent);
  if (whole === undefined || zeros < 0) return null;
  const usd = BigInt(whole + decimals) * 10n ** BigInt(zeros) * units;
  return usd > usdMax ? null : usd;
}

/** The prices of a service tier, or of a model. */
export interface SourceTariff {
  readonly prices: Map<TokenCounter, ExactUsd>;
  /** By threshold, tokens of input. */
  readonly above: Map<number, Map<TokenCounter, ExactUsd>>;
}

/** What a source says of one model. */
export class SourcePrices {
  readonly tariff: SourceTariff = emptyTariff();
  readonly serviceTiers = new Map<string, SourceTariff>();
  readonly others = new Map<OtherPrice, ExactUsd>();
  /** Counters with a price that is no number a list can have. */
  readonly unread = new Set<TokenCounter>();
  /** What no price list can say, or only in another way: one line each. */
  readonly untranslated = new Set<string>();

  /** The tariff of a service tier, made when it is first named; `null`: of the model itself. */
  tariffOf(tier: string | null): SourceTariff {
    if (tier === null) return this.tariff;
    const known = this.serviceTiers.get(tier) ?? emptyTariff();
    this.serviceTiers.set(tier, known);
    return known;
  }

  /** Of two prices for one counter the dearer one is taken. */
  set<Name>(prices: Map<Name, ExactUsd>, name: Name, usd: ExactUsd): void {
    const before = prices.get(name);
    if (before !== undefined && before !== usd)
      this.untranslated.add(`two prices of ${String(name)}: the dearer one is taken`);
    if (before === undefined || usd > before) prices.set(name, usd);
  }
}

function emptyTariff(): SourceTariff {
  return { prices: new Map(), above: new Map() };
}

/** The prices of a tariff above a threshold; 0: below every one. */
export function pricesAbove({ prices, above }: SourceTariff, threshold: number): Map<TokenCounter, ExactUsd> {
  if (threshold === 0) return prices;
  const known = above.get(threshold) ?? new Map<TokenCounter, ExactUsd>();
  above.set(threshold, known);
  return known;
}

/** Models of a source. */
export interface PriceSource {
  /** The full names of all models. */
  readonly names: readonly string[];
  /** Those that a name means: several where providers share it. */
  find(name: string): readonly { readonly name: string; readonly prices: SourcePrices }[];
}

/** The members of an object of JSON, whose numbers are texts. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as one short line. */
export function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

export function isZero(value: unknown): boolean {
  return exactUsd(value) === 0n;
}
