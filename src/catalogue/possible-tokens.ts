import type { UsageBound } from '../domain/cost.ts';
import type { PossibleTokens } from '../domain/usage.ts';
import type { Target } from './model-catalogue.ts';

/** How often a target reads the input of a request, and how many answers it writes. */
export interface PossibleWork {
  readonly readings: number;
  readonly answers: number;
}

/**
 * The most tokens that an answer of a target can count: twice what it can read and write, because its limits may be
 * counted by another tokenizer. Each reading is at most a whole context window, and the output limit applies to each
 * reading and to each of several answers. A recording lasts at most twice what it takes. Never less than what was held.
 */
export function possibleTokens(
  { contextTokensMax, outputTokensMax, audio }: Target,
  held: UsageBound,
  { readings, answers }: PossibleWork = { readings: 1, answers: 1 },
): PossibleTokens {
  return {
    inputTokensMax: Math.max(held.inputTokensMax, 2 * contextTokensMax * readings),
    outputTokensMax: Math.max(held.outputTokensMax, 2 * outputTokensMax * answers),
    audioMillisecondsMax: 2 * audio.seconds_max * 1_000,
  };
}
