import { findUnpricedTool, unpricedToolText, type HostedTool, type HostedUses } from './hosted-tools.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { RequestWork, WorkMax } from '../inference-request.ts';
import { inputTokensMax, workMax, type InputRead } from './work-max.ts';

/** What bounds a request whose input an upstream may read more than once. */
export interface ReadInput extends InputRead {
  readonly hostedTools: readonly HostedTool[];
  /** How often the conversation may be read from the start: twice where it is summarised first. */
  readonly passes: number;
  /** As much may be written after each reading as the output limit says; otherwise that limit is for all of them. */
  readonly isLimitEachReading: boolean;
  /** The most uses of tools at a target. */
  usesAt(target: Target): HostedUses;
}

/**
 * The most that such a request may count. No token is shorter than a byte, but what the upstream adds; when the input is read
 * again, what a tool brought is in it, and bounded by the context window only.
 */
export function boundWithHostedTools(
  input: ReadInput,
): Pick<RequestWork, 'max' | 'wholeMax' | 'uncounted' | 'assertTakenBy'> {
  const { hostedTools, isLimitEachReading } = input;
  return {
    max: (target) => maxWithTools(input, target),
    wholeMax: (target) => wholeMaxWithTools(target, { isLimitEachReading }),
    uncounted: () => null,
    assertTakenBy: (target) => assertToolsPriced(hostedTools, target),
  };
}

function maxWithTools(input: ReadInput, target: Target): WorkMax {
  const { passes, isLimitEachReading } = input;
  const { readingsAgain, webSearchesMax, webFetchesMax } = input.usesAt(target);
  return workMax(passes * (inputTokensMax(input, target) + readingsAgain * target.contextTokensMax), {
    // A summary of the conversation is an answer like the other.
    answersMax: isLimitEachReading ? passes * (1 + readingsAgain) : passes,
    countedOtherwise: {
      ...(webSearchesMax === undefined ? {} : { webSearchesMax }),
      ...(webFetchesMax === undefined ? {} : { webFetchesMax }),
    },
  });
}

/** A conversation may be summarised first: then it is read twice, and written twice. */
const passesMax = 2;

/** Each kind of tool has a limit of its own, and one reading more with the word that there are no more uses. */
const kinds = 2;

/**
 * The most that a request counts whose members may have switched on what the protocol has: a summary before, and the tools
 * that run upstream, as often as the target lets them.
 */
function wholeMaxWithTools(
  { contextTokensMax, hostedToolUsesMax }: Target,
  { isLimitEachReading }: Pick<ReadInput, 'isLimitEachReading'>,
): WorkMax {
  const readings = passesMax * (1 + kinds * (hostedToolUsesMax + 1));
  return workMax(contextTokensMax * readings, {
    answersMax: isLimitEachReading ? readings : passesMax,
    countedOtherwise: { webSearchesMax: hostedToolUsesMax, webFetchesMax: hostedToolUsesMax },
  });
}

/** Raises `GatewayError` (400) for a tool that has no price at the target. */
export function assertToolsPriced(tools: readonly HostedTool[], { priceList }: Target): void {
  const tool = findUnpricedTool(tools, priceList.record);
  if (tool === null) return;
  throw new GatewayError('tool_not_priced', { detail: unpricedToolText(tool), param: tool.param });
}
