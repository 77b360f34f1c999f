import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.ts';
import type { PriceListRecord } from '../domain/price-list.ts';

/** Sections that a running gateway can reload. The others need a restart. */
export const reloadableSections = [
  'upstreams',
  'targets',
  'profiles',
  'pools',
  'aliases',
  'default_profile',
  'switchyard',
  'limits',
  'credit_hint',
  'content_keys',
  'bank_account',
] as const satisfies readonly (keyof Config)[];

export interface ConfigurationChange {
  /** Dotted paths of the settings that differ, sorted. */
  readonly settings: readonly string[];
  /** The settings among them that need a restart. */
  readonly needsRestart: readonly string[];
  /** New price lists, as `<id> <version>`, sorted. */
  readonly priceLists: readonly string[];
  /** A price list with other prices under the same id and version; `null`: none. */
  readonly repriced: string | null;
}

/** Price lists by `<id> <version>`. */
export type PriceLists = ReadonlyMap<string, PriceListRecord>;

/**
 * The difference between two configurations. It names settings, never values. `known`: all price lists that bills may
 * name; absent: those of `before`.
 */
export function changeBetween(before: Config, after: Config, known = priceListsOf(before)): ConfigurationChange {
  const settings = differences(before, after, '').sort();
  const [old, fresh] = [priceListsOf(before), priceListsOf(after)];
  const sections: readonly string[] = reloadableSections;
  return {
    settings,
    needsRestart: settings.filter((path) => !sections.includes(path.split('.')[0] ?? '')),
    priceLists: [...fresh.keys()].filter((name) => !old.has(name)).sort(),
    repriced: repricedBetween(known, fresh),
  };
}

/** Why a running gateway refuses to reload a change; `null`: it accepts it. */
export function refusedChange({ needsRestart, repriced }: ConfigurationChange): string | null {
  if (needsRestart.length > 0) {
    return `only a restart changes ${needsRestart.join(', ')}: nothing was reloaded; undo the change, or restart`;
  }
  if (repriced !== null) {
    return `price list ${repriced} has other prices than before under the same version: give it a new version`;
  }
  return null;
}

function differences(before: unknown, after: unknown, path: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [path];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

export function priceListsOf({ targets }: Pick<Config, 'targets'>): PriceLists {
  return new Map(Object.values(targets).map(({ prices }) => [`${prices.id} ${prices.version}`, prices]));
}

function repricedBetween(old: PriceLists, fresh: PriceLists): string | null {
  for (const [name, prices] of fresh) {
    const known = old.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, prices)) return name;
  }
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
