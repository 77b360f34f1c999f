import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import { WorkTurns, type TextSharer } from './work-turns.ts';

/** A thread has one event loop. */
const turns = new WorkTurns();

/** Does a work in turns of this thread's event loop, shared with all others: see {@link WorkTurns.done}. */
export async function doneInTurns<Result>(work: WorkInParts<Result>, sharer?: TextSharer): Promise<Result> {
  return await turns.done(work, sharer);
}

/** Resolves in the next turn of the event loop. */
export function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
