/** How requests are balanced among the members of a group. */
export const poolBalances = ['weighted', 'least_requests', 'lowest_latency'] as const;

export type PoolBalance = (typeof poolBalances)[number];
