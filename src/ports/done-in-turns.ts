import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import { WorkTurns, type TextSharer } from './work-turns.ts';

/** A thread has one event loop. */
const turns = new WorkTurns();

/** Runs a task in turns of this thread's event loop, which all tasks share: see {@link WorkTurns.done}. */
export async function doneInTurns<Result>(work: WorkInParts<Result>, sharer?: TextSharer): Promise<Result> {
  return await turns.done(work, sharer);
}

/** Resolves in the next turn of the event loop. */
export function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
