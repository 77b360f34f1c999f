import test from 'ava';
import * as fc from 'fast-check';
import { SeenPlaces } from '../../../src/adapters/eventstoredb-event-log/seen-places.ts';

const at = (commit: number) => ({ commit: String(commit), prepare: String(commit) });

test('the newest event of some streams beyond a place is known up to the last place of the subscription', (t) => {
  const seen = new SeenPlaces(['wallet-', 'api_key-'], at(10));
  t.deepEqual(seen.beyond(at(10), ['wallet-']), { upTo: at(10), newest: null });
  seen.take('wallet-1', at(20));
  seen.take('api_key-1', at(30));
  seen.take('wallet-2', at(40));
  seen.reach(at(50));
  t.deepEqual(seen.beyond(at(10), ['wallet-']), { upTo: at(50), newest: at(40) });
  t.deepEqual(seen.beyond(at(10), ['api_key-']), { upTo: at(50), newest: at(30) });
  t.deepEqual(seen.beyond(at(30), ['api_key-']), { upTo: at(50), newest: null });
  t.deepEqual(seen.beyond(at(30), ['api_key-', 'wallet-2']), { upTo: at(50), newest: at(40) });
  t.deepEqual(seen.upTo, at(50));
});

test('beyond the last place of a subscription no newest event is known', (t) => {
  const seen = new SeenPlaces(['wallet-'], at(10));
  seen.take('wallet-1', at(20));
  t.deepEqual(seen.beyond(at(70), ['wallet-']), { upTo: at(70), newest: null });
});

test('streams without a subscription, and events before it, are not known', (t) => {
  const seen = new SeenPlaces(['wallet-'], at(10));
  seen.take('wallet-1', at(20));
  t.is(seen.beyond(at(10), ['api_key-']), null);
  t.is(seen.beyond(at(10), ['wall']), null);
  t.is(seen.beyond(at(9), ['wallet-']), null);
  t.is(seen.beyond(null, ['wallet-']), null);
});

test('a subscription from the beginning knows of the whole log', (t) => {
  const seen = new SeenPlaces(null, null);
  t.is(seen.beyond(null, ['wallet-']), null, 'nothing came yet');
  seen.reach(at(20));
  t.deepEqual(seen.beyond(null, ['wallet-']), { upTo: at(20), newest: null });
  seen.take('wallet-1', at(30));
  t.deepEqual(seen.beyond(null, ['wallet-']), { upTo: at(30), newest: at(30) });
  t.deepEqual(seen.beyond(null, ['api_key-']), { upTo: at(30), newest: null });
  for (let place = 31; place < 4_100; place += 1) seen.take('wallet-1', at(place));
  t.is(seen.beyond(null, ['api_key-']), null, 'not any more');
});

test('events of long ago are not known any more', (t) => {
  const seen = new SeenPlaces(['wallet-', 'api_key-'], at(10));
  seen.take('api_key-1', at(11));
  for (let place = 12; place < 4_100; place += 1) seen.take('wallet-1', at(place));
  t.is(seen.beyond(at(10), ['api_key-']), null);
  t.deepEqual(seen.beyond(at(3_000), ['api_key-']), { upTo: at(4_099), newest: null });
});

test('the known newest event is the one that a look through all events would find', (t) => {
  const event = fc.record({ stream: fc.constantFrom('wallet-1', 'api_key-1'), gap: fc.integer({ min: 1, max: 3 }) });
  const asked = fc.record({ after: fc.nat({ max: 9_000 }), prefix: fc.constantFrom('wallet-', 'api_key-') });
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(0, 0, 4_100),
      fc.array(asked, { minLength: 5, maxLength: 5 }),
      (events, before, questions) => {
        const seen = new SeenPlaces(['wallet-', 'api_key-'], at(0));
        const all: { stream: string; place: number }[] = [];
        const take = (stream: string, gap: number): void => {
          const place = (all.at(-1)?.place ?? 0) + gap;
          all.push({ stream, place });
          seen.take(stream, at(place));
        };
        for (let n = 0; n < before; n += 1) take(n % 7 === 0 ? 'api_key-1' : 'wallet-1', 1);
        for (const { stream, gap } of events) take(stream, gap);
        const last = all.at(-1)?.place ?? 0;
        for (const { after, prefix } of questions) {
          const known = seen.beyond(at(after), [prefix]);
          const newest = all.findLast(({ stream, place }) => place > after && stream.startsWith(prefix));
          if (known === null) t.true(after < last - 1_900, 'what came lately is known');
          else
            t.deepEqual(known, {
              upTo: at(Math.max(after, last)),
              newest: newest === undefined ? null : at(newest.place),
            });
        }
      },
    ),
    { numRuns: 60 },
  );
});
