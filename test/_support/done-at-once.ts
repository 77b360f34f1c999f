import type { WorkInParts } from '../../src/personal-data/work-in-parts.ts';

/** The result of work, done without a pause. */
export function doneAtOnce<Result>(work: WorkInParts<Result>): Result {
  for (let part = work.next(); ; part = work.next()) if (part.done === true) return part.value;
}
