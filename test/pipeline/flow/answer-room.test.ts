import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { AnswerRoom, type AnswerToRead } from '../../../src/pipeline/flow/answer-room.ts';
import { HeldTime } from '../../../src/ports/held-time.ts';
import { UpstreamFailure } from '../../../src/ports/upstream.ts';
import { askedWith } from '../../_support/inference-records.ts';
import { until } from '../../_support/until.ts';

const pieceBytes = 65_536;
const answerBytesMax = 1_048_576;

interface Upstream {
  readonly toRead: AnswerToRead;
  /** Pieces that were read. */
  readonly pulled: () => number;
  readonly cut: () => void;
}

function upstream(pieces: number, { failsAt = Number.POSITIVE_INFINITY, tenantId = 'acme' } = {}): Upstream {
  const controller = new AbortController();
  let pulled = 0;
  async function* body(): AsyncGenerator<Buffer> {
    while (pulled < pieces) {
      await nextTurn();
      if (controller.signal.aborted) throw new UpstreamFailure('aborted', 'unknown');
      if (pulled === failsAt) throw new UpstreamFailure('reset', 'unknown');
      pulled += 1;
      yield Buffer.alloc(pieceBytes, pulled);
    }
  }
  const { caller } = askedWith({});
  return {
    toRead: {
      answer: { status: 200, headers: {}, body: body() },
      caller: { ...caller, key: { ...caller.key, tenant_id: tenantId, key_id: `key of ${tenantId}` } },
      exchange: { signal: controller.signal, held: new HeldTime() },
    },
    pulled: () => pulled,
    cut: () => controller.abort(),
  };
}

const roomFor = (answers: number, waitMs = 60_000) =>
  new AnswerRoom({ bytesMax: answers * answerBytesMax, sharePercentMax: 100, waitMs });

test('a small answer needs no room', async (t) => {
  const room = roomFor(1);
  const small = await room.read(upstream(4).toRead, answerBytesMax);
  t.is(small.bytes.length, 4 * pieceBytes);
  t.is(room.used, 0);
});

test('a large answer waits with its upstream until another has left the room', async (t) => {
  const room = roomFor(1);
  const first = await room.read(upstream(10).toRead, answerBytesMax);
  t.is(room.used, answerBytesMax);
  const second = upstream(10);
  const reading = room.read(second.toRead, answerBytesMax);
  await until('it waits', () => room.waiting === 1);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  t.is(second.pulled(), 5, 'nothing is read while it waits');
  first.leave();
  const held = await reading;
  t.is(held.bytes.length, 10 * pieceBytes);
  held.leave();
  held.leave();
  t.is(room.used, 0);
});

test('an answer that breaks off or is too large gives its room back', async (t) => {
  const room = roomFor(1);
  await t.throwsAsync(room.read(upstream(10, { failsAt: 6 }).toRead, answerBytesMax), { message: /reset/ });
  await t.throwsAsync(room.read(upstream(17).toRead, answerBytesMax), { message: /too_large/ });
  t.is(room.used, 0);
});

test('an answer whose exchange is cut while it waits fails and leaves the queue', async (t) => {
  const room = roomFor(1);
  await room.read(upstream(10).toRead, answerBytesMax);
  const second = upstream(10);
  const reading = room.read(second.toRead, answerBytesMax);
  await until('it waits', () => room.waiting === 1);
  second.cut();
  t.is((await t.throwsAsync(reading, { instanceOf: UpstreamFailure }))?.outcome, 'unknown');
  t.is(room.waiting, 0);
  const third = upstream(10);
  third.toRead.exchange.signal.addEventListener('abort', () => undefined);
  t.is(room.used, answerBytesMax);
});

test('an answer that finds no room in time fails', async (t) => {
  const room = roomFor(1, 5);
  await room.read(upstream(10).toRead, answerBytesMax);
  const failure = await t.throwsAsync(room.read(upstream(10).toRead, answerBytesMax), { instanceOf: UpstreamFailure });
  t.is(failure?.reason, 'total_timeout');
});

test('room is given to the tenant that holds least', async (t) => {
  const room = roomFor(2);
  const [one, other] = [
    await room.read(upstream(10).toRead, answerBytesMax),
    await room.read(upstream(10).toRead, answerBytesMax),
  ];
  const greedy = room.read(upstream(10).toRead, answerBytesMax);
  await until('it waits', () => room.waiting === 1);
  const newcomer = room.read(upstream(10, { tenantId: 'zeta' }).toRead, answerBytesMax);
  await until('both wait', () => room.waiting === 2);
  one?.leave();
  t.is((await newcomer).bytes.length, 10 * pieceBytes);
  t.is(room.waiting, 1);
  other?.leave();
  t.is((await greedy).bytes.length, 10 * pieceBytes);
});

test('a room smaller than one answer reads one answer at a time', async (t) => {
  const room = new AnswerRoom({ bytesMax: 100, sharePercentMax: 50, waitMs: 60_000 });
  const first = await room.read(upstream(10).toRead, answerBytesMax);
  const reading = room.read(upstream(10).toRead, answerBytesMax);
  await until('it waits', () => room.waiting === 1);
  first.leave();
  t.is((await reading).bytes.length, 10 * pieceBytes);
});
