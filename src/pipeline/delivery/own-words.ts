import { restoredBody } from '../../personal-data/restored-body.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import type { StoredResponse } from '../../protocols/responses/stored-response.ts';
import { responsesTextMap } from '../../protocols/responses/text-map.ts';
import { GatewayError } from '../../errors.ts';
import { doneInTurns } from '../../ports/done-in-turns.ts';
import type { TextSharer } from '../../ports/work-turns.ts';
import { PiiEngineUnavailable, PiiMappingLost, type PiiEngine } from '../../ports/pii-engine.ts';

export interface OwnWordsDeps {
  /** `null` when none is configured. */
  readonly piiEngine: PiiEngine | null;
}

const requestTexts = { shape: responsesTextMap.request, citations: responsesTextMap.citations?.request };
const [before, after] = [Buffer.from('{"input":'), Buffer.from('}')];

/**
 * A stored response with its input as its owner wrote it, in case it was stored with placeholders. Raises 503 when they
 * cannot be restored.
 */
export async function inOwnWords(
  stored: StoredResponse,
  sharer: TextSharer,
  { piiEngine }: OwnWordsDeps,
): Promise<StoredResponse> {
  const { mapping, input } = stored;
  if (mapping === null) return stored;
  if (piiEngine === null) throw new GatewayError('pii_engine_unavailable');
  try {
    const restorer = await piiEngine.recall(mapping, sharer);
    const whole = Buffer.concat([before, input, after]);
    const body = await doneInTurns(restoredBody(requestTexts, whole, restorer), sharer);
    return { ...stored, input: body.subarray(before.length, -after.length) };
  } catch (error) {
    const isKnown = error instanceof PiiEngineUnavailable || error instanceof PiiMappingLost;
    throw new GatewayError('pii_engine_unavailable', { cause: isKnown ? error : wordlessError(error) });
  }
}
