import test from 'ava';
import { event, events, freshName, idsOf } from './_event-log-fixtures.ts';
import type { EventLogEngine } from './_event-log-fixtures.ts';

/** What the engines inside the process promise beyond the contract of all engines, for those who test with them. */
export function embeddedLogContract(name: string, open: () => Promise<EventLogEngine>): void {
  test(`${name}: a follower that fell behind reports when it is level again`, async (t) => {
    await using log = await open();
    const steps: string[] = [];
    for await (const step of log.follow({ signal: AbortSignal.timeout(100_000) })) {
      steps.push(step.kind);
      // While this step is held, more is appended than the next batch takes.
      if (steps.length === 1) for (let page = 0; page < 3; page += 1) await log.append('wallet-1', 'any', events(800));
      if (steps.length === 5) break;
    }
    t.deepEqual(steps, ['caught_up', 'events', 'events', 'events', 'caught_up']);
  });

  test(`${name}: a repeated append is answered with the position too`, async (t) => {
    await using log = await open();
    const written = events(3);
    const first = await log.append('wallet-1', 'no_stream', written);
    await log.append('wallet-2', 'no_stream', events(1));
    t.deepEqual(await log.append('wallet-1', 'no_stream', written), first);
  });

  test(`${name}: a position of another engine is refused`, async (t) => {
    await using log = await open();
    for (const after of ['C:12/P:12', '-1', '', '1e3'] as unknown as NonNullable<
      Parameters<typeof log.readAll>[0]
    >['after'][]) {
      if (after !== undefined) await t.throwsAsync(log.readAll({ after }), { instanceOf: RangeError });
    }
  });

  test(`${name}: a filter without prefixes lets nothing through`, async (t) => {
    await using log = await open();
    await log.append('wallet-1', 'no_stream', events(1));
    t.deepEqual(await log.readAll({ streamPrefixes: [] }), []);
  });

  test(`${name}: a filter finds the needle in a long log, for reads and for followers`, async (t) => {
    await using log = await open();
    const needles: string[] = [];
    for (let page = 0; page < 26; page += 1) {
      await log.append('hay', 'any', events(1_000));
      if (page % 12 !== 0) continue;
      const needle = event();
      needles.push(needle.id);
      await log.append('needle', 'any', [needle]);
    }
    t.deepEqual(idsOf(await log.readAll({ streamPrefixes: ['needle'] })), needles);
    const seen: string[] = [];
    for await (const step of log.follow({ streamPrefixes: ['needle'], signal: AbortSignal.timeout(100_000) })) {
      if (step.kind === 'caught_up') break;
      seen.push(...idsOf(step.events));
    }
    t.deepEqual(seen, needles);
  });

  test(`${name}: compaction answers how many events it removed`, async (t) => {
    await using log = await open();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(10));
    await log.setRetention(stream, { maxCount: 4 });
    t.deepEqual(await log.compact(), { eventsRemoved: 6 });
    t.deepEqual(await log.compact(), { eventsRemoved: 0 });
  });

  test(`${name}: a compacted event is not recognised when it is repeated, and not written twice`, async (t) => {
    await using log = await open();
    const stream = freshName();
    const written = events(3);
    await log.append(stream, 'no_stream', written);
    await log.setRetention(stream, { truncateBefore: 3 });
    t.is((await log.append(stream, 'no_stream', written)).revision, 2, 'hidden, not gone');
    await log.compact();
    await t.throwsAsync(log.append(stream, 'no_stream', written), { name: 'RevisionConflict' });
  });
}
