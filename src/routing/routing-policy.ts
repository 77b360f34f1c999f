/**
 * How much quality may cost, by name. A table calibrates each name to a share of requests. Without one the names are
 * thresholds set by hand: their order is kept, their shares are not known.
 */
export const routingPolicies = ['economy', 'balanced', 'quality'] as const;

export type NamedPolicy = (typeof routingPolicies)[number];

/**
 * A name, or the trade-off itself: `lambda`, 0 or more, is the expected gain in quality (1: every answer correct
 * instead of none) for which the most expensive candidate is chosen over one that costs nothing.
 */
export type RoutingPolicy = NamedPolicy | { readonly lambda: number };
