import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import { createPriceList, type PriceListRecord, type Tariff, type UnitPrices } from '../../domain/price-list.ts';
import { tiersPassed } from '../../domain/tiers-passed.ts';
import { draftedPrices } from './drafted-prices.ts';
import type { PriceSource, TokenCounter } from './price-source.ts';

/** A price that differs by more than one percent from that of the file. */
export interface PriceDifference {
  readonly target: string;
  readonly counter: TokenCounter;
  /** `null`: of the list itself. */
  readonly service_tier: string | null;
  /** 0: below every threshold. */
  readonly above_input_tokens: number;
  readonly configured_eur: string;
  readonly file_eur: string;
}

export interface ComparedPrices {
  /** How many targets were compared. */
  readonly compared: number;
  readonly differences: readonly PriceDifference[];
  /** Targets whose model the file does not have, or has several times. */
  readonly not_compared: readonly string[];
}

type Targets = Readonly<
  Record<string, { readonly upstream: string; readonly model: string; readonly prices: PriceListRecord }>
>;

/**
 * Compares each configured price list with the prices of its model, by the model's name at its upstream or, where
 * several providers have it, with the name of the upstream in front.
 */
export function comparedPrices(targets: Targets, source: PriceSource, rate: bigint): ComparedPrices {
  const compared = Object.entries(targets).map(([target, { upstream, model, prices }]) => {
    const [found, ...others] =
      [`${upstream}/${model}`, model].map((name) => source.find(name)).find((all) => all.length > 0) ?? [];
    const drafted =
      found === undefined || others.length > 0
        ? null
        : draftedPrices(found.prices, { model, version: prices.version, rate });
    return { target, differences: drafted === null ? null : differencesIn(target, prices, drafted.prices) };
  });
  return {
    compared: compared.filter(({ differences }) => differences !== null).length,
    differences: compared.flatMap(({ differences }) => differences ?? []),
    not_compared: compared.flatMap(({ target, differences }) => (differences === null ? [target] : [])),
  };
}

function differencesIn(
  target: string,
  configured: PriceListRecord,
  published: PriceListRecord,
): readonly PriceDifference[] {
  const [own, other] = [createPriceList(configured), createPriceList(published)];
  const tiers = [...own.tiers.keys()].filter((tier) => other.tiers.has(tier));
  return [null, ...tiers].flatMap((service_tier) => {
    const [ownTariff, otherTariff] = [own, other].map((list) =>
      service_tier === null ? list : (list.tiers.get(service_tier) ?? list),
    ) as [Tariff, Tariff];
    const thresholds = new Set([0, ...[...ownTariff.above, ...otherTariff.above].map((tier) => tier.aboveInputTokens)]);
    const counters = Object.keys(
      service_tier === null ? published.eur_per_million_tokens : (published.service_tiers?.[service_tier] ?? {}),
    ).filter((name): name is TokenCounter => name in published.eur_per_million_tokens);
    return [...thresholds]
      .toSorted((a, b) => a - b)
      .flatMap((above_input_tokens) => {
        const [mine, theirs] = [ownTariff, otherTariff].map((tariff) => pricesAt(tariff, above_input_tokens + 1)) as [
          UnitPrices,
          UnitPrices,
        ];
        return counters.flatMap((counter) =>
          differs(mine[counter], theirs[counter])
            ? [
                {
                  target,
                  counter,
                  service_tier,
                  above_input_tokens,
                  configured_eur: eurFromNano(mine[counter]),
                  file_eur: eurFromNano(theirs[counter]),
                },
              ]
            : [],
        );
      });
  });
}

function pricesAt(tariff: Tariff, inputTokens: number): UnitPrices {
  return tiersPassed(tariff, inputTokens).at(-1)?.prices ?? tariff.prices;
}

/** By more than one percent of the price in the file. */
function differs(configured: NanoEur, published: NanoEur): boolean {
  const difference = configured > published ? configured - published : published - configured;
  return difference * 100n > published;
}
