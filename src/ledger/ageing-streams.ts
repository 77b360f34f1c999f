import type { EventLog } from '../ports/event-log.ts';
import { idempotencyPrefix } from './stream-names.ts';

/** Whether the log has events that expire by age and then need a compaction. Raises what the log raises. */
export async function holdsAgeingStreams(log: EventLog): Promise<boolean> {
  return (await log.readAll({ streamPrefixes: [idempotencyPrefix], limit: 1 })).length > 0;
}
