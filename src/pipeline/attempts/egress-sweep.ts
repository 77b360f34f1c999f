import { textsOfBody } from '../../personal-data/body-texts.ts';
import type { TextShape } from '../../personal-data/text-map.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import { PiiEngineUnavailable, type CastConversation } from '../../ports/pii-engine.ts';
import type { CastTelemetry } from '../../ports/telemetry.ts';
import { doneInTurns } from '../../ports/done-in-turns.ts';
import type { TextSharer } from '../../ports/work-turns.ts';

export interface SweptBody {
  /** Whether no personal data is left in it. Also false when that could not be checked. */
  readonly mayLeave: boolean;
  /** Why it could not be checked, without words of the body. */
  readonly cause?: unknown;
}

interface SweptBy {
  readonly conversation: CastConversation;
  readonly shape: TextShape;
  readonly sharer: TextSharer;
}

/** Looks for personal data a last time in a body that is about to leave the gateway. Never raises. */
export async function egressSweep(
  { conversation, shape, sharer }: SweptBy,
  body: Buffer,
  telemetry: CastTelemetry,
): Promise<SweptBody> {
  try {
    const { texts } = await doneInTurns(textsOfBody(shape, body), sharer);
    const left = await conversation.sweep(texts);
    if (left.length > 0) telemetry.personalDataLeft(left);
    return { mayLeave: left.length === 0 };
  } catch (error) {
    return { mayLeave: false, cause: error instanceof PiiEngineUnavailable ? error : wordlessError(error) };
  }
}
