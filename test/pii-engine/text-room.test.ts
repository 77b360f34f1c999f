import test from 'ava';
import * as fc from 'fast-check';
import { TextRoom } from '../../src/pii-engine/text-room.ts';
import { PiiEngineUnavailable } from '../../src/ports/pii-engine.ts';
import { propertyRuns } from '../_support/property-runs.ts';

/** The most that is promised of large requests together, and of small ones: characters. */
const charactersMax = 8_388_608;

const text = (characters: number) => ({ text: 'x'.repeat(characters), path: '', isName: false, isAddress: false });
const request = (characters: number, tenantId: string) => ({
  texts: [text(characters)],
  fixed: [],
  earlier: [],
  sharer: { tenantId, keyId: `key of ${tenantId}` },
});

test('whatever the requests of any tenants hold, large and small ones have a limit together', async (t) => {
  const texts = fc.tuple(fc.nat(15), fc.constantFrom(60_000, 60_000, 60_000, 70_000, 1_000_000, 9_000_000));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(texts, fc.constantFrom('texts', 'fixed', 'earlier')), { minLength: 600, maxLength: 700 }),
      async (requests) => {
        const room = new TextRoom();
        const inHand: number[] = [];
        let most = 0;
        const work = async ([[tenant, characters], where]: (typeof requests)[number]): Promise<void> => {
          const { sharer } = request(0, `tenant ${tenant}`);
          const given = where === 'earlier' ? 'x'.repeat(characters) : text(characters);
          const leave = await room.enter({ texts: [], fixed: [], earlier: [], sharer, [where]: [given] });
          inHand.push(characters);
          // One that is longer than all may be together is alone.
          const counted = inHand.reduce((sum, each) => sum + Math.min(each, charactersMax), 0);
          most = Math.max(most, counted);
          await new Promise((resolve) => setImmediate(resolve));
          inHand.splice(inHand.indexOf(characters), 1);
          leave();
        };
        await Promise.all(requests.map(work));
        t.true(most <= 2 * charactersMax, `${most}`);
      },
    ),
    { numRuns: propertyRuns(20) },
  );
});

test('long texts of all requests together have a limit, and the tenant that holds least is next', async (t) => {
  const room = new TextRoom();
  const order: string[] = [];
  const leave = await room.enter(request(8_000_000, 'a'));
  const waiting = ['a', 'a', 'b'].map(async (tenant) => {
    const left = await room.enter(request(8_000_000, tenant));
    order.push(tenant);
    await Promise.resolve();
    left();
  });
  const small = await room.enter(request(1_000, 'c'));
  small();
  t.deepEqual(order, [], 'they wait, and a short text does not');
  leave();
  await Promise.all(waiting);
  t.is(order.length, 3);
  t.true(order.indexOf('b') < 2, order.join(' '));
});

test('a text that is longer than all may be together is cast alone', async (t) => {
  const room = new TextRoom();
  const leave = await room.enter(request(20_000_000, 'a'));
  leave();
  t.pass();
});

test('a request for which there is no place in time is told so', async (t) => {
  const room = new TextRoom({ waitMs: 1 });
  const leave = await room.enter(request(8_000_000, 'a'));
  await t.throwsAsync(room.enter(request(8_000_000, 'b')), { instanceOf: PiiEngineUnavailable });
  leave();
});
