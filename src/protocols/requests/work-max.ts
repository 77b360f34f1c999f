import type { Target } from '../../catalogue/model-catalogue.ts';
import type { WorkMax } from '../inference-request.ts';

/** The most work of a request in which only tokens are counted. One answer, unless it says otherwise. */
export function workMax(inputTokensMax: number, others: Partial<WorkMax> = {}): WorkMax {
  return { inputTokensMax, readingsMax: 1, answersMax: 1, outputTokensBeside: 0, countedOtherwise: {}, ...others };
}

export interface InputRead {
  readonly inputBytes: number;
  /** Images, audio, files: their bytes do not bound their tokens. */
  readonly hasUnboundedInput: boolean;
  /** Prompts that an upstream adds because of tools. */
  readonly toolPrompts: number;
}

/**
 * A token is at least one byte, except in what the upstream adds. Only the context window bounds input that is not
 * text.
 */
export function inputTokensMax({ inputBytes, hasUnboundedInput, toolPrompts }: InputRead, target: Target): number {
  const { contextTokensMax, toolPromptTokensMax } = target;
  return hasUnboundedInput
    ? contextTokensMax
    : Math.min(inputBytes + toolPrompts * toolPromptTokensMax, contextTokensMax);
}
