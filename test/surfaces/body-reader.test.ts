import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { ByteBudget } from '../../src/limits/byte-budget.ts';
import { BodyPace } from '../../src/surfaces/body-pace.ts';
import { BodyReader } from '../../src/surfaces/body-reader.ts';

const large = 1_000_000;
const sharer = { tenantId: 'tenant', keyId: 'key' };

function bodyRoom(): BodyReader {
  const memory = new ByteBudget({ bytesMax: 1_000_000_000, sharePercentMax: 90, waitingMax: 100 });
  return new BodyReader({ memory, waitMs: 10_000, pace: new BodyPace(1) });
}

test('large bodies are read one at a time, with the synchronous work after each reading', async (t) => {
  const bodies = bodyRoom();
  let inside = 0;
  let most = 0;
  const read = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    for (let slice = 0; slice < 3; slice += 1) await nextTurn();
  };
  const readings = Array.from({ length: 8 }, async () => {
    await bodies.inTurn(sharer, large, read);
    // What the pipeline does at once with the body.
    inside -= 1;
  });
  await Promise.all(readings);
  t.is(most, 1);
});

test('small bodies wait for no turn', async (t) => {
  const bodies = bodyRoom();
  const { promise, resolve } = Promise.withResolvers<void>();
  const reading = bodies.inTurn(sharer, large, () => promise);
  t.is(await bodies.inTurn(sharer, 1_000, async () => 'read'), 'read');
  resolve();
  await reading;
});

test('a body that cannot be read frees its place', async (t) => {
  const bodies = bodyRoom();
  const failing = bodies.inTurn(sharer, large, () => Promise.reject(new Error('malformed')));
  await t.throwsAsync(failing, { message: 'malformed' });
  t.is(await bodies.inTurn(sharer, large, async () => 'read'), 'read');
});

test('a body that arrives in small pieces is copied, so that reused memory of a piece does not change it', async (t) => {
  // A request as far as a body is read from it.
  const request = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage;
  const reading = bodyRoom().read({ request, bytesMax: large, sharer, welcome: () => undefined });
  // Each piece in the memory of the one before: whoever keeps a piece finds another there.
  const piece = Buffer.alloc(1);
  const text = '{"a":"one byte a piece"}'.repeat(100);
  for (const byte of Buffer.from(text)) {
    piece[0] = byte;
    request.emit('data', piece);
  }
  request.emit('end');
  const held = await reading;
  t.is(held.bytes.toString(), text);
  held.release();
});
