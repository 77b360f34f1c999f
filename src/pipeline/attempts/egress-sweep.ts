import type { TextMap } from '../../personal-data/text-map.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import type { BodyConversation } from '../../ports/body-casting.ts';
import { PiiEngineUnavailable } from '../../ports/pii-engine.ts';
import type { CastTelemetry } from '../../ports/telemetry.ts';

export interface SweptBody {
  /** Whether no personal data is left in it. Also false when that could not be checked. */
  readonly mayLeave: boolean;
  /** Why it could not be checked, without words of the body. */
  readonly cause?: unknown;
}

interface SweptBy {
  readonly conversation: BodyConversation;
  readonly map: TextMap;
}

/** Looks for personal data a last time in a body that is about to leave the gateway. Never raises. */
export async function egressSweep(
  { conversation, map }: SweptBy,
  body: Buffer,
  telemetry: CastTelemetry,
): Promise<SweptBody> {
  try {
    const left = await conversation.sweep(map, body);
    if (left.length > 0) telemetry.personalDataLeft(left);
    return { mayLeave: left.length === 0 };
  } catch (error) {
    return { mayLeave: false, cause: error instanceof PiiEngineUnavailable ? error : wordlessError(error) };
  }
}
