import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { FreshEvents } from '../../../src/adapters/sqlite-event-log/fresh-events.ts';
import type { AppendFields, GroupAnswer } from '../../../src/adapters/sqlite-event-log/messages.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { events, followUntil, freshName, idsOf, readAllPages } from '../_event-log-fixtures.ts';

interface Append {
  readonly stream: string;
  readonly ids: readonly string[];
  readonly lastRevision: number;
  readonly lastPosition: number;
}

function commit(fresh: FreshEvents, appends: readonly Append[], answer: Partial<GroupAnswer>): void {
  const fields: AppendFields = appends.flatMap(({ stream, ids }) => [
    stream,
    'any',
    ids.length,
    ...ids.flatMap((id) => [id, 'A', `{"of":"${id}"}`, '{}']),
  ]);
  const numbers = Float64Array.from(appends.flatMap(({ lastRevision, lastPosition }) => [lastRevision, lastPosition]));
  fresh.committed(fields, 10 * appends.length, {
    numbers,
    refusals: [],
    commits: 1,
    writtenAfter: 0,
    writtenUpTo: 0,
    recordedAtMs: 0,
    lastPosition: answer.writtenUpTo ?? 0,
    ...answer,
  });
}

function one(id: string, place: number, stream = 'wallet-1'): Append {
  return { stream, ids: [id], lastRevision: place - 1, lastPosition: place };
}

function idsFrom(fresh: FreshEvents, after: number, prefixes?: readonly string[]): readonly string[] | null {
  return fresh.page(after, prefixes)?.events.map(({ id }) => id) ?? null;
}

test('committed events are handed over as the log has them', (t) => {
  const fresh = new FreshEvents();
  const two = { stream: 'wallet-1', ids: ['a', 'b'], lastRevision: 6, lastPosition: 12 };
  commit(fresh, [two, one('c', 13, 'key-1')], { writtenAfter: 10, writtenUpTo: 13, recordedAtMs: 1_000 });
  const page = fresh.page(10, undefined);
  t.deepEqual([page?.upTo, page?.atEnd], ['13', true]);
  t.deepEqual(page?.events[1], {
    id: 'b',
    type: 'A',
    data: '{"of":"b"}',
    metadata: '{}',
    stream: 'wallet-1',
    revision: 6,
    position: '12',
    recordedAt: '1970-01-01T00:00:01.000Z',
  });
  t.is(page?.events[0]?.revision, 5);
  t.deepEqual(idsFrom(fresh, 11), ['b', 'c'], 'from within an append');
  t.deepEqual(idsFrom(fresh, 10, ['key-']), ['c']);
  t.is(idsFrom(fresh, 9), null, 'what stands before is not here');
});

test('events that another process wrote between two groups are not skipped', (t) => {
  const fresh = new FreshEvents();
  commit(fresh, [one('a', 1)], { writtenAfter: 0, writtenUpTo: 1 });
  commit(fresh, [one('c', 3)], { writtenAfter: 2, writtenUpTo: 3 });
  t.is(idsFrom(fresh, 0), null);
  t.is(idsFrom(fresh, 1), null);
  t.deepEqual(idsFrom(fresh, 2), ['c']);
});

test('the place behind the last group is not known to be empty', (t) => {
  const fresh = new FreshEvents();
  commit(fresh, [one('a', 1)], { writtenAfter: 0, writtenUpTo: 1 });
  t.is(idsFrom(fresh, 1), null);
  t.is(idsFrom(fresh, 2), null);
});

test('an append that was refused, or had been written before, is not handed over', (t) => {
  const fresh = new FreshEvents();
  const failure = { code: 'conflict', actual: 3 } as const;
  commit(fresh, [one('old', 4), one('older', 5)], { writtenAfter: 3, writtenUpTo: 5 });
  // What a refused append is answered with may be the place of the part of it that was there.
  commit(fresh, [one('old', 4), one('refused', 5), one('new', 6)], {
    writtenAfter: 5,
    writtenUpTo: 6,
    refusals: [{ index: 1, failure }],
  });
  commit(fresh, [one('twice', 7), one('twice', 7), one('once', 8)], { writtenAfter: 6, writtenUpTo: 8 });
  t.deepEqual(idsFrom(fresh, 6), ['twice', 'once']);
  t.deepEqual(idsFrom(fresh, 3), ['old', 'older', 'new', 'twice', 'once']);
  t.deepEqual(idsFrom(fresh, 5), ['new', 'twice', 'once']);
});

test('pages have the usual size, and events that every follower has read are dropped', (t) => {
  const fresh = new FreshEvents();
  const ids = Array.from({ length: 1_500 }, (_, nth) => `event-${nth}`);
  commit(fresh, [{ stream: 'wallet-1', ids, lastRevision: 1_499, lastPosition: 1_500 }], { writtenUpTo: 1_500 });
  commit(fresh, [one('last', 1_501)], { writtenAfter: 1_500, writtenUpTo: 1_501 });
  const first = fresh.page(0, undefined);
  t.deepEqual([first?.events.length, first?.upTo, first?.atEnd], [1_000, '1000', false]);
  fresh.read(1_000);
  t.deepEqual(idsFrom(fresh, 1_000), [...ids.slice(1_000), 'last']);
  fresh.read(1_500);
  t.is(idsFrom(fresh, 0), null);
  t.deepEqual(idsFrom(fresh, 1_500), ['last']);
});

test('fresh events are bounded in number', (t) => {
  const fresh = new FreshEvents();
  for (let place = 1; place <= 1_001; place += 1) {
    commit(fresh, [one(`event-${place}`, place)], { writtenAfter: place - 1, writtenUpTo: place });
  }
  t.is(idsFrom(fresh, 0), null);
  t.is(idsFrom(fresh, 1)?.length, 1_000);
});

test('a follower reads the events of two processes in turn, each once and in order', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using own = await openSqliteEventLog({ path, pollMs: 1 });
  await using other = await openSqliteEventLog({ path, pollMs: 1 });
  const prefix = freshName();
  const total = 48;
  const following = followUntil(own, { streamPrefixes: [prefix] }, (seen) => seen.length >= total);
  for (let nth = 0; nth < total / 6; nth += 1) {
    await own.append(`${prefix}-own`, 'any', events(1));
    await own.append(`${prefix}-own`, 'any', events(2));
    await Promise.all([own.append(`${prefix}-a`, 'any', events(1)), other.append(`${prefix}-b`, 'any', events(2))]);
  }
  t.deepEqual(idsOf(await following), idsOf(await readAllPages(own, [prefix])));
});

test('several followers read the events of another process while this one is silent', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await using own = await openSqliteEventLog({ path, pollMs: 1 });
  await using other = await openSqliteEventLog({ path, pollMs: 1 });
  const prefix = freshName();
  const follow = (total: number): ReturnType<typeof followUntil> =>
    followUntil(own, { streamPrefixes: [prefix] }, (seen) => seen.length >= total);
  const following = [follow(2), follow(2)];
  const first = follow(1);
  await own.append(`${prefix}-own`, 'any', events(1));
  await first;
  await other.append(`${prefix}-other`, 'any', events(1));
  const seen = await Promise.all(following);
  for (const each of seen) t.deepEqual(idsOf(each), idsOf(await readAllPages(own, [prefix])));
});
