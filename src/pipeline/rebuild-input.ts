import type { UsageBound } from '../domain/cost.ts';
import { GatewayError } from '../errors.ts';
import type { InferenceRequest } from '../protocols/inference-request.ts';
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
  const { target, optIns } = cast;
  assertKnown(request.unknownMember ?? optIns.unknown, target);
  const unknown = request.isFree === true ? null : (request.unknownMember ?? optIns.unknown);
  const bound = usageBound(request, cast);
  return { ...cast, request, unknown, bound: unknown === null ? bound : withWholeWork(bound, request, target) };
}

/** Raises 400 where the target's operator wants nothing passed on that is not known. */
function assertKnown(unknown: string | null, { unknownMembers }: Target): void {
  if (unknown === null || unknownMembers === 'pass') return;
  throw new GatewayError('unsupported_parameter', {
    detail: `\`${unknown}\` is not known here, and this model takes only what is.`,
    param: unknown,
  });
}

function usageBound(request: InferenceRequest, { target, outputTokensMax }: Cast): UsageBound {
  const answersMax = request.answersMax?.(target) ?? request.choices;
  return {
    inputTokensMax: inputBound(request, target),
    outputTokensMax: (outputTokensMax + (request.outputTokensBeside ?? 0)) * answersMax,
    ...request.countedOtherwise?.(target),
  };
}

/**
 * A member that is not known may lift every limit that the request names, so that only those of the model are left: no
 * answer is longer than the context window. Never less than the request would hold without it.
 */
function withWholeWork(bound: UsageBound, request: InferenceRequest, target: Target): UsageBound {
  const { contextTokensMax } = target;
  const whole = request.wholeWork?.(target) ?? { inputTokensMax: contextTokensMax, answersMax: request.choices };
  const answerTokensMax = Math.max(contextTokensMax, target.outputTokensMax);
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
  if (context === null || request.memory === undefined) return request;
  const rebuilt = request.memory.withContext(context.history, context.referenced);
  if (rebuilt.inputBytes > contextBytesMax) {
    throw new GatewayError('body_too_large', {
      detail: `The conversation so far is larger than ${contextBytesMax} bytes.`,
    });
  }
  rebuilt.assertTakenBy?.(target);
  return rebuilt;
}

/** No token is shorter than a byte, but what the upstream adds. What is not text is bounded by the context window alone. */
function inputBound(request: InferenceRequest, target: Target): number {
  if (request.inputTokensMax !== undefined) return request.inputTokensMax(target);
  if (request.hasUnboundedInput) return target.contextTokensMax;
  const added = (request.toolPrompts ?? 0) * target.toolPromptTokensMax;
  return Math.min(request.inputBytes + added, target.contextTokensMax);
}
