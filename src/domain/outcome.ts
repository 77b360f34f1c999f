import type { UsageBound } from './cost.ts';
import { tellsAll, type Untold } from './counters/read-counters.ts';
import {
  estimatedTokens,
  hasImpossibleCounter,
  impossibleCounters,
  mostUses,
  noToolUses,
  noUsage,
  readingsWith,
  type PossibleTokens,
  type Usage,
  type ToolUses,
} from './usage.ts';

/** How a reservation ends, once the outcome of the request is known. */
export type Outcome =
  | {
      readonly kind: 'settle';
      readonly usage: Usage;
      readonly serviceTier: string | null;
      readonly source: 'upstream' | 'estimate';
      /** Input tokens that no counter covers, because the caller aborted: they are charged as the dearest kind. */
      readonly unreportedInputTokens?: number;
    }
  | { readonly kind: 'release'; readonly reason: string }
  | {
      readonly kind: 'flag';
      readonly reason: string;
      /** Bytes of generated text or audio that were seen; absent: not counted. */
      readonly contentBytes?: number;
    };

/** Whether a charge is not by the upstream's counters: no row of the table read any, or not all. */
export function isEstimate(outcome: Outcome): boolean {
  return outcome.kind === 'settle' && outcome.source === 'estimate';
}

/** Why an outcome has to be checked whose counters may be in a record that is too large to read. */
export const recordTooLarge = 'record_too_large';

/** `upstream_too_large`: an unstreamed answer above the limit. */
const answeredFlags: ReadonlySet<string> = new Set([impossibleCounters, recordTooLarge, 'upstream_too_large']);

/**
 * Whether a flag means that the upstream has answered. The work was done, often because of what the caller asked for,
 * so only an operator may give it away.
 */
export function hasAnswered(flag: string): boolean {
  return answeredFlags.has(flag);
}

/** What was seen of an exchange with an upstream. It decides how the reservation ends. */
export interface Observed {
  /** The upstream's counters; `null` when none arrived. */
  readonly usage: Usage | null;
  /** False for interim counters of an answer that broke off: more may have been charged since. */
  readonly isUsageFinal: boolean;
  /** What the counters do not tell; absent, `null`: they tell all. */
  readonly untold?: Untold | null | undefined;
  /** What may hold the counters was too large to be read: what was seen of the answer says little about its cost. */
  readonly isTooLarge?: boolean;
  readonly serviceTier: string | null;
  /** Bytes of the request's text; `tokens` is the exact number for token ids, `null` for text. */
  readonly input: { readonly bytes: number; readonly tokens: number | null };
  /** The probable cost of the work, where its kind tells more than its bytes; `null`: it does not. */
  readonly estimate: Usage | null;
  /** Bytes of generated text that were seen. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were seen; absent when the protocol has none. */
  readonly toolUses?: ToolUses | undefined;
  /**
   * Most output tokens, above all of reasoning, that may have been written unseen before the caller had the exchange
   * cut; 0: the caller did not cause the cut.
   */
  readonly unseenTokensMax: number;
  /** How often the input may have been read; absent: once. */
  readonly readingsMax?: number;
  /** The usage that the hold covers. */
  readonly covered: UsageBound;
  /** What the target can count at most. */
  readonly possible: PossibleTokens;
  /** Whether the upstream can be asked what it charged. */
  readonly hasBillingRecords: boolean;
  /** The name of the doubt when the outcome has to be checked. */
  readonly doubt: string;
}

/**
 * Final counters settle, as an estimate where they leave uses of tools to be assumed; but zeros beside a text are none.
 * Without them, or a total, the upstream's billing records decide, if it has any. Otherwise the last counters, and what
 * was seen for what they do not tell, make an estimate, marked as one; the latter stays within the hold. If nothing was
 * seen, or the counters may be in a record too large to read, the outcome has to be checked. A caller who had the
 * exchange cut is charged for the input of the hold, and for the output and the uses of tools that may be unseen, within
 * the hold: a caller's actions never lower the bill. Impossible counters, final or not, say nothing: the outcome has to
 * be checked.
 */
export function outcomeOf(observed: Observed): Outcome {
  const {
    usage: reported,
    isUsageFinal,
    serviceTier,
    hasBillingRecords,
    contentBytes,
    unseenTokensMax,
    doubt,
  } = observed;
  const { isTooLarge = false, untold = null } = observed;
  // Zeros of an answer that broke off tell of its beginning, not of its cost, and zeros beside a text of neither.
  const mayBeNothing = isUsageFinal && (untold !== 'anything' || contentBytes === 0);
  const usage = mayBeNothing || (reported !== null && countsWork(reported)) ? reported : null;
  if (reported !== null && hasImpossibleCounter(reported, observed.possible))
    return { kind: 'flag', reason: impossibleCounters, contentBytes };
  if (usage !== null && isUsageFinal && tellsAll(untold))
    return { kind: 'settle', usage, serviceTier, source: untold === 'searches' ? 'estimate' : 'upstream' };
  const flag: Outcome = { kind: 'flag', reason: doubt, contentBytes };
  if (hasBillingRecords || isTooLarge) return flag;
  if (usage === null && contentBytes === 0 && unseenTokensMax === 0) return flag;
  const seen = usage === null ? (observed.estimate ?? estimatedUsage(observed)) : completed(usage, observed);
  const estimate = { kind: 'settle', usage: seen, serviceTier, source: 'estimate' } as const;
  // Work counted in characters or time is known before it begins: none of it is unseen.
  const isKnown = seen.input_characters > 0 || seen.audio_milliseconds > 0;
  return unseenTokensMax === 0 || isKnown ? estimate : { ...estimate, ...withUnseen(seen, { ...observed, usage }) };
}

function countsWork({ input_tokens, output_tokens, input_characters, audio_milliseconds }: Usage): boolean {
  return input_tokens + output_tokens + input_characters + audio_milliseconds > 0;
}

function withUnseen(
  seen: Usage,
  observed: Observed,
): Pick<Extract<Outcome, { kind: 'settle' }>, 'usage' | 'unreportedInputTokens'> {
  const { usage, input, covered, readingsMax = 1, unseenTokensMax } = observed;
  const { webSearchesMax = 0, webFetchesMax = 0 } = covered;
  const unseen = Math.max(0, Math.min(unseenTokensMax, covered.outputTokensMax) - seen.output_tokens);
  // Interim counters tell the first reading of the input. It is read again after a use of a tool, or a summary.
  const inputTokens = readingsMax > 1 ? Math.max(seen.input_tokens, covered.inputTokensMax) : seen.input_tokens;
  const reported = usage?.input_tokens ?? input.tokens ?? 0;
  return {
    usage: {
      ...seen,
      ...mostUses(seen, { web_searches: webSearchesMax, web_fetches: webFetchesMax }),
      input_tokens: inputTokens,
      output_tokens: seen.output_tokens + unseen,
      reasoning_tokens: seen.reasoning_tokens + unseen,
    },
    ...(inputTokens > reported && { unreportedInputTokens: inputTokens - reported }),
  };
}

/** Counters with an estimate of what they do not tell, never below what they do. */
function completed(usage: Usage, observed: Observed): Usage {
  const { untold = null } = observed;
  if (tellsAll(untold)) return usage;
  const estimate = estimatedUsage(observed);
  if (untold !== 'division') return { ...usage, [untold]: Math.max(usage[untold], estimate[untold]) };
  const output = Math.min(estimate.output_tokens, usage.input_tokens);
  return { ...usage, input_tokens: usage.input_tokens - output, output_tokens: output };
}

function estimatedUsage(observed: Observed): Usage {
  const { contentBytes, toolUses = noToolUses, covered } = observed;
  return {
    ...noUsage,
    input_tokens: estimatedInput(observed),
    output_tokens: Math.min(estimatedTokens(contentBytes), covered.outputTokensMax),
    ...toolUses,
  };
}

/**
 * Text that the caller had cut may be as dense as the hold allows for, and pictures have no bytes that tell their
 * tokens.
 */
function estimatedInput({ input, toolUses = noToolUses, covered, unseenTokensMax }: Observed): number {
  const { inputTokensMax } = covered;
  if (input.tokens === null && unseenTokensMax > 0) return inputTokensMax;
  return Math.min(readingsWith(toolUses) * (input.tokens ?? estimatedTokens(input.bytes)), inputTokensMax);
}
