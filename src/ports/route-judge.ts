import type { Usage } from '../domain/usage.ts';
import type { Sharer } from '../limits/semaphore.ts';
import type { RoutingQuestion } from '../routing/question.ts';

/** Decides which candidate should answer. It sees opaque labels: no names of models, no prices. */
export interface RouteJudge {
  /** Digest of the prompt, or version of the engine. */
  readonly version: string;
  /** Most tokens that one question may be charged as. */
  readonly bound: { readonly inputTokensMax: number; readonly outputTokensMax: number };
  /** Expected tokens of a question: an estimate on the high side, not a bound. */
  expected(asked: Pick<AskedQuestion, 'question' | 'tiers'>): ExpectedTokens;
  /** Asks once. Never raises. */
  ask(asked: AskedQuestion): Promise<Judgement>;
}

/** Expected tokens of a call that has not been made yet. */
export interface ExpectedTokens {
  readonly input: number;
  readonly output: number;
}

/** A question for a judge, with who pays for it and what may be sent. */
export interface AskedQuestion {
  readonly question: RoutingQuestion;
  /** Number of candidates, ordered from the most economical to the most capable. */
  readonly tiers: number;
  /** Their indexes among all configured candidates, in the same order. */
  readonly ranks: readonly number[];
  /** The id of the call in the upstream's billing records. */
  readonly selectionId: string;
  readonly sharer: Sharer;
  /** Aborted when the request ends. */
  readonly signal: AbortSignal;
  /**
   * Whether a body of the judge's protocol may be sent. Must be called for every body, in its final form. `false` if it
   * still contains personal data of a caller who needs protection.
   */
  mayLeave(body: Buffer): Promise<boolean>;
}

/** A judge's answer, and what asking may have cost. */
export interface Judgement {
  /** The index of the candidate; `null`: there is no verdict. */
  readonly tier: number | null;
  /** The judge's confidence, 0 to 1; `null`: not given. */
  readonly confidence: number | null;
  /** `withheld`: the question must not be sent, and the judge was not asked. */
  readonly outcome: 'decided' | 'timeout' | 'invalid_verdict' | 'upstream_error' | 'circuit_open' | 'withheld';
  /** `unsent`: nothing can have been charged. `unknown`: an unknown amount may have been charged. */
  readonly usage: Usage | 'unsent' | 'unknown';
  /** The service tier reported by the upstream; `null` if it reports none. */
  readonly serviceTier: string | null;
}

/** What a judgement without a verdict has in common with every other one. */
export const noVerdict = { tier: null, confidence: null, serviceTier: null } as const;
