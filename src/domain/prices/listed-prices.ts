import type { PriceListRecord } from '../price-list.ts';
import { derivedUnder } from './derived-under.ts';
import { callerPrices, pricesOfProfile, type CallerPrices, type SetPriceTerms } from './price-terms.ts';

/** A configured price list, from a time to another. Times: ISO 8601, UTC. */
export interface ConfiguredPeriod {
  readonly since: string;
  /** `null`: it is in force. */
  readonly until: string | null;
  readonly price_list: PriceListRecord;
}

/** What a level has set, from a time on. */
export interface TermsChange {
  readonly at: string;
  readonly level: 'tenant' | 'reseller' | 'platform';
  readonly terms: SetPriceTerms;
}

/** Whose prices are meant: below all of these. Those of a level newest first. */
export interface PricedScope {
  /** Nobody reads what was before: they were not there, or what was set then is not among these. */
  readonly begin: string;
  readonly tenant: readonly TermsChange[];
  readonly reseller: readonly TermsChange[];
  /** `null`: those of the reseller itself, or of nobody below one. */
  readonly resellerId: string | null;
}

/** What makes lists of a level from those above. */
export interface Deriving {
  /** The profile's own name, then its aliases. */
  readonly names: readonly string[];
  hash(text: string): string;
}

/**
 * The lists that somebody has paid by, the newest first: from the configured ones, newest first, and from what the levels
 * above have set. A change of either that leaves the list as it was is none. Made as they are asked for.
 */
export function* listedPrices(
  configured: readonly ConfiguredPeriod[],
  scope: PricedScope,
  deriving: Deriving,
): Generator<ConfiguredPeriod> {
  const ofLists = configured.flatMap(({ since, until }) => (until === null ? [since] : [since, until]));
  const changes = [...ofLists, ...timesOf(scope)].filter((at) => at > scope.begin);
  const times = [...new Set([...changes, scope.begin])].toSorted().toReversed();
  let open = null as ConfiguredPeriod | null;
  let until: string | null = null;
  let known = null as string | null;
  for (const at of times) {
    const basis = basisAt(at, configured, scope, deriving);
    // To make a list costs more than to see that it would be the same.
    const shown = JSON.stringify(basis);
    const list = shown === known && open !== null ? open.price_list : listOf(basis, deriving);
    known = shown;
    if (open !== null && list !== null && isSame(list, open.price_list))
      open = { since: at, until: open.until, price_list: open.price_list };
    else {
      if (open !== null) yield open;
      open = list === null ? null : { since: at, until, price_list: list };
    }
    until = at;
  }
  if (open !== null) yield open;
}

function timesOf({ tenant, reseller }: PricedScope): readonly string[] {
  return [...tenant, ...reseller].map(({ at }) => at);
}

/** What decides a list at a time; `null`: there was none. */
interface Basis {
  readonly configured: PriceListRecord;
  /** The terms of each level, of this profile alone. */
  readonly prices: CallerPrices;
}

function basisAt(
  at: string,
  configured: readonly ConfiguredPeriod[],
  scope: PricedScope,
  { names }: Deriving,
): Basis | null {
  const period = configured.find(({ since, until }) => since <= at && (until === null || until > at));
  if (period === undefined) return null;
  const { platform, reseller, resellerId } = pricesAt(at, scope) ?? {};
  return {
    configured: period.price_list,
    prices: {
      ...(platform !== undefined && { platform: ofProfile(platform, names) }),
      ...(reseller !== undefined && resellerId !== undefined && { reseller: ofProfile(reseller, names), resellerId }),
    },
  };
}

/** Terms that say of one profile what these say, whenever they were set. */
function ofProfile(terms: SetPriceTerms, names: readonly string[]): SetPriceTerms {
  const prices = pricesOfProfile(terms, names);
  const [name = ''] = names;
  return { prices_id: '', ...(prices !== null && { profiles: { [name]: prices } }) };
}

function listOf(basis: Basis | null, { names, hash }: Deriving): PriceListRecord | null {
  if (basis === null) return null;
  return derivedUnder(basis.configured, names, basis.prices, hash).at(-1)?.price_list ?? basis.configured;
}

function pricesAt(at: string, { tenant, reseller, resellerId }: PricedScope): CallerPrices | undefined {
  return callerPrices({ prices_by: setAt(at, tenant) }, { prices_by: setAt(at, reseller) }, resellerId);
}

/** What each level had set at a time. */
function setAt(at: string, changes: readonly TermsChange[]): Partial<Record<TermsChange['level'], SetPriceTerms>> {
  const levels = ['platform', 'reseller'] as const;
  return Object.fromEntries(
    levels.flatMap((level) => {
      const terms = changes.find((change) => change.level === level && change.at <= at)?.terms;
      return terms === undefined || isLifted(terms) ? [] : [[level, terms]];
    }),
  );
}

function isLifted({ factor_basis_points, profiles = {} }: SetPriceTerms): boolean {
  return factor_basis_points === undefined && Object.keys(profiles).length === 0;
}

function isSame(one: PriceListRecord, other: PriceListRecord): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
