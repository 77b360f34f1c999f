import { appendContract } from './event-log-append.contract.ts';
import { endContract } from './event-log-end.contract.ts';
import { followContract } from './event-log-follow.contract.ts';
import { readContract } from './event-log-read.contract.ts';
import { retentionContract } from './event-log-retention.contract.ts';
import { engineUnderTest } from './_event-log-fixtures.ts';
import type { EventLogEngine, Removal } from './_event-log-fixtures.ts';

/**
 * What `ports/event-log.ts`, `ports/event-log-retention.ts` and `ports/log-end.ts` promise, as tests of one engine.
 * Positions are only compared, clocks are real, and a log may hold streams of others. What engines differ in is told
 * them: `removal`.
 */
export function eventLogContract(
  name: string,
  open: () => Promise<EventLogEngine>,
  removal: Removal = 'by compaction',
): void {
  const engine = engineUnderTest(name, open, removal);
  appendContract(engine);
  readContract(engine);
  followContract(engine);
  endContract(engine);
  retentionContract(engine);
}
