import { isOrdinaryTier } from '../../domain/price-list.ts';
import {
  exactUsd,
  isMembers,
  isZero,
  pricesAbove,
  shortText,
  SourcePrices,
  type Members,
  type OtherPrice,
  type PriceSource,
  type TokenCounter,
} from './price-source.ts';

/**
 * Prices in the form of `genai-prices`: a list of providers, each with models, dollars for a million tokens. Source: its
 * `prices/new_data/v2/data.json`, November 2026.
 */

const counters: Readonly<Record<string, TokenCounter>> = {
  input_mtok: 'input',
  input_text_mtok: 'input',
  cache_read_mtok: 'cached_input',
  cache_write_mtok: 'cache_write',
  cache_write_5m_mtok: 'cache_write',
  cache_write_1h_mtok: 'cache_write_1h',
  input_audio_mtok: 'audio_input',
  input_image_mtok: 'image_input',
  output_mtok: 'output',
  output_text_mtok: 'output',
  output_reasoning_mtok: 'reasoning',
  output_audio_mtok: 'audio_output',
};
const others: Readonly<Record<string, OtherPrice>> = {
  input_mchars: 'eur_per_million_characters',
  input_audio_hours: 'eur_per_audio_hour',
  audio_hours: 'eur_per_audio_hour',
  web_searches_kcount: 'eur_per_thousand_web_searches',
};

/** Reads such a list; `null`: it is none. `day`: whose prices are meant, e.g. `2026-11-28`. */
export function genaiPrices(document: unknown, day: string): PriceSource | null {
  if (!Array.isArray(document)) return null;
  const models = document.filter(isMembers).flatMap(({ id: provider, models: own }) =>
    (Array.isArray(own) ? own : []).filter(isMembers).map((model) => ({
      id: String(model['id']),
      name: `${String(provider)}/${String(model['id'])}`,
      model,
    })),
  );
  if (models.length === 0) return null;
  return {
    names: models.map(({ name }) => name),
    find: (wanted) => {
      const exact = models.filter(({ name }) => name === wanted);
      const found = exact.length > 0 ? exact : models.filter(({ id }) => id === wanted);
      return found.map(({ name, model }) => ({ name, prices: pricesOf(model, day) }));
    },
  };
}

function pricesOf(model: Members, day: string): SourcePrices {
  const found = new SourcePrices();
  for (const prices of inForce(found, model['prices'], day)) addPrices(found, null, prices);
  const variants = Array.isArray(model['price_variants']) ? model['price_variants'].filter(isMembers) : [];
  for (const { when, prices, constraint } of variants) {
    const tier = serviceTierIn(when);
    if (tier !== null && isOrdinaryTier(tier)) continue;
    if (tier === null || !isMembers(prices) || !hasBegun(constraint, day)) {
      found.untranslated.add(
        `other prices where ${shortText({ ...(isMembers(when) && when), ...(isMembers(constraint) && constraint) })}`,
      );
    } else addPrices(found, tier, prices);
  }
  if (typeof model['price_comments'] === 'string')
    found.untranslated.add(`comment: ${shortText(model['price_comments'])}`);
  return found;
}

/** A variant by what a request to Waybill names as its tier. */
function serviceTierIn(when: unknown): string | null {
  if (!isMembers(when) || Object.keys(when).length !== 1) return null;
  const tier = when['service_tier'] ?? when['speed'];
  return typeof tier === 'string' ? tier : null;
}

/** The prices of a day: of several dates the last one, and those of each time of the day, of which the dearest hold. */
function inForce(found: SourcePrices, prices: unknown, day: string): readonly Members[] {
  if (!Array.isArray(prices)) return isMembers(prices) ? [prices] : [];
  const all = prices.filter(isMembers);
  const chosen = all.findLast(({ constraint }) => hasBegun(constraint, day)) ?? all[0];
  const timed = all.filter(({ constraint }) => isMembers(constraint) && 'start_time' in constraint);
  for (const each of all.slice(chosen === undefined ? 0 : all.indexOf(chosen) + 1)) {
    found.untranslated.add(`other prices where ${shortText(each['constraint'])}: ${shortText(each['prices'])}`);
  }
  return [...new Set([chosen, ...timed])].flatMap((each) => (isMembers(each?.['prices']) ? [each['prices']] : []));
}

function hasBegun(constraint: unknown, day: string): boolean {
  if (constraint === undefined || constraint === null) return true;
  return isMembers(constraint) && typeof constraint['start_date'] === 'string' && constraint['start_date'] <= day;
}

function addPrices(found: SourcePrices, tier: string | null, prices: Members): void {
  const tariff = found.tariffOf(tier);
  for (const [key, value] of Object.entries(prices)) {
    const [counter, other] = [ownOf(counters, key), ownOf(others, key)];
    const { base = value, tiers = [] } = isMembers(value) ? value : {};
    const steps = [{ start: '0', price: base }, ...(Array.isArray(tiers) ? tiers.filter(isMembers) : [])];
    for (const { start, price } of steps) {
      const [usd, threshold] = [exactUsd(price), Number(start)];
      if (isZero(price) && counter === undefined) continue;
      if (usd !== null && counter !== undefined && Number.isSafeInteger(threshold)) {
        found.set(pricesAbove(tariff, threshold), counter, usd);
      } else if (usd !== null && other !== undefined && tier === null && threshold === 0)
        found.set(found.others, other, usd);
      else if (price !== null) {
        found.untranslated.add(`${tier === null ? '' : `${tier}: `}${key}: ${shortText(value)}`);
        if (counter !== undefined) found.unread.add(counter);
      }
    }
  }
}

function ownOf<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
