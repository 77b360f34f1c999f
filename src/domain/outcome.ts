import { noToolUses, noUsage, readingsWith, type TokenUsage, type ToolUses } from './usage.ts';

/** How a reservation is to end, once it is known what became of the request. */
export type Outcome =
  | {
      readonly kind: 'settle';
      readonly usage: TokenUsage;
      readonly serviceTier: string | null;
      readonly source: 'upstream' | 'estimate';
    }
  | { readonly kind: 'release'; readonly reason: string }
  | { readonly kind: 'flag'; readonly reason: string };

export interface Observed {
  /** The upstream's counters; `null` when they never came. */
  readonly usage: TokenUsage | null;
  /** False for counters along the way of an answer that was broken off: more may have been charged since. */
  readonly isUsageFinal: boolean;
  readonly serviceTier: string | null;
  /** Bytes of the request's text. */
  readonly inputBytes: number;
  /** Counted by the caller, exactly; absent for text. */
  readonly inputTokens?: number | undefined;
  /** What the work has probably cost, where its kind tells that better than its bytes. */
  readonly estimate?: TokenUsage | undefined;
  /** Bytes of generated text that were seen. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were seen; absent where the protocol has none. */
  readonly toolUses?: ToolUses | undefined;
  /** What the hold was made for. */
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
  /** Whether the upstream can be asked what it charged. */
  readonly keepsBooks: boolean;
  /** What to call it when the outcome has to be checked. */
  readonly doubt: string;
}

/**
 * Final counters settle. Without them the upstream's books decide, where it keeps any; otherwise the last counters, or
 * else what was seen, make an estimate, marked as one, the latter within the hold; and where nothing was seen the outcome
 * is to be checked.
 */
export function outcomeOf(observed: Observed): Outcome {
  const { usage, isUsageFinal, serviceTier, keepsBooks, contentBytes, doubt } = observed;
  if (usage !== null && isUsageFinal) return { kind: 'settle', usage, serviceTier, source: 'upstream' };
  if (keepsBooks) return { kind: 'flag', reason: doubt };
  if (usage !== null) return { kind: 'settle', usage, serviceTier, source: 'estimate' };
  if (contentBytes === 0) return { kind: 'flag', reason: doubt };
  return { kind: 'settle', usage: observed.estimate ?? estimatedUsage(observed), serviceTier, source: 'estimate' };
}

/** Mean length of a token in running text. An estimate, not a bound. */
const bytesPerToken = 4;

function estimatedUsage({
  inputBytes,
  inputTokens,
  contentBytes,
  toolUses = noToolUses,
  inputTokensMax,
  outputTokensMax,
}: Observed): TokenUsage {
  return {
    ...noUsage,
    input_tokens: Math.min(
      readingsWith(toolUses) * (inputTokens ?? Math.ceil(inputBytes / bytesPerToken)),
      inputTokensMax,
    ),
    output_tokens: Math.min(Math.ceil(contentBytes / bytesPerToken), outputTokensMax),
    ...toolUses,
  };
}
