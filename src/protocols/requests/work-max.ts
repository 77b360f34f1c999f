import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { templateTokensMax } from '../../domain/template-tokens.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import type { WorkMax } from '../inference-request.ts';

/** The most work of a request in which only tokens are counted. One answer, unless it says otherwise. */
export function workMax(inputTokensMax: number, others: Partial<WorkMax> = {}): WorkMax {
  return { inputTokensMax, readingsMax: 1, answersMax: 1, outputTokensBeside: 0, countedOtherwise: {}, ...others };
}

export interface InputRead {
  /** Most tokens of the body, as the model reads it. */
  readonly bodyTokensMax: number;
  /** Images, audio, files: their bytes do not bound their tokens. */
  readonly hasUnboundedInput: boolean;
  /** Prompts that an upstream adds because of tools. */
  readonly toolPrompts: number;
}

/**
 * The most tokens of a body that a template turns into a prompt: no token is shorter than a byte of what the tokenizer
 * reads, which is the body in a normal form, with its JSON written anew, and the template's own words.
 */
export function promptTokensMax(body: JsonObjectText): number {
  return body.rewrittenBytesMax + templateTokensMax;
}

/** Only the context window bounds input that is not text. */
export function inputTokensMax({ bodyTokensMax, hasUnboundedInput, toolPrompts }: InputRead, target: Target): number {
  const { contextTokensMax, toolPromptTokensMax } = target;
  return hasUnboundedInput
    ? contextTokensMax
    : Math.min(bodyTokensMax + toolPrompts * toolPromptTokensMax, contextTokensMax);
}
