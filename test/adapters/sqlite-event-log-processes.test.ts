import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { startChildScript } from '../_support/child-script.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { events, followUntil, freshName, idsOf, readAllPages } from './_event-log-fixtures.ts';
import type { ExecutionContext } from 'ava';
import type { RecordedEvent } from '../../src/ports/event-log.ts';
import type { ChildScript } from '../_support/child-script.ts';

const APPENDER = join(import.meta.dirname, '_event-log-appender.ts');
const KILLS = process.env['WAYBILL_TEST_NIGHTLY'] === undefined ? 6 : 100;

test('three processes compete for the same streams: each acknowledged append is there once, at its revision', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  const children = Array.from({ length: 3 }, () => startChildScript(t, APPENDER, [path, 'compete', '30']));
  const lines = (await Promise.all(children.map((child) => linesOf(child)))).flat();
  t.deepEqual(await Promise.all(children.map(({ exit }) => exit)), [0, 0, 0]);
  t.is(lines.length, 3 * 10 * 30);
  await using log = await openSqliteEventLog({ path });
  const recorded = await readAllPages(log, ['shared-']);
  t.deepEqual(lines.sort(), recorded.map(({ stream, revision, id }) => `${stream} ${revision} ${id}`).sort());
  assertGapless(t, recorded);
});

test('after kill -9 every acknowledged append is there, and every batch is whole', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  const random = randomOf(t);
  const acknowledged = new Set<string>();
  for (let round = 0; round < KILLS; round += 1) {
    const child = startChildScript(t, APPENDER, [path, 'batches', freshName()]);
    const target = acknowledged.size + random.whole(100, 1_600);
    await linesOf(child, (line) => {
      acknowledged.add(line);
      if (acknowledged.size === target) void child.kill();
    });
  }
  await using log = await openSqliteEventLog({ path });
  const recorded = await readAllPages(log, [''], 10_000);
  assertGapless(t, recorded);
  const sizes = new Map<string, { found: number; size: number }>();
  for (const { data } of recorded) {
    const { batch, size } = JSON.parse(data) as { batch: string; size: number };
    sizes.set(batch, { found: (sizes.get(batch)?.found ?? 0) + 1, size });
  }
  t.deepEqual(
    [...sizes].filter(([, { found, size }]) => found !== size),
    [],
  );
  t.deepEqual(
    [...acknowledged].filter((batch) => !sizes.has(batch)),
    [],
  );
});

test('a follower reads the events of another process', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  await using log = await openSqliteEventLog({ path });
  await log.append('own', 'no_stream', events(2));
  const following = followUntil(log, {}, (seen) => seen.length === 22);
  const child = startChildScript(t, APPENDER, [path, 'append', '20']);
  t.is(await child.nextLine(), 'done');
  const seen = await following;
  t.deepEqual(idsOf(seen), idsOf(await readAllPages(log, [''])));
  t.is((await log.readStream('told')).length, 20);
});

test('an append conflicts with a commit of another process', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  await using here = await openSqliteEventLog({ path });
  await using there = await openSqliteEventLog({ path });
  for (let round = 0; round < 20; round += 1) {
    const [one, other] = round % 2 === 0 ? [here, there] : [there, here];
    await one.append('wallet-1', round === 0 ? 'no_stream' : round - 1, events(1));
    await t.throwsAsync(other.append('wallet-1', round + 1, events(1)), { name: 'RevisionConflict' });
  }
  await here.deleteStream('wallet-1', 19);
  t.deepEqual(await there.readStream('wallet-1'), []);
  await here.compact();
  t.is((await there.append('wallet-1', 'no_stream', events(1))).revision, 20);
});

test('an open log keeps no process alive, and an append in flight does', async (t) => {
  const path = join(scratchFolder(t), 'log.db');
  const child = startChildScript(t, APPENDER, [path, 'append', '3']);
  t.is(await child.exit, 0);
  await using log = await openSqliteEventLog({ path });
  t.is((await log.readStream('told')).length, 3);
});

async function linesOf(child: ChildScript, hear: (line: string) => void = () => {}): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    let line: string;
    try {
      line = await child.nextLine();
    } catch {
      return lines;
    }
    lines.push(line);
    hear(line);
  }
}

function assertGapless(t: ExecutionContext, recorded: readonly RecordedEvent[]): void {
  const next = new Map<string, number>();
  const misplaced = recorded.filter(({ stream, revision }) => {
    const expected = next.get(stream) ?? 0;
    next.set(stream, revision + 1);
    return revision !== expected;
  });
  t.deepEqual(misplaced, []);
}
