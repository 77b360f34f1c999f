import { findUnpricedTool, unpricedToolText, type HostedTool, type HostedUses } from './hosted-tools.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { RequestWork, WorkMax } from '../inference-request.ts';
import { assertChosenUpstreamPriced } from './uncounted-member.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { inputTokensMax, workMax, type InputRead } from './work-max.ts';

/** The bounds of a request whose input an upstream may read more than once. */
export interface ReadInput extends InputRead {
  readonly object: JsonObjectText;
  readonly hostedTools: readonly HostedTool[];
  /** How often the conversation may be read from the start: twice if it is summarised first. */
  readonly passes: number;
  /** The output limit applies to each reading; otherwise to all of them together. */
  readonly isLimitEachReading: boolean;
  /** The most uses of tools at a target. */
  usesAt(target: Target): HostedUses;
}

/**
 * The most usage of such a request. When the input is read again it includes the results of tools, which only the
 * context window bounds.
 */
export function boundWithHostedTools(
  input: ReadInput,
): Pick<RequestWork, 'max' | 'wholeMax' | 'uncounted' | 'assertTakenBy'> {
  const { object, hostedTools, isLimitEachReading } = input;
  return {
    max: (target) => maxWithTools(input, target),
    wholeMax: (target) => wholeMaxWithTools(target, { isLimitEachReading }),
    uncounted: () => null,
    assertTakenBy: (target) => {
      assertChosenUpstreamPriced(object, target);
      assertToolsPriced(hostedTools, target);
    },
  };
}

function maxWithTools(input: ReadInput, target: Target): WorkMax {
  const { passes, isLimitEachReading } = input;
  const { readingsAgain, inputReadingsAgain, webSearchesMax, webFetchesMax } = input.usesAt(target);
  const ownReadings = 1 + inputReadingsAgain;
  return workMax(passes * (ownReadings * inputTokensMax(input, target) + readingsAgain * target.contextTokensMax), {
    readingsMax: passes * (ownReadings + readingsAgain),
    // A summary of the conversation is counted like an answer.
    answersMax: isLimitEachReading ? passes * (ownReadings + readingsAgain) : passes,
    countedOtherwise: {
      ...(webSearchesMax === undefined ? {} : { webSearchesMax }),
      ...(webFetchesMax === undefined ? {} : { webFetchesMax }),
    },
  });
}

/** A conversation may be summarised first: then it is read twice and written twice. */
const passesMax = 2;

/** Each kind of tool has a limit of its own, and one more reading with the message that no uses are left. */
const kinds = 2;

/**
 * The most usage of a request whose unknown members may have enabled everything in the protocol: a summary first, and
 * upstream tools as often as the target allows.
 */
function wholeMaxWithTools(
  { contextTokensMax, hostedToolUsesMax }: Target,
  { isLimitEachReading }: Pick<ReadInput, 'isLimitEachReading'>,
): WorkMax {
  const readings = passesMax * (1 + kinds * (hostedToolUsesMax + 1));
  return workMax(contextTokensMax * readings, {
    readingsMax: readings,
    answersMax: isLimitEachReading ? readings : passesMax,
    countedOtherwise: { webSearchesMax: hostedToolUsesMax, webFetchesMax: hostedToolUsesMax },
  });
}

/** Raises `GatewayError` (400) for a tool that has no price at the target. */
export function assertToolsPriced(tools: readonly HostedTool[], { priceList }: Target): void {
  const unpriced = findUnpricedTool(tools, priceList.record);
  if (unpriced === null) return;
  const { tool, price } = unpriced;
  const detail = `${unpricedToolText(tool)} This model's price list has no \`${price}\`.`;
  throw new GatewayError('tool_not_priced', { detail, param: tool.param });
}
