import test from 'ava';
import { inTurn } from '../../../src/pipeline/flow/in-turn.ts';
import type { PipelineDeps } from '../../../src/pipeline/flow/pipeline-deps.ts';

// No stage here asks for anything.
const deps = {} as PipelineDeps;

const double = (value: number): number => value * 2;
const told = (value: number): string => `told ${value}`;

test('stages without a promise return their result without a promise', (t) => {
  t.is(inTurn(double).next(double).next(told).pass(3, deps), 'told 12');
});

test('a promise of one stage is awaited, and the next stages get its value', async (t) => {
  const passed: string[] = [];
  const noted =
    (name: string) =>
    (value: number): number => {
      passed.push(name);
      return value + 1;
    };
  const { promise, resolve } = Promise.withResolvers<number>();
  const passing = inTurn(noted('first'))
    .next(() => promise)
    .next(noted('third'))
    .next(async (value) => await Promise.resolve(value * 2))
    .next(told)
    .pass(0, deps);
  t.deepEqual(passed, ['first']);
  resolve(20);
  t.is(await passing, 'told 42');
  t.deepEqual(passed, ['first', 'third']);
});

test('no stage runs after one that throws or rejects', async (t) => {
  const never = (): never => t.fail('passed');
  const raises = (): number => {
    throw new RangeError('no');
  };
  t.throws(() => inTurn(raises).next(never).pass(0, deps), { instanceOf: RangeError });
  await t.throwsAsync(
    async () =>
      inTurn(double)
        .next(async () => raises())
        .next(never)
        .pass(0, deps),
    { instanceOf: RangeError },
  );
});

test('the same stages can run several times at once', async (t) => {
  const way = inTurn((value: number) => Promise.resolve(value)).next(told);
  t.deepEqual(await Promise.all([way.pass(1, deps), way.pass(2, deps)]), ['told 1', 'told 2']);
});
