import test from 'ava';
import { RecordedAnswer } from '../../src/ledger/recorded-answer.ts';

function memory(bytesMax: number) {
  let [used, left] = [0, 0];
  return {
    take: (bytes: number): boolean => {
      used += bytes;
      return used <= bytesMax;
    },
    release: () => {
      left += 1;
    },
    left: () => left,
  };
}

test('an answer is recorded while there is memory, and keeps it until it is forgotten', (t) => {
  const shared = memory(6);
  const answer = new RecordedAnswer(100, shared);
  answer.begin(200, {});
  answer.write(Buffer.from('abc'));
  t.is(answer.endingWith(Buffer.from('def'))?.body.toString(), 'abcdef');
  t.is(shared.left(), 0);
  answer.release();
  t.is(shared.left(), 1);
});

test('an answer without memory is not recorded, and gives back what it has at once', (t) => {
  const shared = memory(5);
  const answer = new RecordedAnswer(100, shared);
  answer.begin(200, {});
  answer.write(Buffer.from('abc'));
  t.false(answer.isTooLarge);
  answer.write(Buffer.from('def'));
  t.true(answer.isTooLarge);
  t.true(shared.left() > 0);
  t.is(answer.endingWith(Buffer.from('')), null);
});

test('an answer above its own limit gives its memory back at once', (t) => {
  const shared = memory(100);
  const answer = new RecordedAnswer(5, shared);
  answer.write(Buffer.from('abc'));
  t.is(shared.left(), 0);
  answer.write(Buffer.from('def'));
  t.true(shared.left() > 0);
  t.is(answer.endingWith(null), null);
});
