import test from 'ava';
import { CallPlaces } from '../../../src/adapters/eventstoredb-event-log/call-places.ts';

/** Calls that run until they are ended, by name. */
function callsIn(places: CallPlaces) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const call = (name: string, isUrgent = false): Promise<string> => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return places.take(async () => {
      begun.push(name);
      await end.promise;
      return name;
    }, isUrgent);
  };
  return {
    begun,
    call,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

test('calls wait in order, urgent ones before the others, and a call that fails leaves its place', async (t) => {
  const { begun, call, end, fail } = callsIn(new CallPlaces(2));
  const [a, b, c, d, e] = [call('a'), call('b'), call('c'), call('d'), call('e', true)];
  t.deepEqual(begun, ['a', 'b']);
  fail('b');
  await t.throwsAsync(b, { message: 'b' });
  t.deepEqual(begun, ['a', 'b', 'e']);
  end('e');
  t.is(await e, 'e');
  end('a');
  await a;
  t.deepEqual(begun, ['a', 'b', 'e', 'c', 'd']);
  for (const name of ['c', 'd']) end(name);
  t.deepEqual(await Promise.all([c, d]), ['c', 'd']);
});

test('a place that is left is taken by the next call', async (t) => {
  const places = new CallPlaces(1);
  for (const name of ['a', 'b']) t.is(await places.take(() => Promise.resolve(name)), name);
});
