import type { TokenUsage } from '../domain/usage.ts';
import type { Sharer } from '../limits/fair-room.ts';
import type { RoutingQuestion } from '../routing/question.ts';

/** Who is asked which candidate should answer. It gets opaque labels: no names of models, no prices. */
export interface RouteJudge {
  /** Digest of the prompt, or version of the engine. */
  readonly version: string;
  /** The most tokens that one question may be counted as. */
  readonly bound: { readonly inputTokensMax: number; readonly outputTokensMax: number };
  /** The tokens that asking this is expected to take: an estimate on the high side, not a bound. */
  expected(asked: Pick<AskedQuestion, 'question' | 'tiers'>): ExpectedTokens;
  /** Asks once. Never raises. */
  ask(asked: AskedQuestion): Promise<Judgement>;
}

/** Tokens of a call that was not made yet. */
export interface ExpectedTokens {
  readonly input: number;
  readonly output: number;
}

/** A question as it is put to a judge, with who pays for it and what may leave. */
export interface AskedQuestion {
  readonly question: RoutingQuestion;
  /** How many candidates there are, from the most economical to the most capable. */
  readonly tiers: number;
  /** Their places among all that are configured, in the same order. */
  readonly ranks: readonly number[];
  /** The call is known by it in the upstream's billing records. */
  readonly selectionId: string;
  readonly sharer: Sharer;
  /** Aborted when the request ends. */
  readonly signal: AbortSignal;
  /**
   * Whether a body of the judge's protocol may leave: every one is shown here first, in the form in which it leaves. It may not
   * where personal data of a caller who needs protection is left in it.
   */
  mayLeave(body: Buffer): Promise<boolean>;
}

/** What a judge said, and what asking may have cost. */
export interface Judgement {
  /** The candidate's place; `null`: there is no verdict. */
  readonly tier: number | null;
  /** How sure it is, 0 to 1; `null`: it does not say. */
  readonly confidence: number | null;
  /** `withheld`: the question may not leave. Nobody was asked. */
  readonly outcome: 'decided' | 'timeout' | 'invalid_verdict' | 'upstream_error' | 'circuit_open' | 'withheld';
  /** `unsent`: nothing can have been charged. `unknown`: it may have been, and nobody knows how much. */
  readonly usage: TokenUsage | 'unsent' | 'unknown';
  /** The tier that the upstream says it served; `null` where it names none. */
  readonly serviceTier: string | null;
}
