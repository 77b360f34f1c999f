import test from 'ava';
import { RevisionConflict, StreamTombstoned } from '../../src/ports/event-log.ts';
import { until } from '../_support/until.ts';
import { events, followUntil, freshName, idsOf, readAllPages } from './_event-log-fixtures.ts';
import type { ExecutionContext } from 'ava';
import type { EventLog, ExpectedRevision } from '../../src/ports/event-log.ts';
import type { StreamRetention } from '../../src/ports/event-log-retention.ts';
import type { EngineUnderTest } from './_event-log-fixtures.ts';

type Status = 'absent' | 'present' | 'soft-deleted' | 'tombstoned';

/** Both deletions: of which stream, with which expectation, and whether they happen. A present stream is at 2. */
const DELETIONS: readonly (readonly [
  Status,
  ExpectedRevision,
  'soft' | 'tombstone',
  'done' | 'conflict' | 'closed',
])[] = [
  ['present', 'any', 'soft', 'done'],
  ['present', 'stream_exists', 'soft', 'done'],
  ['present', 2, 'soft', 'done'],
  ['present', 1, 'soft', 'conflict'],
  ['present', 3, 'soft', 'conflict'],
  ['present', 'no_stream', 'soft', 'conflict'],
  ['absent', 'any', 'soft', 'conflict'],
  ['absent', 'no_stream', 'soft', 'conflict'],
  ['absent', 'stream_exists', 'soft', 'conflict'],
  ['absent', 0, 'soft', 'conflict'],
  ['soft-deleted', 'any', 'soft', 'done'],
  ['soft-deleted', 2, 'soft', 'done'],
  ['soft-deleted', 1, 'soft', 'conflict'],
  ['tombstoned', 'any', 'soft', 'closed'],
  ['tombstoned', 2, 'soft', 'closed'],
  ['present', 'any', 'tombstone', 'done'],
  ['present', 2, 'tombstone', 'done'],
  ['present', 1, 'tombstone', 'conflict'],
  ['present', 3, 'tombstone', 'conflict'],
  ['present', 'no_stream', 'tombstone', 'conflict'],
  ['absent', 'any', 'tombstone', 'done'],
  ['absent', 'no_stream', 'tombstone', 'done'],
  ['absent', 0, 'tombstone', 'conflict'],
  ['soft-deleted', 'any', 'tombstone', 'done'],
  ['soft-deleted', 2, 'tombstone', 'done'],
  ['soft-deleted', 1, 'tombstone', 'conflict'],
  ['tombstoned', 'any', 'tombstone', 'closed'],
];

/** Of a stream with revisions 0 to 9: the rules, and which revisions stay visible. */
const RULES: readonly (readonly [StreamRetention, readonly number[]])[] = [
  [{}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ truncateBefore: 0 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ truncateBefore: 7 }, [7, 8, 9]],
  [{ truncateBefore: 10 }, []],
  [{ maxCount: 2 }, [8, 9]],
  [{ maxCount: 50 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ truncateBefore: 5, maxCount: 8 }, [5, 6, 7, 8, 9]],
  [{ truncateBefore: 5, maxCount: 1 }, [9]],
  [{ maxAgeSeconds: 3_600, maxCount: 3 }, [7, 8, 9]],
];

/** Registers the promises of `ports/event-log-retention.ts`. */
export function retentionContract({ name, removal, shared, own }: EngineUnderTest): void {
  for (const [status, expected, kind, outcome] of DELETIONS) {
    const what = kind === 'soft' ? 'deleting' : 'tombstoning';
    test(`${name}: ${what} a stream that is ${status} with ${expected}: ${outcome}`, async (t) => {
      const log = await shared();
      const stream = freshName();
      if (status !== 'absent') await log.append(stream, 'no_stream', events(3));
      if (status === 'soft-deleted') await log.deleteStream(stream, 2);
      if (status === 'tombstoned') await log.tombstoneStream(stream, 2);
      const attempt = kind === 'soft' ? log.deleteStream(stream, expected) : log.tombstoneStream(stream, expected);
      if (outcome === 'conflict') await t.throwsAsync(attempt, { instanceOf: RevisionConflict });
      else if (outcome === 'closed') await t.throwsAsync(attempt, { instanceOf: StreamTombstoned });
      else await t.notThrowsAsync(attempt);
      if (outcome === 'done' && kind === 'tombstone') await assertClosed(t, log, stream);
      else if (outcome === 'done') t.deepEqual(await log.readStream(stream), []);
      else if (status === 'present') t.is((await log.readStream(stream)).length, 3);
    });
  }

  test(`${name}: a deleted stream continues after its last revision, without its past`, async (t) => {
    const log = await shared();
    const stream = freshName();
    for (const expected of ['no_stream', 'any', 'last'] as const) {
      await log.append(stream, 'any', events(3));
      const last = (await log.readStream(stream)).at(-1)?.revision ?? -1;
      await log.deleteStream(stream, last);
      t.deepEqual(await log.readStream(stream), []);
      const back = events(2);
      const { revision } = await log.append(stream, expected === 'last' ? last : expected, back);
      t.is(revision, last + 2);
      const visible = await log.readStream(stream);
      t.deepEqual(idsOf(visible), idsOf(back));
      t.is(visible[0]?.revision, last + 1);
    }
  });

  for (const [rules, revisions] of RULES) {
    test(`${name}: ${JSON.stringify(rules)} leaves [${revisions.join()}] of ten visible`, async (t) => {
      const log = await shared();
      const stream = freshName();
      await log.append(stream, 'no_stream', events(10));
      await log.setRetention(stream, rules);
      t.deepEqual(await revisionsOf(log, stream), revisions);
      t.deepEqual(
        (await log.readStream(stream, { fromRevision: 6, limit: 2 })).map(({ revision }) => revision),
        revisions.filter((revision) => revision >= 6).slice(0, 2),
      );
    });
  }

  test(`${name}: events older than maxAgeSeconds disappear from reads`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const old = events(3);
    await log.setRetention(stream, { maxAgeSeconds: 1 });
    await log.append(stream, 'no_stream', old);
    await until('they are gone', async () => (await log.readStream(stream)).length === 0);
    // A server may pause for longer than a second between an append and a read.
    await until('a fresh event is read, without the old ones', async () => {
      const fresh = events(1);
      await log.append(stream, 'any', fresh);
      const visible = idsOf(await log.readStream(stream));
      return old.every(({ id }) => !visible.includes(id)) && visible.at(-1) === fresh[0]?.id;
    });
    t.pass();
  });

  test(`${name}: new rules replace the old ones, and removed rules show the remaining events`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(5));
    await log.setRetention(stream, { truncateBefore: 3 });
    await log.setRetention(stream, { maxCount: 4 });
    t.deepEqual(await revisionsOf(log, stream), [1, 2, 3, 4]);
    await log.setRetention(stream, {});
    t.deepEqual(await revisionsOf(log, stream), [0, 1, 2, 3, 4]);
  });

  test(`${name}: maxCount moves on with every append`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.setRetention(stream, { maxCount: 3 });
    for (let append = 0; append < 6; append += 1)
      await log.append(stream, append - 1 < 0 ? 'no_stream' : append - 1, events(1));
    t.deepEqual(await revisionsOf(log, stream), [3, 4, 5]);
  });

  test(`${name}: rules do not move a stream, even when they hide all of it`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(3));
    await log.setRetention(stream, { truncateBefore: 3 });
    const conflict = await t.throwsAsync(log.append(stream, 'no_stream', events(1)), { instanceOf: RevisionConflict });
    t.is(conflict?.actual, 2);
    t.is((await log.append(stream, 2, events(1))).revision, 3);
    t.is((await log.append(stream, 'stream_exists', events(1))).revision, 4);
    t.deepEqual(await revisionsOf(log, stream), [3, 4]);
  });

  test(`${name}: deletion removes the rules, a deleted stream takes none, and deleted events stay hidden`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(3));
    await log.setRetention(stream, { maxCount: 1 });
    await log.deleteStream(stream, 2);
    await log.append(stream, 'no_stream', events(3));
    t.deepEqual(await revisionsOf(log, stream), [3, 4, 5]);
    await log.deleteStream(stream, 5);
    await log.setRetention(stream, { maxCount: 2, truncateBefore: 100 });
    t.deepEqual(await revisionsOf(log, stream), []);
    await log.append(stream, 'no_stream', events(3));
    t.deepEqual(await revisionsOf(log, stream), [6, 7, 8]);
    await log.setRetention(stream, { truncateBefore: 8 });
    t.deepEqual(await revisionsOf(log, stream), [8]);
    await log.setRetention(stream, { truncateBefore: 1 });
    t.deepEqual(await revisionsOf(log, stream), [6, 7, 8]);
    await log.setRetention(stream, {});
    t.deepEqual(await revisionsOf(log, stream), [6, 7, 8]);
  });

  test(`${name}: rules cannot be set on a tombstoned stream, nor out of their range`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(1));
    for (const rules of [{ truncateBefore: -1 }, { maxCount: 0 }, { maxAgeSeconds: 0 }, { maxCount: 1.5 }]) {
      await t.throwsAsync(log.setRetention(stream, rules), { instanceOf: RangeError });
    }
    await log.tombstoneStream(stream, 0);
    await t.throwsAsync(log.setRetention(stream, { maxCount: 1 }), { instanceOf: StreamTombstoned });
  });

  test(`${name}: hidden events are in readAll until they are removed ${removal}`, async (t) => {
    const log = await own(t);
    const prefix = freshName();
    const named = (stream: string): string => `${prefix}-${stream}`;
    await log.append(named('kept'), 'no_stream', events(4));
    await log.append(named('deleted'), 'no_stream', events(3));
    await log.append(named('revived'), 'no_stream', events(3));
    await log.append(named('tombstoned'), 'no_stream', events(2));
    await log.append(named('ruled'), 'no_stream', events(10));
    await log.deleteStream(named('deleted'), 2);
    await log.deleteStream(named('revived'), 2);
    await log.append(named('revived'), 'no_stream', events(2));
    await log.tombstoneStream(named('tombstoned'), 1);
    await log.setRetention(named('ruled'), { maxCount: 4 });
    t.is((await readAllPages(log, [prefix])).length, 24);
    const { eventsRemoved } = await log.compact();
    const left = await readAllPages(log, [prefix]);
    const counts = ['kept', 'deleted', 'revived', 'tombstoned', 'ruled'].map(
      (stream) => left.filter((one) => one.stream === named(stream)).length,
    );
    if (removal === 'by compaction') {
      t.is(eventsRemoved, 14);
      t.deepEqual(counts, [4, 0, 2, 0, 4]);
    } else {
      t.is(eventsRemoved, null, 'nothing is claimed that was not done');
      t.deepEqual(counts, [4, 3, 5, 2, 10]);
    }
    t.deepEqual(await revisionsOf(log, named('revived')), [3, 4]);
    t.deepEqual(await revisionsOf(log, named('ruled')), [6, 7, 8, 9]);
  });

  test(`${name}: streams keep their revisions after compaction, and positions still grow`, async (t) => {
    const log = await own(t);
    const prefix = freshName();
    const [ruled, deleted] = [`${prefix}-ruled`, `${prefix}-deleted`];
    await log.append(ruled, 'no_stream', events(3));
    const { position: last } = await log.append(deleted, 'no_stream', events(3));
    await log.deleteStream(deleted, 2);
    await log.setRetention(ruled, { truncateBefore: 3 });
    await log.compact();
    await t.throwsAsync(log.append(ruled, 'no_stream', events(1)), { instanceOf: RevisionConflict });
    await log.append(ruled, 2, events(1));
    await log.append(deleted, 'no_stream', events(1));
    t.deepEqual(await revisionsOf(log, ruled), [3]);
    t.deepEqual(await revisionsOf(log, deleted), [3]);
    const newest = (await readAllPages(log, [prefix])).slice(-2);
    t.true(last !== null && newest.every(({ position }) => log.comparePositions(last, position) < 0));
  });

  test(`${name}: a follower continues across a compaction`, async (t) => {
    const log = await own(t);
    const stream = freshName();
    await log.append(stream, 'no_stream', events(5));
    const stop = new AbortController();
    const following = followUntil(log, { streamPrefixes: [stream] }, (seen, step) => {
      if (step.kind === 'caught_up') stop.abort();
      return seen.length >= 8;
    });
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    await log.setRetention(stream, { truncateBefore: 5 });
    await log.compact();
    await log.append(stream, 4, events(3));
    t.deepEqual(
      (await following).map(({ revision }) => revision),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
  });
}

async function revisionsOf(log: EventLog, stream: string): Promise<number[]> {
  return (await log.readStream(stream)).map(({ revision }) => revision);
}

async function assertClosed(t: ExecutionContext, log: EventLog, stream: string): Promise<void> {
  await t.throwsAsync(log.readStream(stream), { instanceOf: StreamTombstoned });
  for (const expected of ['any', 'no_stream', 'stream_exists', 2] as const) {
    await t.throwsAsync(log.append(stream, expected, events(1)), { instanceOf: StreamTombstoned });
  }
}
