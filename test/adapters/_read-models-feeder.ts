// Feeds the tally projection of one file, as a gateway would: batch after batch up to the last event, then "done".
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteReadModels } from '../../src/adapters/sqlite-read-models.ts';
import { ReadModelsUnavailable } from '../../src/ports/read-models.ts';
import { comparePlaces, creditBatch, tally } from '../_support/tally-projection.ts';

const [path = '', batchEvents = '1', lastEvent = '0'] = process.argv.slice(2);

using readModels = openSqliteReadModels({ path, comparePositions: comparePlaces });
let read = Number(readModels.checkpoint(tally) ?? 0);
process.stdout.write(`begun at ${read}\n`);
while (read < Number(lastEvent)) {
  const last = Math.min(read + Number(batchEvents), Number(lastEvent));
  try {
    readModels.apply(tally, creditBatch(read + 1, last));
    read = last;
  } catch (error) {
    if (!(error instanceof ReadModelsUnavailable)) throw error;
    await delay(5);
  }
}
process.stdout.write('done\n');
