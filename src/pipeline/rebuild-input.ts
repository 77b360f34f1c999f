import { worstCaseCost, type UsageBound } from '../domain/cost.ts';
import { GatewayError } from '../errors.ts';
import type { InferenceRequest, WorkMax } from '../protocols/inference-request.ts';
import { withoutFaulty, type RouteOption } from './route-options.ts';
import type { Cast, Rebuilt } from './stages.ts';
import type { Target } from '../catalogue/model-catalogue.ts';

export interface RebuildInputDeps {
  /** Largest request with everything that it builds on, bytes. */
  readonly contextBytesMax: number;
}

/**
 * Puts what the request builds on into its input: the upstream is given the whole conversation, in the form in which it
 * was given it before, and keeps nothing. Raises 413 for a conversation that has grown too long.
 */
export function rebuildInput(cast: Cast, deps: RebuildInputDeps): Rebuilt {
  const request = requestWithContext(cast, deps);
  const found = request.work.unknownMember ?? cast.optIns.unknown;
  const known = withoutFaulty(cast, 'input', (target) => unknownFault(found, target));
  const unknown = cast.surface.isFree === true ? null : found;
  const boundAt = ({ target, outputTokensMax }: Pick<Cast, 'target' | 'outputTokensMax'>): UsageBound => {
    const bound = usageBound(request.work.max(target), outputTokensMax);
    return unknown === null ? bound : withWholeWork(bound, request.work.wholeMax(target), target);
  };
  return { ...known, request, unknown, bound: boundAt(known), routing: boundRouting(known, boundAt) };
}

function boundRouting({ routing }: Cast, boundAt: (option: RouteOption) => UsageBound): Rebuilt['routing'] {
  if (routing === null) return null;
  const options = routing.options.map((option) => {
    const bound = boundAt(option);
    return { ...option, bound, worstCase: worstCaseCost(bound, option.target.priceList) };
  });
  return { ...routing, options };
}

/** A target's operator may want nothing passed on that is not known. */
function unknownFault(unknown: string | null, { unknownMembers }: Target): GatewayError | null {
  if (unknown === null || unknownMembers === 'pass') return null;
  return new GatewayError('unsupported_parameter', {
    detail: `\`${unknown}\` is not known here, and this model takes only what is.`,
    param: unknown,
  });
}

function usageBound(work: WorkMax, outputTokensMax: number): UsageBound {
  return {
    inputTokensMax: work.inputTokensMax,
    outputTokensMax: (outputTokensMax + work.outputTokensBeside) * work.answersMax,
    ...work.countedOtherwise,
  };
}

/**
 * A member that is not known may lift every limit that the request names, so that only those of the model are left: no
 * answer is longer than the context window. Never less than the request would hold without it.
 */
function withWholeWork(bound: UsageBound, whole: WorkMax, target: Target): UsageBound {
  const answerTokensMax = Math.max(target.contextTokensMax, target.outputTokensMax);
  return {
    ...bound,
    ...whole.countedOtherwise,
    inputTokensMax: Math.max(bound.inputTokensMax, whole.inputTokensMax),
    outputTokensMax: Math.max(bound.outputTokensMax, answerTokensMax * whole.answersMax),
  };
}

function requestWithContext(
  { context, request, target }: Cast,
  { contextBytesMax }: RebuildInputDeps,
): InferenceRequest {
  if (context === null || request.memory === null) return request;
  const rebuilt = request.memory.withContext(context.history, context.referenced);
  if (rebuilt.input.bytes > contextBytesMax) {
    throw new GatewayError('body_too_large', {
      detail: `The conversation so far is larger than ${contextBytesMax} bytes.`,
    });
  }
  rebuilt.work.assertTakenBy(target);
  return rebuilt;
}
