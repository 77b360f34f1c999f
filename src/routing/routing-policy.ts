/** How much quality may cost, by name. What each means is calibrated in the table. */
export const routingPolicies = ['economy', 'balanced', 'quality'] as const;

export type NamedPolicy = (typeof routingPolicies)[number];

/**
 * A name, or the trade-off itself: `lambda`, 0 or more, is the gain in quality (1: every answer right instead of none) that
 * must be expected for the dearest candidate to be chosen over one that costs nothing.
 */
export type RoutingPolicy = NamedPolicy | { readonly lambda: number };
