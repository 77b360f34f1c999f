import type { WorkInParts } from '../personal-data/work-in-parts.ts';

/** How much of a work is done in one turn of the event loop, characters. Other requests run between two turns. */
const turnCharactersMax = 64 * 1024;

/**
 * Does a work and returns its result. Short work waits for no turn. `turn` resolves when the work may go on; by default
 * in the next turn of the event loop. Raises what the work raises.
 */
export async function doneInTurns<Result>(work: WorkInParts<Result>, turn = nextTurn): Promise<Result> {
  let characters = 0;
  for (let part = work.next(); ; part = work.next()) {
    if (part.done === true) return part.value;
    characters += part.value;
    if (characters < turnCharactersMax) continue;
    characters = 0;
    await turn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
