import { priceListFault } from '../../domain/prices/price-list-fault.ts';
import { divideHalfEven, eurFromNano } from '../../domain/money.ts';
import { priceListSchema, type PriceListRecord } from '../../domain/price-list.ts';
import { exactUsd, type ExactUsd, type SourcePrices, type SourceTariff, type TokenCounter } from './price-source.ts';

/** A price list for review, and what a reader has to know of it. */
export interface DraftedPrices {
  readonly prices: PriceListRecord;
  /** What could not be translated, and what was filled in. */
  readonly notes: readonly string[];
  /** Why the configuration would refuse the list as it is; `null`: it would take it. */
  readonly fault: string | null;
}

export interface DraftOptions {
  readonly model: string;
  readonly version: string;
  /** Euro for a dollar, as {@link exactUsd} reads it. */
  readonly rate: bigint;
}

/** The total that a counter is a part of, and costs as much as without a price of its own. */
const totals: Readonly<Record<TokenCounter, TokenCounter>> = {
  input: 'input',
  cached_input: 'input',
  cache_write: 'input',
  cache_write_1h: 'cache_write',
  audio_input: 'input',
  image_input: 'input',
  output: 'output',
  reasoning: 'output',
  audio_output: 'output',
};
const tokenCounters = Object.keys(totals) as readonly TokenCounter[];
const one = exactUsd('1') ?? 0n;

/**
 * A price list in euro; `null`: the source has no price that a list can have, or has prices of tokens and none of input, or
 * one of output that is no number: that is a gap and no price of zero.
 */
export function draftedPrices(source: SourcePrices, { model, version, rate }: DraftOptions): DraftedPrices | null {
  const { prices: found } = source.tariff;
  if (!found.has('input') && source.others.size === 0) return null;
  if (!found.has('output') && source.unread.has('output')) return null;
  const notes: string[] = [];
  const euro = (usd: ExactUsd): string => euroText(usd, rate);
  const written = (tariff: SourceTariff, whole: SourceTariff, where: string) => {
    const own = filled(tariff.prices, tariff === whole ? null : whole.prices, { where, notes });
    const above = [...tariff.above]
      .toSorted(([a], [b]) => a - b)
      .map(([input_tokens, prices]) => ({
        input_tokens,
        eur_per_million_tokens: inEuro(filled(prices, own, { where: `${where}above ${input_tokens}: `, notes }), euro),
      }));
    return { prices: inEuro(own, euro), above };
  };
  const ofModel = written(source.tariff, source.tariff, '');
  const tiers = [...source.serviceTiers].map(([name, tariff]) => {
    const { prices, above } = written(tariff, source.tariff, `${name}: `);
    if (above.length === 0 && ofModel.above.length > 0)
      notes.push(`${name}: no prices of long input: one price is taken`);
    return [name, { ...prices, ...((above.length > 0 || ofModel.above.length > 0) && { above }) }] as const;
  });
  const prices: PriceListRecord = {
    id: model.slice(0, 100),
    version,
    eur_per_million_tokens: ofModel.prices,
    ...Object.fromEntries([...source.others].map(([name, usd]) => [name, euro(usd)])),
    ...(ofModel.above.length > 0 && { above: ofModel.above }),
    ...(tiers.length > 0 && { service_tiers: Object.fromEntries(tiers) }),
  };
  return { prices, notes: [...source.untranslated, ...notes], fault: faultOf(prices) };
}

function faultOf(prices: PriceListRecord): string | null {
  const { error } = priceListSchema.safeParse(prices);
  if (error === undefined) return priceListFault(prices);
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/**
 * Prices with both totals. One that is missing is that of `whole`: a part that costs more there than its total here keeps
 * that price, any other costs what its total costs.
 */
function filled(
  prices: ReadonlyMap<TokenCounter, ExactUsd>,
  whole: ReadonlyMap<TokenCounter, ExactUsd> | null,
  { where, notes }: { readonly where: string; readonly notes: string[] },
): ReadonlyMap<TokenCounter, ExactUsd> {
  const found = new Map<TokenCounter, ExactUsd>();
  for (const counter of tokenCounters) {
    const own = prices.get(counter);
    const other = whole?.get(counter);
    const isTotal = totals[counter] === counter;
    const ofTotal = found.get(totals[counter]) ?? found.get('input') ?? 0n;
    if (own !== undefined) found.set(counter, own);
    else if (isTotal) found.set(counter, other ?? 0n);
    else if (other !== undefined && other > ofTotal) found.set(counter, other);
    if (own !== undefined || (whole !== null && other === undefined) || (whole === null && !isTotal)) continue;
    const taken = found.has(counter) ? (other === undefined ? '0' : 'that of the model') : `that of ${totals[counter]}`;
    notes.push(`${where}no price of ${counter}: ${taken} is taken`);
  }
  return found;
}

function inEuro(
  prices: ReadonlyMap<TokenCounter, ExactUsd>,
  euro: (usd: ExactUsd) => string,
): PriceListRecord['eur_per_million_tokens'] {
  const written = tokenCounters.flatMap((counter) => {
    const usd = prices.get(counter);
    return usd === undefined ? [] : [[counter, euro(usd)] as const];
  });
  return Object.fromEntries(written) as PriceListRecord['eur_per_million_tokens'];
}

/** Euro with as many decimals as it takes, at least two; half to even to the nano-euro. */
function euroText(usd: ExactUsd, rate: bigint): string {
  const nano = divideHalfEven(usd * rate * 1_000_000_000n, one * one);
  return eurFromNano(nano).replace(/0{1,7}$/, '');
}
