import test from 'ava';
import { RecordedAnswer } from '../../src/ledger/recorded-answer.ts';

function room(bytesMax: number) {
  let [used, left] = [0, 0];
  return {
    take: (bytes: number): boolean => {
      used += bytes;
      return used <= bytesMax;
    },
    leave: () => {
      left += 1;
    },
    left: () => left,
  };
}

test('an answer is recorded while there is room, and keeps its room until it is forgotten', (t) => {
  const shared = room(6);
  const answer = new RecordedAnswer(100, shared);
  answer.begin(200, {});
  answer.write(Buffer.from('abc'));
  t.is(answer.endingWith(Buffer.from('def'))?.body.toString(), 'abcdef');
  t.is(shared.left(), 0);
  answer.leave();
  t.is(shared.left(), 1);
});

test('an answer without room is not recorded, and gives its room back at once', (t) => {
  const shared = room(5);
  const answer = new RecordedAnswer(100, shared);
  answer.begin(200, {});
  answer.write(Buffer.from('abc'));
  t.false(answer.isTooLarge);
  answer.write(Buffer.from('def'));
  t.true(answer.isTooLarge);
  t.true(shared.left() > 0);
  t.is(answer.endingWith(Buffer.from('')), null);
});

test('an answer above its own limit gives its room back at once', (t) => {
  const shared = room(100);
  const answer = new RecordedAnswer(5, shared);
  answer.write(Buffer.from('abc'));
  t.is(shared.left(), 0);
  answer.write(Buffer.from('def'));
  t.true(shared.left() > 0);
  t.is(answer.endingWith(null), null);
});
