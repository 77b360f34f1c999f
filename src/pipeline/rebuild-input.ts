import { GatewayError } from '../errors.ts';
import type { Cast, InferenceRequest, Rebuilt } from './stages.ts';
import type { Target } from '../domain/model-catalogue.ts';

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
  const { target } = cast;
  const answersMax = request.answersMax?.(target) ?? request.choices;
  return { ...cast, request, inputTokensMax: inputBound(request, target), answersMax };
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

/** No token is shorter than a byte. What is not text is bounded by the context window alone. */
function inputBound(request: InferenceRequest, target: Target): number {
  if (request.inputTokensMax !== undefined) return request.inputTokensMax(target);
  return request.hasUnboundedInput ? target.contextTokensMax : Math.min(request.inputBytes, target.contextTokensMax);
}
