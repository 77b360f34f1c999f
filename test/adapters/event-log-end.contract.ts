import test from 'ava';
import { events, freshName } from './_event-log-fixtures.ts';
import type { Position } from '../../src/ports/event-log.ts';
import type { EngineUnderTest, EventLogEngine } from './_event-log-fixtures.ts';

/** Registers the promises of `end` for a log that is empty when it is opened, and that nobody else writes. */
export function emptyLogContract(name: string, open: () => Promise<EventLogEngine>): void {
  test(`${name}: an empty log has no newest event`, async (t) => {
    await using log = await open();
    t.is((await log.end()).newest, null);
    t.is((await log.end({ streamPrefixes: ['wallet-'] })).newest, null);
  });

  test(`${name}: the end is the position of the last append`, async (t) => {
    await using log = await open();
    const mine = freshName();
    await log.append(mine, 'no_stream', events(3));
    await log.append(freshName('other'), 'no_stream', events(40));
    const [newestMine] = (await log.readStream(mine)).map(({ position }) => position).slice(-1);
    const [newestOfAll] = (await log.readAll()).map(({ position }) => position).slice(-1);
    t.deepEqual(await log.end(), { newest: newestOfAll, end: newestOfAll });
    t.deepEqual(await log.end({ streamPrefixes: [mine] }), { newest: newestMine, end: newestOfAll });
    t.deepEqual(await log.end({ streamPrefixes: [freshName()] }), { newest: null, end: newestOfAll });
  });
}

/** Registers the promises of `end`. */
export function endContract({ name, shared }: EngineUnderTest): void {
  test(`${name}: the end is at or behind the last append of any log, and streams outside the prefixes do not count`, async (t) => {
    const log = await shared();
    const [mine, other] = [freshName(), freshName('other')];
    await log.append(mine, 'no_stream', events(3));
    await log.append(other, 'no_stream', events(40));
    const [first = '' as Position, , newestMine] = (await log.readStream(mine)).map(({ position }) => position);
    const [newestOther = '' as Position] = (await log.readStream(other)).map(({ position }) => position).slice(-1);
    for (const [streamPrefixes, newest] of [
      [[mine], newestMine],
      [[mine, other], newestOther],
      [[freshName()], null],
    ] as const) {
      const found = await log.end({ after: first, streamPrefixes });
      t.is(found.newest, newest ?? null);
      t.true(found.end !== null && log.comparePositions(found.end, newestOther) >= 0);
    }
    const { newest } = await log.end();
    t.true(newest !== null && log.comparePositions(newest, newestOther) >= 0);
  });

  test(`${name}: a look back ends at its position, and misses no event before`, async (t) => {
    const log = await shared();
    const [mine, other] = [freshName(), freshName('other')];
    await log.append(mine, 'no_stream', events(2));
    for (let append = 0; append < 5; append += 1) await log.append(other, 'any', events(500));
    const positions = (await log.readStream(mine)).map(({ position }) => position);
    const [first = '' as Position, second = '' as Position] = positions;
    t.is((await log.end({ after: first, streamPrefixes: [mine] })).newest, second, 'behind 2,500 events of others');
    t.is((await log.end({ after: second, streamPrefixes: [mine] })).newest, null);
    const { end } = await log.end();
    t.is((await log.end({ ...(end === null ? {} : { after: end }), streamPrefixes: [other] })).newest, null);
  });
}
