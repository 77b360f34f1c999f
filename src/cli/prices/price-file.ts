import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { notUsable, refused } from '../cli-error.ts';
import { genaiPrices } from './genai-prices.ts';
import { litellmPrices } from './litellm-prices.ts';
import { exactUsd, type PriceSource, type SourcePrices } from './price-source.ts';

const sources = ['genai-prices', 'litellm'] as const;
export type SourceName = (typeof sources)[number];

/** The files of both sources have 2 to 4 MB. */
const bytesMax = 64 * 1024 * 1024;

const whatItIs: Readonly<Record<SourceName, string>> = {
  'genai-prices': 'a list of providers, as in prices/new_data/v2/data.json of genai-prices',
  litellm: 'a table of models, as in model_prices_and_context_window.json of LiteLLM',
};

/** What names a file of prices, and how its dollars become euro. */
export interface PriceFileOptions {
  readonly from?: SourceName;
  /** Exact: as {@link exactUsd} reads it. */
  readonly usdEur?: bigint;
}

export function withPriceFileOptions(command: Command): Command {
  return command
    .addOption(new Option('--from <source>', 'whose form the file has').choices([...sources]))
    .option('--usd-eur <rate>', 'euro for a dollar, e.g. 0.92', rate);
}

function rate(text: string): bigint {
  const exact = /^\d{1,2}(\.\d{1,9})?$/.test(text) ? exactUsd(text) : null;
  if (exact !== null && exact > 0n) return exact;
  throw new InvalidArgumentError('It must be how many euro a dollar is, e.g. 0.92.');
}

interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

/** Reads a file of prices. Raises `CliError` for one that cannot be read, is too large, is no JSON, or has another form. */
export async function readPriceFile(path: string, from: SourceName, day: string): Promise<PriceSource> {
  const text = await textOf(path);
  const document = parsed(text, path);
  const source = from === 'litellm' ? litellmPrices(document) : genaiPrices(document, day);
  if (source !== null) return source;
  throw notUsable('prices_unusable', `${path} is not ${whatItIs[from]}: name another file, or another --from`);
}

async function textOf(path: string): Promise<string> {
  try {
    await using file = await open(path);
    if ((await file.stat()).size <= bytesMax) return await file.readFile('utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw notUsable('prices_unusable', `${path} cannot be read (${code}): name a file that was downloaded before`);
  }
  throw notUsable('prices_unusable', `${path} is larger than ${bytesMax} bytes: no such file of prices is known`);
}

/** JSON whose numbers are the texts that were written. */
function parsed(text: string, path: string): unknown {
  try {
    // `as`: the runtime has JSON source text access, TypeScript's library does not declare it yet.
    return (JSON as unknown as JsonWithSource).parse(text, (_key, value, { source }) =>
      typeof value === 'number' ? (source ?? null) : value,
    );
  } catch {
    throw notUsable('prices_unusable', `${path} is not JSON: name the file as it was downloaded`);
  }
}

/** The prices of one model. Raises `CliError` where none or several have this name. */
export function pricesOfModel(source: PriceSource, name: string): SourcePrices {
  const found = source.find(name);
  const [first, ...more] = found;
  if (first !== undefined && more.length === 0) return first.prices;
  if (first !== undefined) {
    throw refused(
      'model_ambiguous',
      `${name} has several prices: name one of ${found.map((each) => each.name).join(', ')}`,
    );
  }
  const near = source.names.filter((each) => each.includes(name)).slice(0, 5);
  const next = near.length === 0 ? 'look for its name in the file' : `it has ${near.join(', ')}`;
  throw refused('model_unknown', `the file has no model ${name}: ${next}`);
}
