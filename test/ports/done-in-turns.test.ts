import test from 'ava';
import * as fc from 'fast-check';
import type { WorkInParts } from '../../src/personal-data/work-in-parts.ts';
import { WorkTurns } from '../../src/ports/done-in-turns.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { turnsOf } from '../_support/turns-of.ts';

const timeless = { now: () => 0 };
/** As much as one turn of the event loop has time for. */
const slice = 65_536;
const sharer = (tenantId: string, keyId = `key of ${tenantId}`) => ({ tenantId, keyId });

function* parts(count: number, done: (part: number) => void, size = slice): WorkInParts<string> {
  for (let part = 0; part < count; part += 1) {
    done(part);
    yield size;
  }
  return 'done';
}

test('one work continues in each turn of the event loop, first come, first served', async (t) => {
  const turns = new WorkTurns(timeless);
  const order: string[] = [];
  const work = (name: string): Promise<string> => turns.done(parts(3, (part) => order.push(`${name}${part}`)));
  let done: readonly string[] = [];
  const taken = await turnsOf(async () => {
    done = await Promise.all([work('a'), work('b'), work('c')]);
  });
  t.deepEqual(done, ['done', 'done', 'done']);
  t.deepEqual(order, ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'c1', 'b2', 'c2']);
  t.true(taken >= 8, `${taken}`);
});

test('however much a tenant asks for, in one turn no more is done than one slice and what is short', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(20_000), { maxLength: 12 }), { minLength: 1, maxLength: 60 }),
      async (works) => {
        const turns = new WorkTurns(timeless);
        let [inTurn, most, isDone] = [0, 0, false];
        const turn = (): void => {
          inTurn = 0;
          if (!isDone) setImmediate(turn);
        };
        turn();
        function* counted(sizes: readonly number[]): WorkInParts {
          for (const size of sizes) {
            inTurn += size;
            most = Math.max(most, inTurn);
            yield size;
          }
        }
        // One after the other, as the steps of a request are, and many requests at once.
        await Promise.all(
          works.map(async (sizes) => {
            for (const size of sizes) await turns.done(counted([size]), sharer('a'));
            await turns.done(counted(sizes), sharer('a'));
          }),
        );
        isDone = true;
        // Before and after the turn of the count: a part that began may be as large as any.
        t.true(most <= 2 * (slice + 20_000), `${most}`);
      },
    ),
    { numRuns: propertyRuns(50) },
  );
});

test('the work of one tenant waits for no more than one slice of another, in however many steps it is done', async (t) => {
  const turns = new WorkTurns(timeless);
  let slices = 0;
  const big = Array.from({ length: 20 }, (_, key) =>
    turns.done(
      parts(40, () => (slices += 1)),
      sharer('a', `key ${key}`),
    ),
  );
  for (let request = 0; request < 20; request += 1) {
    const before = slices;
    for (let step = 0; step < 12; step += 1) {
      await turns.done(
        parts(1, () => undefined, 1_200),
        sharer('b'),
      );
    }
    t.true(slices - before <= 1, `${slices - before}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // What is too long for one turn waits for one slice in each.
  const before = slices;
  await turns.done(
    parts(5, () => undefined),
    sharer('b'),
  );
  t.true(slices - before <= 5 + 1, `${slices - before}`);
  await Promise.all(big);
});

test('the keys of a tenant take turns, however many works each has', async (t) => {
  const turns = new WorkTurns(timeless);
  const order: string[] = [];
  const work = (tenantId: string, keyId: string): Promise<string> =>
    turns.done(
      parts(4, () => order.push(keyId)),
      { tenantId, keyId },
    );
  const many = Array.from({ length: 10 }, () => work('a', '1'));
  const others = [work('a', '2'), work('b', '3')];
  await Promise.all(others);
  // In turn: a key of tenant a, tenant b, the other key of tenant a, tenant b.
  t.true(order.filter((each) => each === '1').length <= 6, order.join(' '));
  await Promise.all(many);
  t.is(order.length, 48);
});

test('a part that takes longer than its size says ends the turn', async (t) => {
  let clock = 0;
  const turns = new WorkTurns({ now: () => clock });
  const slow = (): Promise<string> =>
    turns.done(
      parts(10, () => (clock += 20), 1),
      sharer('a'),
    );
  t.true((await turnsOf(slow)) >= 9);
});

test('short work waits for no turn, and an error of the work is raised', async (t) => {
  const turns = new WorkTurns(timeless);
  const long = turns.done(
    parts(2, () => undefined),
    sharer('a'),
  );
  t.is(
    await turnsOf(() =>
      turns.done(
        parts(3, () => undefined, 10),
        sharer('b'),
      ),
    ),
    0,
  );
  const broken = (function* (): WorkInParts {
    yield 1;
    throw new Error('broken');
  })();
  await t.throwsAsync(turns.done(broken, sharer('b')), { message: 'broken' });
  t.is(await long, 'done');
});
