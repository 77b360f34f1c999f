import { setImmediate as nextTurn } from 'node:timers/promises';
import { answerLimits } from '../../wire/json-limits.ts';
import { scanSlices } from '../../wire/json-text.ts';

/** How much of an answer is scanned in one turn of the event loop, bytes. Other requests run between two slices. */
const sliceBytes = 262_144;

/** Scans an answer, or a record of one, so that what reads it next finds it scanned. */
export async function scanAnswer(answer: Buffer): Promise<void> {
  for (const _ of scanSlices(answer, answerLimits, sliceBytes)) await nextTurn();
}
