import type { Target } from '../../catalogue/model-catalogue.ts';
import type { WorkMax } from '../inference-request.ts';

/** The most work of a request of which nothing but tokens is counted. One answer, unless it says otherwise. */
export function workMax(inputTokensMax: number, others: Partial<WorkMax> = {}): WorkMax {
  return { inputTokensMax, answersMax: 1, outputTokensBeside: 0, countedOtherwise: {}, ...others };
}

export interface InputRead {
  readonly inputBytes: number;
  /** Images, audio, files: their tokens are not bounded by their bytes. */
  readonly hasUnboundedInput: boolean;
  /** Prompts that an upstream adds by itself, because of tools. */
  readonly toolPrompts: number;
}

/** No token is shorter than a byte, but what the upstream adds. What is not text is bounded by the context window alone. */
export function inputTokensMax({ inputBytes, hasUnboundedInput, toolPrompts }: InputRead, target: Target): number {
  const { contextTokensMax, toolPromptTokensMax } = target;
  return hasUnboundedInput
    ? contextTokensMax
    : Math.min(inputBytes + toolPrompts * toolPromptTokensMax, contextTokensMax);
}
