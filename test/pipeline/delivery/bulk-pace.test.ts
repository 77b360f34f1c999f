import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { BulkPace } from '../../../src/pipeline/delivery/bulk-pace.ts';

const pieceBytes = 65_536;

test('one piece of many large answers is passed on in each turn of the event loop, fairly among them', async (t) => {
  const pace = new BulkPace();
  const [answers, pieces] = [12, 5];
  let turn = 0;
  const passed: { readonly turn: number; readonly answer: number }[] = [];
  const streams = Array.from({ length: answers }, async (_, answer) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      const wait = pace.turn(pieceBytes);
      if (wait !== null) await wait;
      passed.push({ turn, answer });
    }
  });
  while (passed.length < answers * pieces) {
    await nextTurn();
    turn += 1;
    t.true(turn < 1_000);
  }
  await Promise.all(streams);
  const most = Math.max(...passed.map((each) => passed.filter((other) => other.turn === each.turn).length));
  // A turn of this test and one of the pace may be told apart differently, by one.
  t.true(most <= 2, `${most} in one turn`);
  const served = Array.from({ length: answers }, () => 0);
  for (const { answer } of passed) {
    served[answer] = (served[answer] ?? 0) + 1;
    t.true(Math.max(...served) - Math.min(...served) <= 2, 'nobody is far ahead of the others');
  }
});

test('a small piece never waits, whatever other answers do', (t) => {
  const pace = new BulkPace();
  t.is(pace.turn(pieceBytes), null);
  t.not(pace.turn(pieceBytes), null);
  t.is(pace.turn(4_096), null);
});

test('a byte that is more work counts as many', (t) => {
  const pace = new BulkPace();
  t.is(pace.turn(pieceBytes / 8, 8), null);
  t.not(pace.turn(pieceBytes / 8, 8), null);
});

test('a single answer waits only for the event loop', async (t) => {
  const pace = new BulkPace();
  t.is(pace.turn(pieceBytes), null);
  await pace.turn(pieceBytes);
  await nextTurn();
  await nextTurn();
  t.is(pace.turn(pieceBytes), null);
});
