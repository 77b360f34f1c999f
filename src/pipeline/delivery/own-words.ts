import { wordlessError } from '../../personal-data/wordless-error.ts';
import type { StoredResponse } from '../../protocols/responses/stored-response.ts';
import { responsesTextMap } from '../../protocols/responses/text-map.ts';
import { GatewayError } from '../../errors.ts';
import type { BodyCasting } from '../../ports/body-casting.ts';
import { PiiEngineUnavailable, PiiMappingLost, type Whose } from '../../ports/pii-engine.ts';

export interface OwnWordsDeps {
  /** `null` when no engine for personal data is configured. */
  readonly bodyCasting: BodyCasting | null;
}

const [before, after] = [Buffer.from('{"input":'), Buffer.from('}')];

/**
 * A stored response with its input as its owner wrote it, in case it was stored with placeholders. Raises 503 when they
 * cannot be restored.
 */
export async function inOwnWords(
  stored: StoredResponse,
  whose: Whose,
  { bodyCasting }: OwnWordsDeps,
): Promise<StoredResponse> {
  const { mapping, input } = stored;
  if (mapping === null) return stored;
  if (bodyCasting === null) throw new GatewayError('pii_engine_unavailable');
  try {
    const whole = Buffer.concat([before, input, after]);
    const place = { map: responsesTextMap, part: 'request', body: whole, documents: [] } as const;
    const body = await bodyCasting.restore(mapping, place, whose);
    return { ...stored, input: body.subarray(before.length, -after.length) };
  } catch (error) {
    const isKnown = error instanceof PiiEngineUnavailable || error instanceof PiiMappingLost;
    throw new GatewayError('pii_engine_unavailable', { cause: isKnown ? error : wordlessError(error) });
  }
}
