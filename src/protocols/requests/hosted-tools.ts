import type { UsageBound } from '../../domain/cost.ts';
import type { PriceListRecord } from '../../domain/price-list.ts';
import { shownName } from './request-fields.ts';

/** Tools that an upstream runs, for a fee per use that it counts and a price list can name. */
export type HostedToolKind = 'web_search' | 'web_fetch';

/** A tool that a request offers, and that the upstream would run. */
export interface UpstreamTool {
  /** Its place, e.g. `tools[1]`. */
  readonly param: string;
  readonly type: string;
  /** Code that the upstream runs may call it. Absent: only the model. */
  readonly isCalledByCode?: true;
}

/** One whose uses are counted, and can be bounded. */
export interface HostedTool extends UpstreamTool {
  readonly kind: HostedToolKind;
  /** How often the request lets it be used; `null` when it sets no limit. */
  readonly usesMax: number | null;
}

/** What a request offers of the upstream's own tools. */
export interface OfferedTools {
  readonly hosted: readonly HostedTool[];
  /** The first that no price can be set for; `null` when there is none. */
  readonly unpriced: UpstreamTool | null;
}

/** The most uses of one tool that a target is told to make: the wish, else the limit, and never more than that. */
export function clampUses(usesMax: number | null, limit: number): number {
  return Math.min(usesMax ?? limit, limit);
}

/** The most uses of all tools together, by what is counted. */
export interface HostedUses extends Pick<UsageBound, 'webSearchesMax' | 'webFetchesMax'> {
  /**
   * How often the input may be read again: after each use, with its outcome, and after the one beyond each limit, with the
   * word that there are no more.
   */
  readonly readingsAgain: number;
}

/** `usesOf` says how often a tool may be used at most: a limit for each of them. */
export function boundUses(tools: readonly HostedTool[], usesOf: (tool: HostedTool) => number): HostedUses {
  const sum = (counted: readonly HostedTool[]): number => counted.reduce((uses, tool) => uses + usesOf(tool), 0);
  const searches = tools.filter(({ kind }) => kind === 'web_search');
  const fetches = tools.filter(({ kind }) => kind === 'web_fetch');
  return {
    readingsAgain: sum(tools) + tools.length,
    ...(searches.length === 0 ? {} : { webSearchesMax: sum(searches) }),
    ...(fetches.length === 0 ? {} : { webFetchesMax: sum(fetches) }),
  };
}

/** Why a tool is refused, for its caller. */
export function unpricedToolText({ type, isCalledByCode }: UpstreamTool): string {
  const what = `The tool ${JSON.stringify(shownName(type))} is`;
  return isCalledByCode === true
    ? `${what} called by code that the upstream runs: let \`allowed_callers\` be \`["direct"]\`, or leave it out.`
    : `${what} run by the upstream.`;
}

const priceOfKind = {
  web_search: 'eur_per_thousand_web_searches',
  web_fetch: 'eur_per_thousand_web_fetches',
} as const satisfies Record<HostedToolKind, keyof PriceListRecord>;

/** The first tool without a price in this list; `null` when all have one. A price of zero is a price. */
export function findUnpricedTool(tools: readonly HostedTool[], prices: PriceListRecord): HostedTool | null {
  return tools.find(({ kind }) => prices[priceOfKind[kind]] === undefined) ?? null;
}
