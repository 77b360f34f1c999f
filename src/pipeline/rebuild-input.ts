import type { UsageBound } from '../domain/cost.ts';
import { GatewayError } from '../errors.ts';
import type { InferenceRequest, WorkMax } from '../protocols/inference-request.ts';
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
  const found = request.work.unknownMember ?? optIns.unknown;
  assertKnown(found, target);
  const unknown = cast.surface.isFree === true ? null : found;
  const bound = usageBound(request.work.max(target), cast.outputTokensMax);
  return {
    ...cast,
    request,
    unknown,
    bound: unknown === null ? bound : withWholeWork(bound, request.work.wholeMax(target), target),
  };
}

/** Raises 400 where the target's operator wants nothing passed on that is not known. */
function assertKnown(unknown: string | null, { unknownMembers }: Target): void {
  if (unknown === null || unknownMembers === 'pass') return;
  throw new GatewayError('unsupported_parameter', {
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
