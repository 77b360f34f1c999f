import test from 'ava';
import { TextRoom } from '../../src/casting/text-room.ts';
import { PiiEngineUnavailable } from '../../src/ports/pii-engine.ts';

const request = (characters: number, tenantId: string) => ({
  texts: [{ text: 'x'.repeat(characters), path: '', isName: false }],
  sharer: { tenantId, keyId: `key of ${tenantId}` },
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
