import type { MarginEvent } from '../domain/prices/margin-events.ts';
import { RevisionConflict, type EventLog } from '../ports/event-log.ts';
import { encodeEvent } from './codec.ts';
import { resellerStream } from './stream-names.ts';
import { untilKnown } from './until-known.ts';

export interface MarginsDeps {
  readonly log: EventLog;
  readonly createId: () => string;
}

/**
 * Records margins of a reseller, as those after the first `recorded` ones. Returns false, and records nothing, when its
 * stream has more than these. Raises what the log raises.
 */
export async function appendMargins(
  { log, createId }: MarginsDeps,
  resellerId: string,
  { recorded, margins }: { readonly recorded: number; readonly margins: readonly MarginEvent[] },
): Promise<boolean> {
  const batch = margins.map((margin) => encodeEvent(margin, createId()));
  try {
    await untilKnown(() => log.append(resellerStream(resellerId), recorded === 0 ? 'no_stream' : recorded - 1, batch));
    return true;
  } catch (error) {
    if (error instanceof RevisionConflict) return false;
    throw error;
  }
}
