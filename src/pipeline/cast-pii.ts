import { GatewayError } from '../errors.ts';
import { PiiEngineUnavailable, type CastConversation, type PiiEngine } from '../ports/pii-engine.ts';
import type { Cast, InferenceRequest, Profiled, Surface } from './stages.ts';

export interface CastPiiDeps {
  /** `null` until one is configured. */
  readonly piiEngine: PiiEngine | null;
}

/**
 * Personal data → placeholders, for a caller who needs it. Raises 503: such a request is never forwarded uncast; and 400
 * for what nothing can be looked for in, unless the target may see it; and 409 where earlier turns were protected
 * otherwise: they are never cast anew, nor sent uncast.
 */
export async function castPii(profiled: Profiled, { piiEngine }: CastPiiDeps): Promise<Cast> {
  const { caller, grant, surface, body, context } = profiled;
  const isProtected = caller.principal.pii_enabled || grant.piiRequired;
  if (context !== null && context.binding.isCast !== isProtected) {
    throw new GatewayError('context_incompatible', {
      detail: 'The protection of personal data was switched on or off since the answer that this request continues.',
    });
  }
  if (!isProtected) return { ...profiled, conversation: null };
  if (isOpaque(profiled.request) && !profiled.target.isTrusted) throw new GatewayError('input_not_inspectable');
  if (profiled.request.isCastable === false) return { ...profiled, conversation: null };
  const conversation = await castBody(piiEngine, surface.name, { body, earlier: context?.mapping ?? null });
  return { ...profiled, conversation, request: parseCast(surface, conversation) };
}

/** Images, audio, files, token ids, text that is spoken. */
function isOpaque({ hasUnboundedInput, inputTokens, isCastable }: InferenceRequest): boolean {
  return hasUnboundedInput || inputTokens !== undefined || isCastable === false;
}

/** The caller's own body was read without a fault: a fault now is the engine's. */
function parseCast(surface: Surface, { body }: CastConversation): InferenceRequest {
  try {
    return surface.parse(body);
  } catch (error) {
    throw new GatewayError('pii_engine_unavailable', { cause: error });
  }
}

async function castBody(
  piiEngine: PiiEngine | null,
  surface: string,
  said: { readonly body: Buffer; readonly earlier: string | null },
): Promise<CastConversation> {
  if (piiEngine === null) throw new GatewayError('pii_engine_unavailable');
  try {
    return await piiEngine.cast(surface, said.body, said.earlier);
  } catch (error) {
    if (error instanceof PiiEngineUnavailable) throw new GatewayError('pii_engine_unavailable', { cause: error });
    throw error;
  }
}
