import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { printEach } from '../../src/cli/output.ts';

const lines = 1_000;

/** A reader who takes nothing until told, and how many lines were made for it meanwhile. */
function slowReader() {
  let made = 0;
  const seen: string[] = [];
  const { promise: isReading, resolve: read } = Promise.withResolvers<void>();
  const output = new Writable({
    highWaterMark: 100,
    write: (chunk: Buffer, _encoding, taken) => {
      seen.push(chunk.toString());
      void isReading.then(() => taken());
    },
  });
  async function* items(): AsyncGenerator<number, void> {
    for (; made < lines; made += 1) yield made;
  }
  return { items, output, seen, read, made: () => made };
}

test('no more lines are made than the reader takes, and all of them arrive', async (t) => {
  const reader = slowReader();
  const printing = printEach(reader.items(), (item) => `the line ${item}`, reader.output);
  for (let turn = 0; turn < lines; turn += 1) await nextTurn();
  t.true(reader.made() < 20, `${reader.made()} lines`);
  reader.read();
  await printing;
  t.is(reader.made(), lines);
  await new Promise((resolve) => reader.output.end(resolve));
  t.is(reader.seen.join('').split('\n').at(-2), `the line ${lines - 1}`);
});

test('an item without a line is left out', async (t) => {
  const reader = slowReader();
  reader.read();
  await printEach(reader.items(), (item) => (item % 500 === 0 ? `${item}` : null), reader.output);
  await new Promise((resolve) => reader.output.end(resolve));
  t.is(reader.seen.join(''), '0\n500\n');
});
