import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkInParts } from '../personal-data/work-in-parts.ts';

/** How much of a work is done in one turn of the event loop, characters. Other requests run between two turns. */
const turnCharactersMax = 64 * 1024;

/** Does a work and returns its result. Short work waits for no turn. Raises what the work raises. */
export async function doneInTurns<Result>(work: WorkInParts<Result>): Promise<Result> {
  let characters = 0;
  for (let part = work.next(); ; part = work.next()) {
    if (part.done === true) return part.value;
    characters += part.value;
    if (characters < turnCharactersMax) continue;
    characters = 0;
    await nextTurn();
  }
}
