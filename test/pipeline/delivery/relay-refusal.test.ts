import test from 'ava';
import { readRefusal } from '../../../src/pipeline/delivery/relay-refusal.ts';
import { SimulatedTimer } from '../../_support/simulated-timer.ts';

/** Gives one piece a second, for ever. */
function dripping(timer: SimulatedTimer, pieces: Iterator<string>) {
  const ended = { isLeft: false };
  const body: AsyncIterableIterator<Buffer> = {
    [Symbol.asyncIterator]: () => body,
    next: () =>
      new Promise((resolve) => {
        timer.after(1_000, () => resolve({ done: false, value: Buffer.from(pieces.next().value ?? ' ') }));
      }),
    return: () => {
      ended.isLeft = true;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { body, ended };
}

test('a refusal that does not end is left after ten seconds, and its message is read all the same', async (t) => {
  const timer = new SimulatedTimer();
  const { body, ended } = dripping(timer, ['{"error":', '{"message":"busy"},'].values());
  let words: Buffer | null = null;
  const reading = readRefusal(body, timer).then((read) => (words = read));
  await timer.pass(9_999);
  t.is(words, null);
  await timer.pass(1);
  await reading;
  t.true(ended.isLeft);
  t.is(String(words).replaceAll(' ', ''), '{"error":{"message":"busy"}}');
});

test('a refusal that gives nothing is left after ten seconds too', async (t) => {
  const timer = new SimulatedTimer();
  const body = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
  const reading = readRefusal(body, timer);
  await timer.pass(10_000);
  t.is((await reading).length, 0);
});
