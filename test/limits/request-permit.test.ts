import test from 'ava';
import { RequestPermit } from '../../src/limits/request-permit.ts';

function scene() {
  const released: string[] = [];
  const releasing = (name: string) => ({ release: () => void released.push(name) });
  return { released, releasing, permit: new RequestPermit(releasing('own'), releasing('counted')) };
}

test('releasing the permit of a request releases all that it holds, each once', (t) => {
  const { released, releasing, permit } = scene();
  permit.add(releasing('answer'));
  permit.release();
  t.deepEqual(released, ['own', 'counted', 'answer']);
  permit.releaseOthers();
  t.deepEqual(released, ['own', 'counted', 'answer']);
});

test('what else it holds can be released before the request ends', (t) => {
  const { released, releasing, permit } = scene();
  permit.add(releasing('answer'));
  permit.releaseOthers();
  t.deepEqual(released, ['answer']);
});

test('what is added after the request has ended is released at once', (t) => {
  const { released, releasing, permit } = scene();
  permit.release();
  permit.add(releasing('late'));
  t.deepEqual(released, ['own', 'counted', 'late']);
});
