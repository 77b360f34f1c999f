import test from 'ava';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { Removals } from '../../../src/adapters/sqlite-event-log/removals.ts';
import { StepSize } from '../../../src/adapters/sqlite-event-log/step-size.ts';
import { Streams } from '../../../src/adapters/sqlite-event-log/streams.ts';
import { Transactions } from '../../../src/adapters/sqlite-event-log/transaction.ts';
import { SteadyClock } from '../../../src/time/steady-clock.ts';
import { id } from '../../_support/wallet-vocabulary.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';

test('steps grow while they are short, up to the largest, and shrink while they are long, down to a part of it', (t) => {
  const size = new StepSize(30);
  t.is(size.of(1_000), 250);
  size.took(20);
  t.is(size.of(1_000), 250);
  for (let step = 0; step < 10; step += 1) size.took(1);
  t.is(size.of(1_000), 1_000);
  size.took(31);
  t.is(size.of(1_000), 500);
  for (let step = 0; step < 20; step += 1) size.took(31);
  t.is(size.of(1_000), 31);
  t.is(size.of(1), 1);
});

test('the number of events removed in a step follows the duration of the steps before it', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  const events = 2_000;
  {
    await using log = await openSqliteEventLog({ path });
    const event = (n: number) => ({ id: id('1', n), type: 'A', data: '{}', metadata: '{}' });
    const batch = Array.from({ length: events / 2 }, (_, n) => event(n));
    await log.append('content-a', 'no_stream', batch);
    await log.append('content-b', 'no_stream', batch);
    for (const stream of ['content-a', 'content-b']) await log.tombstoneStream(stream, events / 2 - 1);
  }
  const database = new DatabaseSync(path);
  t.teardown(() => database.close());
  const transactions = new Transactions(database, 1_000);
  const clock = new SteadyClock({ settleMs: 0 });
  const streams = new Streams(database);
  const removals = (stepMsMax: number) =>
    new Removals({
      database,
      streams,
      transactions,
      clock,
      stepSize: new StepSize(stepMsMax),
    });

  const slow = removals(0);
  const smaller = Array.from({ length: 5 }, () => slow.removeHidden(0).eventsRemoved);
  t.deepEqual(smaller, [250, 125, 62, 31, 31]);
  const fast = removals(600_000);
  const larger = Array.from({ length: 3 }, () => fast.removeHidden(0).eventsRemoved);
  t.deepEqual(larger, [250, 375, 562]);
  t.true(transactions.heldMs > 0);
});
