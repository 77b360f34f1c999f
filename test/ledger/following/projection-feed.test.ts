import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { ProjectionFeed, type ProjectedBatch } from '../../../src/ledger/following/projection-feed.ts';
import { record } from '../../_support/recorded-log.ts';
import { tally } from '../../_support/tally-projection.ts';
import { oneEuro, stream } from './_followed.ts';

test('a feed hands over only the events behind the checkpoint, with the keys of their documents', async (t) => {
  const log = createMemoryEventLog();
  await record(log, stream, oneEuro, oneEuro, oneEuro, oneEuro);
  const events = await log.readAll();
  const batches: ProjectedBatch[] = [];
  const feed = new ProjectionFeed({
    comparePositions: (a, b) => log.comparePositions(a, b),
    readModels: createMemoryReadModels(log),
    projections: [tally],
    onBatch: (batch) => batches.push(batch),
    onStopped: (_projection, reason) => t.fail(String(reason)),
  });
  feed.begin();
  feed.apply(events.slice(0, 2));
  feed.apply(events);
  feed.apply(events);
  t.deepEqual(
    batches.map((batch) => [batch.events.map(({ position }) => position), batch.keys]),
    [events.slice(0, 2), events.slice(2)].map((handed) => [handed.map(({ position }) => position), [stream]]),
  );
});
