import { sharerOf } from '../../limits/caller-limits.ts';
import { doneInTurns } from '../../ports/done-in-turns.ts';
import { answerLimits } from '../../wire/json-limits.ts';
import { scanSlices } from '../../wire/json-text.ts';
import type { Admitted } from '../records.ts';

/** Scans an answer, or a record of one, so that what reads it next finds it scanned. */
export async function scanAnswer(answer: Buffer, { caller }: Pick<Admitted, 'caller'>): Promise<void> {
  await doneInTurns(scanSlices(answer, answerLimits), sharerOf(caller.key));
}
