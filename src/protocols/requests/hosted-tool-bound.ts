import { findUnpricedTool, unpricedToolText, type HostedTool, type HostedUses } from './hosted-tools.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, WholeWork } from '../inference-request.ts';

/** What bounds a request whose input an upstream may read more than once. */
export interface ReadInput {
  readonly hostedTools: readonly HostedTool[];
  readonly hasUnboundedInput: boolean;
  readonly inputBytes: number;
  /** Prompts that the upstream adds by itself, because of tools. */
  readonly toolPrompts: number;
  /** How often the conversation may be read from the start: twice where it is summarised first. */
  readonly passes: number;
  /** The most uses of tools at a target. */
  usesAt(target: Target): HostedUses;
}

/**
 * The most that such a request may count. No token is shorter than a byte, but what the upstream adds; when the input is read
 * again, what a tool brought is in it, and bounded by the context window only.
 */
export function boundWithHostedTools(
  input: ReadInput,
): Required<Pick<InferenceRequest, 'inputTokensMax' | 'countedOtherwise' | 'assertTakenBy'>> {
  const { hostedTools, hasUnboundedInput, inputBytes, toolPrompts, passes, usesAt } = input;
  return {
    inputTokensMax: (target) => {
      const { contextTokensMax, toolPromptTokensMax } = target;
      const tokensMax = inputBytes + toolPrompts * toolPromptTokensMax;
      const first = hasUnboundedInput ? contextTokensMax : Math.min(tokensMax, contextTokensMax);
      return passes * (first + usesAt(target).readingsAgain * contextTokensMax);
    },
    countedOtherwise: (target) => {
      const { webSearchesMax, webFetchesMax } = usesAt(target);
      return {
        ...(webSearchesMax === undefined ? {} : { webSearchesMax }),
        ...(webFetchesMax === undefined ? {} : { webFetchesMax }),
      };
    },
    assertTakenBy: (target) => assertToolsPriced(hostedTools, target),
  };
}

/** A conversation may be summarised first: then it is read twice, and written twice. */
const passesMax = 2;

/** Each kind of tool has a limit of its own, and one reading more with the word that there are no more uses. */
const kinds = 2;

/**
 * The most that a request counts whose members may have switched on what the protocol has: a summary before, and the tools
 * that run upstream, as often as the target lets them. `isLimitEachReading`: as much is written again after each reading.
 */
export function wholeWorkWithTools(
  { contextTokensMax, hostedToolUsesMax }: Target,
  { isLimitEachReading }: { readonly isLimitEachReading: boolean },
): WholeWork {
  const readings = passesMax * (1 + kinds * (hostedToolUsesMax + 1));
  return {
    inputTokensMax: contextTokensMax * readings,
    answersMax: isLimitEachReading ? readings : passesMax,
    countedOtherwise: { webSearchesMax: hostedToolUsesMax, webFetchesMax: hostedToolUsesMax },
  };
}

/** Raises `GatewayError` (400) for a tool that has no price at the target. */
export function assertToolsPriced(tools: readonly HostedTool[], { priceList }: Target): void {
  const tool = findUnpricedTool(tools, priceList.record);
  if (tool === null) return;
  throw new GatewayError('tool_not_priced', { detail: unpricedToolText(tool), param: tool.param });
}
