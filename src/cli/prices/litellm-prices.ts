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
 * Prices in the form of LiteLLM: models by name, dollars for a single token. Source: its
 * `model_prices_and_context_window.json`, November 2026.
 */

/** Beginnings of names. A longer one comes before one that it begins with. */
const counters: readonly (readonly [name: string, counter: TokenCounter])[] = [
  ['cache_creation_input_token_cost_above_1hr', 'cache_write_1h'],
  ['cache_creation_input_token_cost_above_12hr', 'cache_write_1h'],
  ['cache_creation_input_token_cost', 'cache_write'],
  ['cache_read_input_token_cost', 'cached_input'],
  ['input_cost_per_token_cache_hit', 'cached_input'],
  ['input_cost_per_audio_token', 'audio_input'],
  ['input_cost_per_image_token', 'image_input'],
  ['input_cost_per_token', 'input'],
  ['output_cost_per_reasoning_token', 'reasoning'],
  ['output_cost_per_audio_token', 'audio_output'],
  ['output_cost_per_token', 'output'],
];
/** For models of one kind alone: elsewhere the same name means something else. */
const others: Readonly<Record<string, readonly [mode: string, price: OtherPrice, units: bigint]>> = {
  input_cost_per_character: ['audio_speech', 'eur_per_million_characters', 1_000_000n],
  input_cost_per_second: ['audio_transcription', 'eur_per_audio_hour', 3_600n],
};
const tokensPerPrice = 1_000_000n;

/** The rest of a name: a threshold in thousands of tokens, and a service tier. */
const restOfName = /^(?:_above_(\d{1,6})k_tokens)?(?:_([a-z]+))?$/;

/** Reads such a table; `null`: it is none. */
export function litellmPrices(document: unknown): PriceSource | null {
  if (!isMembers(document)) return null;
  const names = Object.keys(document).filter((name) => isMembers(document[name]));
  if (!names.some((name) => isMembers(document[name]) && 'litellm_provider' in document[name])) return null;
  return {
    names,
    find: (name) => {
      const model = Object.hasOwn(document, name) ? document[name] : undefined;
      return isMembers(model) ? [{ name, prices: pricesOf(model) }] : [];
    },
  };
}

function pricesOf(model: Members): SourcePrices {
  const found = new SourcePrices();
  for (const [key, value] of Object.entries(model)) addPrice(found, { key, value, mode: model['mode'] });
  const ranges = Array.isArray(model['tiered_pricing']) ? model['tiered_pricing'].filter(isMembers) : [];
  for (const { range, ...prices } of ranges) {
    const start = Array.isArray(range) ? Number(range[0]) : Number.NaN;
    for (const [key, value] of Object.entries(prices)) addPrice(found, { key, value, start });
  }
  return found;
}

interface Written {
  readonly key: string;
  readonly value: unknown;
  readonly mode?: unknown;
  /** Of the range whose price it is. */
  readonly start?: number;
}

function addPrice(found: SourcePrices, written: Written): void {
  const { key, value } = written;
  if (key === 'tiered_pricing' || (isZero(value) && !isTotal(key))) return;
  if (key === 'search_context_cost_per_query' && isMembers(value)) addSearches(found, value);
  else if (!addOther(found, written) && !addTokens(found, written) && saysMoney(key)) {
    found.untranslated.add(`${key}: ${shortText(value)}`);
  }
}

function isTotal(key: string): boolean {
  return key.startsWith('input_cost_per_token') || key.startsWith('output_cost_per_token');
}

function saysMoney(key: string): boolean {
  return /cost|pric|multiplier|free_requests|deprecation_date/.test(key);
}

function addOther(found: SourcePrices, { key, value, mode }: Written): boolean {
  const [ofMode, price, units] = (Object.hasOwn(others, key) ? others[key] : undefined) ?? [];
  const usd = exactUsd(value, units);
  if (usd === null || price === undefined || ofMode !== mode) return false;
  found.set(found.others, price, usd);
  return true;
}

function addTokens(found: SourcePrices, { key, value, start = 0 }: Written): boolean {
  const usd = exactUsd(value, tokensPerPrice);
  const [name, counter] = counters.find(([beginning]) => key.startsWith(beginning)) ?? [];
  const rest = name === undefined ? null : restOfName.exec(key.slice(name.length));
  if (counter === undefined || rest === null || !Number.isSafeInteger(start)) return false;
  if (usd === null) {
    if (value !== null) found.unread.add(counter);
    return false;
  }
  const [, thousands, tier = null] = rest;
  if (tier === 'batches') {
    found.untranslated.add('prices of batches, which no surface takes');
    return true;
  }
  const threshold = thousands === undefined ? start : Number(thousands) * 1_000;
  found.set(pricesAbove(found.tariffOf(tier), threshold), counter, usd);
  return true;
}

/** A search costs by how much of it is read: the dearest holds. */
function addSearches(found: SourcePrices, bySize: Members): void {
  for (const value of Object.values(bySize)) {
    const usd = exactUsd(value, 1_000n);
    if (usd !== null && usd > 0n) found.set(found.others, 'eur_per_thousand_web_searches', usd);
  }
}
