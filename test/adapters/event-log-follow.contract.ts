import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { followMsMax, events, followUntil, freshName, idsOf, readAllPages } from './_event-log-fixtures.ts';
import type { FollowStep } from '../../src/ports/event-log.ts';
import type { EngineUnderTest } from './_event-log-fixtures.ts';

const caughtUp = (_seen: unknown, step: FollowStep): boolean => step.kind === 'caught_up';

/** Registers the promises of `follow`. */
export function followContract({ name, shared, own }: EngineUnderTest): void {
  test(`${name}: a follower reads the past, reports that it is level, and then hands over new events`, async (t) => {
    const log = await shared();
    const prefix = freshName();
    const past = events(5);
    const coming = events(3);
    await log.append(`${prefix}-1`, 'no_stream', past);
    const steps: string[] = [];
    await followUntil(log, { streamPrefixes: [prefix] }, (seen, step) => {
      // A past of any size may come in parts.
      if (steps.at(-1) !== step.kind) steps.push(step.kind);
      if (step.kind === 'caught_up') void log.append(`${prefix}-2`, 'no_stream', coming);
      return seen.length === 8;
    });
    t.deepEqual(steps, ['events', 'caught_up', 'events']);
  });

  test(`${name}: a follower of nothing is caught up at once`, async (t) => {
    const log = await shared();
    t.deepEqual(await followUntil(log, { streamPrefixes: [freshName()] }, caughtUp), []);
  });

  test(`${name}: a follower begins after the position it is given`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(6));
    const all = await log.readStream(stream);
    for (const [index, { position }] of all.entries()) {
      const seen = await followUntil(log, { after: position, streamPrefixes: [stream] }, caughtUp);
      t.deepEqual(idsOf(seen), idsOf(all.slice(index + 1)));
    }
  });

  test(`${name}: a long past is read in batches of at most 1,000, none of them empty`, async (t) => {
    const log = await shared();
    const stream = freshName();
    for (let append = 0; append < 5; append += 1) await log.append(stream, 'any', events(700));
    const sizes: number[] = [];
    const seen = await followUntil(log, { streamPrefixes: [stream] }, (_, step) => {
      if (step.kind === 'events') sizes.push(step.events.length);
      return step.kind === 'caught_up';
    });
    t.true(sizes.every((size) => size >= 1 && size <= 1_000));
    t.deepEqual(idsOf(seen), idsOf(await log.readStream(stream, { limit: 10_000 })));
  });

  test(`${name}: nothing is lost or repeated while writers run across the hand-over`, async (t) => {
    const log = await shared();
    const prefix = freshName();
    const writers = 8;
    const appendsEach = 60;
    await log.append(`${prefix}-0`, 'any', events(1_500 - 1_000));
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let append = 0; append < appendsEach; append += 1) {
          await log.append(`${prefix}-${writer}`, 'any', events(1 + (append % 3)));
        }
      }),
    );
    const total = 500 + writers * appendsEach * 2;
    const followers = Array.from({ length: 3 }, () =>
      followUntil(log, { streamPrefixes: [prefix] }, (seen) => seen.length >= total),
    );
    await writing;
    const truth = idsOf(await readAllPages(log, [prefix]));
    t.is(truth.length, total);
    for (const seen of await Promise.all(followers)) t.deepEqual(idsOf(seen), truth);
  });

  test(`${name}: a live follower is handed only the streams it asked for, in order`, async (t) => {
    const log = await shared();
    const prefix = freshName();
    const wanted: string[] = [];
    const following = followUntil(log, { streamPrefixes: [`${prefix}-a`, `${prefix}-c`] }, (seen) => seen.length >= 20);
    for (let append = 0; append < 30; append += 1) {
      const letter = 'abc'[append % 3] ?? '';
      const written = events(1);
      await log.append(`${prefix}-${letter}`, 'any', written);
      if (letter !== 'b') wanted.push(...idsOf(written));
    }
    t.deepEqual(idsOf(await following), wanted);
  });

  test(`${name}: an event appended while a live batch is held is handed over next, without another append`, async (t) => {
    const log = await own(t);
    const prefix = freshName();
    await log.append(`${prefix}-1`, 'no_stream', events(1));
    let held = false;
    const seen: string[] = [];
    for await (const step of log.follow({ streamPrefixes: [prefix], signal: AbortSignal.timeout(followMsMax) })) {
      if (step.kind === 'caught_up' && !held) void log.append(`${prefix}-2`, 'no_stream', events(1));
      if (step.kind !== 'events') continue;
      seen.push(...idsOf(step.events));
      if (seen.length >= 3) break;
      held = seen.length === 2;
      if (!held) continue;
      await log.append(`${prefix}-3`, 'no_stream', events(1));
      await sleep(30); // whatever tells followers of it has told nobody by now
    }
    t.is(seen.length, 3);
  });

  test(`${name}: a slow follower gets every event, and delays no append`, async (t) => {
    const log = await shared();
    const prefix = freshName();
    const { promise: written, resolve: done } = Promise.withResolvers<void>();
    const slow = followUntil(log, { streamPrefixes: [prefix] }, (seen) => seen.length === 2_600);
    const paused = (async () => {
      const seen: string[] = [];
      for await (const step of log.follow({ streamPrefixes: [prefix], signal: AbortSignal.timeout(followMsMax) })) {
        if (step.kind !== 'events') continue;
        await written; // holds its first batch until all else has happened
        seen.push(...idsOf(step.events));
        if (seen.length === 2_600) break;
      }
      return seen;
    })();
    for (let append = 0; append < 26; append += 1) await log.append(`${prefix}-1`, 'any', events(100));
    await slow;
    done();
    t.deepEqual(await paused, idsOf(await slow));
  });

  test(`${name}: a stopped follower resumes from its last event`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(40));
    const seen = await followUntil(log, { streamPrefixes: [stream] }, (all) => all.length >= 1);
    const after = seen.at(-1)?.position;
    await log.append(stream, 39, events(10));
    const rest = await followUntil(
      log,
      { streamPrefixes: [stream], ...(after === undefined ? {} : { after }) },
      caughtUp,
    );
    t.deepEqual(idsOf([...seen, ...rest]), idsOf(await log.readStream(stream)));
  });

  test(`${name}: abort ends a waiting follower without an error`, async (t) => {
    const log = await shared();
    const stop = new AbortController();
    const steps: string[] = [];
    for await (const step of log.follow({ streamPrefixes: [freshName()], signal: stop.signal })) {
      steps.push(step.kind);
      setImmediate(() => stop.abort());
    }
    t.deepEqual(steps, ['caught_up']);
  });

  test(`${name}: abort before the start, or while a batch is held, ends a follower too`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(2));
    for await (const step of log.follow({ signal: AbortSignal.abort() })) t.fail(`a step: ${step.kind}`);
    const stop = new AbortController();
    const steps: string[] = [];
    for await (const step of log.follow({ streamPrefixes: [stream], signal: stop.signal })) {
      steps.push(step.kind);
      stop.abort();
    }
    t.deepEqual(steps, ['events']);
  });

  test(`${name}: closing the log ends a waiting follower with an error`, async (t) => {
    const log = await own(t);
    const closed = (async () => {
      // Its own prefix: the log of others may be long.
      const streamPrefixes = [freshName()];
      for await (const step of log.follow({ streamPrefixes, signal: AbortSignal.timeout(followMsMax) })) {
        if (step.kind === 'caught_up') setImmediate(() => void log[Symbol.asyncDispose]());
      }
    })();
    await t.throwsAsync(closed, { instanceOf: EventLogUnavailable });
  });
}
