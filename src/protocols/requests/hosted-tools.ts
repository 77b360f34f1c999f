import type { UsageBound } from '../../domain/cost.ts';
import type { PriceListRecord } from '../../domain/price-list.ts';
import { shownName } from './request-fields.ts';

/** Upstream tools with a fee per use, which the upstream counts and a price list can name. */
type PricedToolKind = 'web_search' | 'web_fetch';

/** Upstream tools whose uses can be bounded. A search among the tools of the request has no fee. */
export type HostedToolKind = PricedToolKind | 'tool_search';

/** A tool offered by a request that the upstream would run. */
export interface UpstreamTool {
  /** Its place in the request, e.g. `tools[1]`. */
  readonly param: string;
  readonly type: string;
  /** Code that the upstream runs may call it. Absent: only the model may. */
  readonly isCalledByCode?: true;
}

/** A tool whose uses are counted and can be limited. */
export interface HostedTool extends UpstreamTool {
  readonly kind: HostedToolKind;
  /** The limit of uses in the request; `null` when there is none. */
  readonly usesMax: number | null;
}

/** The upstream tools that a request offers. */
export interface OfferedTools {
  readonly hosted: readonly HostedTool[];
  /** The first tool that cannot have a price; `null` when there is none. */
  readonly unpriced: UpstreamTool | null;
}

/**
 * The most uses of one tool that a target is asked to make: the request's own limit, else `limit`, and never more than
 * `limit`.
 */
export function clampUses(usesMax: number | null, limit: number): number {
  return Math.min(usesMax ?? limit, limit);
}

/** The most uses of all tools together, by what is counted. */
export interface HostedUses extends Pick<UsageBound, 'webSearchesMax' | 'webFetchesMax'> {
  /**
   * How often the input may be read again: after each use, with its result, and after the one beyond each limit, with
   * the message that no uses are left.
   */
  readonly readingsAgain: number;
  /** How often the input may be read again as it is: after each search among its own tools. */
  readonly inputReadingsAgain: number;
}

/** `usesOf` returns the most uses of a tool: each tool has a limit of its own. */
export function boundUses(tools: readonly HostedTool[], usesOf: (tool: HostedTool) => number): HostedUses {
  const sum = (counted: readonly HostedTool[]): number => counted.reduce((uses, tool) => uses + usesOf(tool), 0);
  const searches = tools.filter(({ kind }) => kind === 'web_search');
  const fetches = tools.filter(({ kind }) => kind === 'web_fetch');
  const priced = [...searches, ...fetches];
  return {
    readingsAgain: sum(priced) + priced.length,
    inputReadingsAgain: sum(tools) - sum(priced),
    ...(searches.length === 0 ? {} : { webSearchesMax: sum(searches) }),
    ...(fetches.length === 0 ? {} : { webFetchesMax: sum(fetches) }),
  };
}

/** Why a tool is refused, as text for the caller. */
export function unpricedToolText({ type, isCalledByCode }: UpstreamTool): string {
  const what = `The tool ${JSON.stringify(shownName(type))} is`;
  return isCalledByCode === true
    ? `${what} called by code that the upstream runs: let \`allowed_callers\` be \`["direct"]\`, or leave it out.`
    : `${what} run by the upstream.`;
}

const priceOfKind = {
  web_search: 'eur_per_thousand_web_searches',
  web_fetch: 'eur_per_thousand_web_fetches',
} as const satisfies Record<PricedToolKind, keyof PriceListRecord>;

/**
 * The first tool without a price in this list, and the price's name; `null` when all have one. A price of zero is a
 * price.
 */
export function findUnpricedTool(
  tools: readonly HostedTool[],
  prices: PriceListRecord,
): { readonly tool: HostedTool; readonly price: string } | null {
  for (const tool of tools) {
    const price = tool.kind === 'tool_search' ? null : priceOfKind[tool.kind];
    if (price !== null && prices[price] === undefined) return { tool, price };
  }
  return null;
}
