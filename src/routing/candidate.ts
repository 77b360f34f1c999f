import type { NanoEur } from '../domain/money.ts';

/** One profile that may answer a request, with the target it would be answered by. */
export interface Candidate {
  readonly profile: string;
  readonly target: string;
  /** 0: the most economical; higher: more capable, in the order of configuration. Each rank once. */
  readonly qualityRank: number;
  /** Estimated input × tariff + expected output × tariff. */
  readonly expectedCost: NanoEur;
}
