import test from 'ava';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { event, events, followUntil, freshName, idsOf, readAllPages } from './_event-log-fixtures.ts';
import type { Position, ReadStreamOptions } from '../../src/ports/event-log.ts';
import type { EngineUnderTest } from './_event-log-fixtures.ts';

/** Of a stream with revisions 0 to 9: what is asked for, and which revisions come. */
const STREAM_PAGES: readonly (readonly [ReadStreamOptions, readonly number[]])[] = [
  [{}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ fromRevision: 0, limit: 3 }, [0, 1, 2]],
  [{ fromRevision: 3, limit: 3 }, [3, 4, 5]],
  [{ fromRevision: 8, limit: 3 }, [8, 9]],
  [{ fromRevision: 9 }, [9]],
  [{ fromRevision: 10 }, []],
  [{ fromRevision: 4_000 }, []],
  [{ limit: 1 }, [0]],
  [{ direction: 'forwards', fromRevision: 8 }, [8, 9]],
  [{ direction: 'backwards' }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
  [{ direction: 'backwards', limit: 1 }, [9]],
  [{ direction: 'backwards', limit: 3 }, [9, 8, 7]],
  [{ direction: 'backwards', fromRevision: 9, limit: 3 }, [9, 8, 7]],
  [{ direction: 'backwards', fromRevision: 4, limit: 3 }, [4, 3, 2]],
  [{ direction: 'backwards', fromRevision: 1, limit: 3 }, [1, 0]],
  [{ direction: 'backwards', fromRevision: 0 }, [0]],
];

/** Registers the promises of `readStream`, `readAll` and `comparePositions`. */
export function readContract({ name, shared, own }: EngineUnderTest): void {
  for (const [options, revisions] of STREAM_PAGES) {
    test(`${name}: readStream with ${JSON.stringify(options)} gives [${revisions.join()}] of ten`, async (t) => {
      const log = await shared();
      const stream = freshName();
      await log.append(stream, 'no_stream', events(10));
      const page = await log.readStream(stream, options);
      t.deepEqual(
        page.map(({ revision }) => revision),
        revisions,
      );
    });
  }

  test(`${name}: an absent stream reads as empty`, async (t) => {
    t.deepEqual(await (await shared()).readStream(freshName()), []);
    t.deepEqual(await (await shared()).readStream(freshName(), { direction: 'backwards' }), []);
  });

  test(`${name}: a read gives 1,000 events by default, and no more than its limit`, async (t) => {
    const log = await shared();
    const stream = freshName();
    for (let page = 0; page < 3; page += 1) await log.append(stream, 'any', events(900));
    t.is((await log.readStream(stream)).length, 1_000);
    t.is((await log.readStream(stream, { limit: 2_500 })).length, 2_500);
    t.is((await log.readStream(stream, { limit: 10_000 })).length, 2_700);
    const back = await log.readStream(stream, { direction: 'backwards', limit: 10_000 });
    t.deepEqual(
      back.map(({ revision }) => revision),
      Array.from({ length: 2_700 }, (_, index) => 2_699 - index),
    );
    t.is((await log.readStream(stream, { direction: 'backwards', fromRevision: 2_500, limit: 1_100 })).length, 1_100);
    t.is((await log.readAll({ streamPrefixes: [stream] })).length, 1_000);
    t.is((await log.readAll({ streamPrefixes: [stream], limit: 10_000 })).length, 2_700);
  });

  for (const limit of [0, -1, 10_001, 1.5, Number.NaN]) {
    test(`${name}: a read of at most ${limit} events is a fault of the caller`, async (t) => {
      const log = await shared();
      await t.throwsAsync(log.readStream('wallet-1', { limit }), { instanceOf: RangeError });
      await t.throwsAsync(log.readAll({ limit }), { instanceOf: RangeError });
    });
  }

  test(`${name}: events larger together than any page are read whole`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const large = `"${'x'.repeat(200_000)}"`;
    for (let append = 0; append < 30; append += 1) {
      await log.append(stream, 'any', [event({ data: large }), event({ data: large })]);
    }
    t.is((await log.readStream(stream)).length, 60);
    t.is((await log.readStream(stream, { direction: 'backwards' })).length, 60);
    t.is((await log.readAll({ streamPrefixes: [stream], limit: 100 })).length, 60);
  });

  test(`${name}: readAll gives each event once, in the order of the appends, with any page size`, async (t) => {
    const log = await shared();
    const prefix = freshName('category');
    const appended: string[] = [];
    for (let append = 0; append < 30; append += 1) {
      const written = events(1 + (append % 3));
      await log.append(`${prefix}-${append % 4}`, 'any', written);
      appended.push(...idsOf(written));
    }
    for (const limit of [1, 7, 59, 60, 61, 1_000]) {
      t.deepEqual(idsOf(await readAllPages(log, [prefix], limit)), appended, `pages of ${limit}`);
    }
  });

  test(`${name}: positions grow along the log, and reading after one begins with the next`, async (t) => {
    const log = await shared();
    const prefix = freshName('category');
    for (let append = 0; append < 10; append += 1) await log.append(`${prefix}-${append % 3}`, 'any', events(2));
    const all = await readAllPages(log, [prefix]);
    for (const [index, { position }] of all.entries()) {
      const previous = all[index - 1];
      t.is(log.comparePositions(position, position), 0);
      if (previous !== undefined) {
        t.true(log.comparePositions(previous.position, position) < 0);
        t.true(log.comparePositions(position, previous.position) > 0);
      }
      const rest = await log.readAll({ after: position, streamPrefixes: [prefix] });
      t.deepEqual(idsOf(rest), idsOf(all.slice(index + 1)));
    }
  });

  test(`${name}: positions sort as the log does, also when their texts do not`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(1_000));
    const inOrder = (await log.readStream(stream)).map(({ position }) => position);
    const sorted = inOrder.toReversed().sort((a: Position, b: Position) => log.comparePositions(a, b));
    t.deepEqual(sorted, inOrder);
  });

  test(`${name}: reading after an event that the prefixes leave out gives no more than asked`, async (t) => {
    const log = await shared();
    const prefix = freshName('category');
    const { position } = await log.append(`${prefix}-other`, 'no_stream', events(1));
    const chosen = events(3);
    await log.append(`${prefix}-chosen`, 'no_stream', chosen);
    if (position === null) throw new Error('an append that was written has a position');
    for (const limit of [1, 2, 3, 4]) {
      const page = await log.readAll({ after: position, streamPrefixes: [`${prefix}-chosen`], limit });
      t.deepEqual(idsOf(page), idsOf(chosen.slice(0, limit)));
    }
  });

  test(`${name}: prefixes choose streams by the beginning of their names, literally`, async (t) => {
    const log = await shared();
    const own1 = freshName();
    const names = ['wallet-1', 'wallet-10', 'wallets', 'wal%et', 'WALLET-1', 'response-1', 'ž-1', '🐎-1'];
    for (const each of names) await log.append(`${own1}${each}`, 'no_stream', events(1));
    const chosen = async (...prefixes: string[]): Promise<string[]> => {
      const found = await log.readAll({ streamPrefixes: prefixes.map((prefix) => own1 + prefix) });
      return found.map(({ stream }) => stream.slice(own1.length));
    };
    t.deepEqual(await chosen(''), names);
    t.deepEqual(await chosen('wallet-'), ['wallet-1', 'wallet-10']);
    t.deepEqual(await chosen('wal'), ['wallet-1', 'wallet-10', 'wallets', 'wal%et']);
    t.deepEqual(await chosen('wal%'), ['wal%et']);
    t.deepEqual(await chosen('response-', 'wallets'), ['wallets', 'response-1']);
    t.deepEqual(await chosen('wallet-', 'wallet-1'), ['wallet-1', 'wallet-10']);
    t.deepEqual(await chosen('ž', '🐎'), ['ž-1', '🐎-1']);
    t.deepEqual(await chosen('nothing'), []);
  });

  test(`${name}: an acknowledged append is read at once`, async (t) => {
    const log = await shared();
    const stream = freshName();
    for (let round = 0; round < 20; round += 1) {
      await log.append(stream, round === 0 ? 'no_stream' : round - 1, events(1));
      t.is((await log.readStream(stream)).length, round + 1);
      t.is((await log.readAll({ streamPrefixes: [stream] })).length, round + 1);
    }
  });

  test(`${name}: a closed log refuses every call as closed`, async (t) => {
    const log = await own(t);
    await log.append(freshName(), 'no_stream', events(1));
    await log[Symbol.asyncDispose]();
    const calls = [
      log.append('wallet-1', 'any', events(1)),
      log.readStream('wallet-1'),
      log.readAll(),
      log.deleteStream('wallet-1', 'any'),
      log.tombstoneStream('wallet-1', 'any'),
      log.setRetention('wallet-1', {}),
      log.compact(),
      followUntil(log, {}, () => false),
    ];
    for (const call of calls) await t.throwsAsync(call, { instanceOf: EventLogUnavailable });
    await t.notThrowsAsync(async () => log[Symbol.asyncDispose](), 'closing twice is closing once');
  });

  test(`${name}: closing waits for the appends in flight`, async (t) => {
    const log = await own(t);
    const appends = Array.from({ length: 40 }, () => log.append(freshName(), 'no_stream', events(2)));
    await log[Symbol.asyncDispose]();
    t.true((await Promise.allSettled(appends)).every(({ status }) => status === 'fulfilled'));
  });
}
