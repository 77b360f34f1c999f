import { worstCaseCost, type UsageBound } from '../../domain/cost.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, WorkMax } from '../../protocols/inference-request.ts';
import {
  optionWith,
  withoutFaulty,
  type BoundMember,
  type BoundOption,
  type Member,
  type Routing,
} from '../selection/route-options.ts';
import type { Cast, Rebuilt } from '../records.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';

export interface RebuildInputDeps {
  /** Largest request including everything that it builds on, bytes. */
  readonly contextBytesMax: number;
}

/**
 * Puts what the request builds on into its input. The upstream gets the whole conversation, in the form in which it got
 * it before, and stores nothing. Raises 413 for a conversation that has grown too long, and the fault of the target
 * when no target accepts the result.
 */
export function rebuildInput(cast: Cast, deps: RebuildInputDeps): Rebuilt {
  const request = cast.context === null ? cast.request : requestWithContext(cast, deps);
  const found = request.work.unknownMember ?? cast.optIns.unknown;
  const isKnown = found === null && request === cast.request;
  const known = isKnown
    ? cast
    : withoutFaulty(
        cast,
        'input',
        (target) => unknownFault(found, target) ?? (request === cast.request ? null : workFault(request, target)),
      );
  const unknown = cast.surface.isFree === true ? null : found;
  const boundAt = (member: Member): BoundMember => {
    const { target, outputTokensMax } = member;
    const work = request.work.max(target);
    const usual: UsageBound = {
      inputTokensMax: work.inputTokensMax,
      outputTokensMax: (outputTokensMax + work.outputTokensBeside) * work.answersMax,
      ...work.countedOtherwise,
    };
    const bound = unknown === null ? usual : withWholeWork(usual, request.work.wholeMax(target), target);
    return { ...member, bound, worstCase: worstCaseCost(bound, target.priceList) };
  };
  const members = known.members.map(boundAt);
  const { bound } = members[0] ?? boundAt(known);
  const routing = known.routing === null ? null : boundRouting(known.routing, boundAt);
  return { ...known, request, unknown, bound, members, routing };
}

function boundRouting(routing: Routing, boundAt: (member: Member) => BoundMember): Routing<BoundOption> {
  const options = routing.options.map((option) => optionWith(option, option.members.map(boundAt)));
  return { ...routing, options: options.filter((option) => option !== null) };
}

/** The fault of an unknown member at a target whose operator forwards known members only. */
function unknownFault(unknown: string | null, { unknownMembers }: Target): GatewayError | null {
  if (unknown === null || unknownMembers === 'pass') return null;
  return new GatewayError('unsupported_parameter', {
    detail: `\`${unknown}\` is not known to this gateway, and this model accepts only known options.`,
    param: unknown,
  });
}

/** What the target does not accept of the request including all that it builds on. */
function workFault({ work }: InferenceRequest, target: Target): GatewayError | null {
  try {
    work.assertTakenBy(target);
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

/**
 * An unknown member may lift every limit that the request names, which leaves only those of the model: no answer is
 * longer than the context window. Tokens counted beside an answer come on top. The result is never less than the bound
 * without that member.
 */
function withWholeWork(bound: UsageBound, whole: WorkMax, target: Target): UsageBound {
  const answerTokensMax = Math.max(target.contextTokensMax, target.outputTokensMax) + whole.outputTokensBeside;
  return {
    ...bound,
    ...whole.countedOtherwise,
    inputTokensMax: Math.max(bound.inputTokensMax, whole.inputTokensMax),
    outputTokensMax: Math.max(bound.outputTokensMax, answerTokensMax * whole.answersMax),
  };
}

function requestWithContext({ context, request }: Cast, { contextBytesMax }: RebuildInputDeps): InferenceRequest {
  if (context === null || request.memory === null) return request;
  const rebuilt = request.memory.withContext(context.history, context.referenced);
  if (rebuilt.input.bytes > contextBytesMax) {
    throw new GatewayError('body_too_large', {
      detail: `The conversation so far is larger than ${contextBytesMax} bytes.`,
    });
  }
  return rebuilt;
}
