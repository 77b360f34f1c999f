import test from 'ava';
import { RequestPlace } from '../../src/limits/request-place.ts';

function scene() {
  const left: string[] = [];
  const leaving = (name: string) => ({ grow: (units: number) => units < 3, leave: () => void left.push(name) });
  return { left, leaving, place: new RequestPlace(leaving('own')) };
}

test('leaving a request place leaves all its places, each once', (t) => {
  const { left, leaving, place } = scene();
  place.add(leaving('answer'));
  place.leave();
  t.deepEqual(left, ['own', 'answer']);
  place.leaveOthers();
  t.deepEqual(left, ['own', 'answer']);
});

test('the places in other rooms can be left before the request ends', (t) => {
  const { left, leaving, place } = scene();
  place.add(leaving('answer'));
  place.leaveOthers();
  t.deepEqual(left, ['answer']);
});

test('a place that is added after the request has ended is left at once', (t) => {
  const { left, leaving, place } = scene();
  place.leave();
  place.add(leaving('late'));
  t.deepEqual(left, ['own', 'late']);
});

test('a request place grows as its own place does', (t) => {
  const { place } = scene();
  t.true(place.grow(2));
  t.false(place.grow(3));
});
