import { textsOfBody, type BodyTexts } from '../personal-data/body-texts.ts';
import { GatewayError } from '../errors.ts';
import { PiiEngineUnavailable, type CastConversation, type CastRequest, type PiiEngine } from '../ports/pii-engine.ts';
import type { InferenceRequest } from '../protocols/inference-request.ts';
import type { Cast, Profiled, Surface } from './stages.ts';

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
  const { caller, grant, surface, request, context } = profiled;
  const isProtected = caller.principal.pii_enabled || grant.piiRequired;
  if (context !== null && context.binding.isCast !== isProtected) {
    throw new GatewayError('context_incompatible', {
      detail: 'The protection of personal data was switched on or off since the answer that this request continues.',
    });
  }
  if (!isProtected) return { ...profiled, conversation: null };
  if (isOpaque(request) && !profiled.target.isTrusted) throw new GatewayError('input_not_inspectable');
  if (request.isCastable === false) return { ...profiled, conversation: null };
  if (piiEngine === null) throw new GatewayError('pii_engine_unavailable');
  const found = textsIn(profiled);
  const asked = { surface: surface.name, texts: found.texts, earlier: context?.mapping ?? null };
  const conversation = await castTexts(asked, piiEngine);
  return { ...profiled, conversation, request: parseCast(surface, found, conversation) };
}

/** Images, audio, files, token ids, text that is spoken. */
function isOpaque({ hasUnboundedInput, inputTokens, isCastable }: InferenceRequest): boolean {
  return hasUnboundedInput || inputTokens !== undefined || isCastable === false;
}

function textsIn({ body, surface }: Profiled): BodyTexts {
  if (surface.texts === undefined) throw new RangeError(`where texts of ${surface.name} live is not declared`);
  return textsOfBody(surface.texts.request, body);
}

async function castTexts(request: CastRequest, piiEngine: PiiEngine): Promise<CastConversation> {
  try {
    return await piiEngine.cast(request);
  } catch (error) {
    if (error instanceof PiiEngineUnavailable) throw new GatewayError('pii_engine_unavailable', { cause: error });
    throw error;
  }
}

/** The caller's own body was read without a fault: a fault now is the engine's. */
function parseCast(surface: Surface, found: BodyTexts, { texts }: CastConversation): InferenceRequest {
  try {
    return surface.parse(found.with(texts));
  } catch (error) {
    throw new GatewayError('pii_engine_unavailable', { cause: error });
  }
}
