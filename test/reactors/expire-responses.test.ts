import test from 'ava';
import type { ExpiredResponse } from '../../src/ports/response-index.ts';
import { expireResponses } from '../../src/reactors/expire-responses.ts';

const now = Date.parse('2026-11-01T12:00:00Z');

/** A sweep over so many responses, of which some cannot be removed and some are gone already. */
function sweepOf(
  count: number,
  { broken = [], gone = [] }: Readonly<Record<string, readonly string[]>> = {},
  isSettled = true,
) {
  const expired = Array.from({ length: count }, (_, index): ExpiredResponse => ({
    key: String(index),
    responseId: `r${index}`,
  }));
  const asked: unknown[] = [];
  const removed: string[] = [];
  const warnings: string[] = [];
  const run = (signal?: AbortSignal) =>
    expireResponses(
      {
        index: {
          holderOf: async () => null,
          // What is removed is still listed here: nothing but the key leads on.
          expired: async (at, { afterKey, limit }) => {
            asked.push([at.getTime(), afterKey, limit]);
            const from = afterKey === null ? 0 : Number(afterKey) + 1;
            return expired.slice(from, from + limit);
          },
        },
        responses: {
          expire: async (id) => {
            if (broken.includes(id)) throw new Error('a fault of the test');
            removed.push(id);
            return !gone.includes(id);
          },
        },
        clock: { now: () => now, isSettled },
        telemetry: {
          inferenceEnded: () => undefined,
          requestEnded: () => undefined,
          info: () => undefined,
          warn: (what) => void warnings.push(what),
        },
      },
      signal,
    );
  return { run, asked, removed, warnings };
}

test('a sweep removes all expired responses, page by page, and returns their number', async (t) => {
  const { run, asked, removed } = sweepOf(2_500);
  t.is(await run(), 2_500);
  t.deepEqual(asked, [
    [now, null, 1_000],
    [now, '999', 1_000],
    [now, '1999', 1_000],
  ]);
  t.is(removed.length, 2_500);
});

test('a thousand responses that cannot be removed do not delay the next one', async (t) => {
  const broken = Array.from({ length: 1_000 }, (_, index) => `r${index}`);
  const { run, removed, warnings } = sweepOf(1_001, { broken });
  t.is(await run(), 1);
  t.deepEqual(removed, ['r1000']);
  t.is(warnings.length, 1_000);
});

test('a response that cannot be removed does not delay the others', async (t) => {
  const { run, removed, warnings } = sweepOf(3, { broken: ['r0'] });
  t.is(await run(), 2);
  t.deepEqual(removed, ['r1', 'r2']);
  t.deepEqual(warnings, ['response_not_expired']);
});

test('a response that was removed meanwhile does not count', async (t) => {
  t.is(await sweepOf(3, { gone: ['r1'] }).run(), 2);
});

test('a sweep that is stopped removes nothing more', async (t) => {
  const { run, removed } = sweepOf(3);
  t.is(await run(AbortSignal.abort()), 0);
  t.deepEqual(removed, []);
});

test('no response is removed while the clock is not settled', async (t) => {
  const { run, asked } = sweepOf(3, {}, false);
  t.is(await run(), 0);
  t.deepEqual(asked, []);
});
