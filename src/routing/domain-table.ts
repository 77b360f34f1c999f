import type { NamedPolicy } from './routing-policy.ts';

/** What was learned from outcomes, ready to be used. */
export interface DomainTable {
  /** Names the table in events: a digest of its bytes; `untrained` where there is none. */
  readonly version: string;
  /** λ of each policy. */
  readonly lambdas: Readonly<Record<NamedPolicy, number>>;
}

/** Nothing was learned: the shape of a text is all there is to go by. */
export const untrainedTable: DomainTable = {
  version: 'untrained',
  lambdas: { economy: 0.3, balanced: 0.2, quality: 0.1 },
};
