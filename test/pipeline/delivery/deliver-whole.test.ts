import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { answerBudget } from '../../../src/pipeline/flow/answer-budget.ts';
import { readWhole, type AnswerToRead } from '../../../src/pipeline/delivery/deliver-whole.ts';
import { HeldTime } from '../../../src/time/held-time.ts';
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

const budgetFor = (answers: number, waitMs = 60_000) =>
  answerBudget({ bytesMax: answers * answerBytesMax, sharePercentMax: 100, waitMs });

test('a small answer needs no memory', async (t) => {
  const budget = budgetFor(1);
  const small = await readWhole(upstream(4).toRead, answerBytesMax, budget);
  t.is(small.bytes.length, 4 * pieceBytes);
  t.is(budget.used, 0);
});

test('a large answer waits with its upstream until another has left', async (t) => {
  const budget = budgetFor(1);
  const first = await readWhole(upstream(10).toRead, answerBytesMax, budget);
  t.is(budget.used, answerBytesMax);
  const second = upstream(10);
  const reading = readWhole(second.toRead, answerBytesMax, budget);
  await until('it waits', () => budget.waiting === 1);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  t.is(second.pulled(), 5, 'nothing is read while it waits');
  first.memory.release();
  const held = await reading;
  t.is(held.bytes.length, 10 * pieceBytes);
  held.memory.release();
  held.memory.release();
  t.is(budget.used, 0);
});

test('an answer that breaks off or is too large gives its memory back', async (t) => {
  const budget = budgetFor(1);
  await t.throwsAsync(readWhole(upstream(10, { failsAt: 6 }).toRead, answerBytesMax, budget), { message: /reset/ });
  await t.throwsAsync(readWhole(upstream(17).toRead, answerBytesMax, budget), { message: /too_large/ });
  t.is(budget.used, 0);
});

test('an answer whose exchange is cut while it waits fails and leaves the queue', async (t) => {
  const budget = budgetFor(1);
  await readWhole(upstream(10).toRead, answerBytesMax, budget);
  const second = upstream(10);
  const reading = readWhole(second.toRead, answerBytesMax, budget);
  await until('it waits', () => budget.waiting === 1);
  second.cut();
  t.is((await t.throwsAsync(reading, { instanceOf: UpstreamFailure }))?.outcome, 'unknown');
  t.is(budget.waiting, 0);
  const third = upstream(10);
  third.toRead.exchange.signal.addEventListener('abort', () => undefined);
  t.is(budget.used, answerBytesMax);
});

test('an answer that finds no memory in time fails', async (t) => {
  const budget = budgetFor(1, 5);
  await readWhole(upstream(10).toRead, answerBytesMax, budget);
  const failure = await t.throwsAsync(readWhole(upstream(10).toRead, answerBytesMax, budget), {
    instanceOf: UpstreamFailure,
  });
  t.is(failure?.reason, 'total_timeout');
});

test('memory is given to the tenant that holds least', async (t) => {
  const budget = budgetFor(2);
  const [one, other] = [
    await readWhole(upstream(10).toRead, answerBytesMax, budget),
    await readWhole(upstream(10).toRead, answerBytesMax, budget),
  ];
  const greedy = readWhole(upstream(10).toRead, answerBytesMax, budget);
  await until('it waits', () => budget.waiting === 1);
  const newcomer = readWhole(upstream(10, { tenantId: 'zeta' }).toRead, answerBytesMax, budget);
  await until('both wait', () => budget.waiting === 2);
  one.memory.release();
  t.is((await newcomer).bytes.length, 10 * pieceBytes);
  t.is(budget.waiting, 1);
  other.memory.release();
  t.is((await greedy).bytes.length, 10 * pieceBytes);
});

test('a budget smaller than one answer reads one answer at a time', async (t) => {
  const budget = answerBudget({ bytesMax: 100, sharePercentMax: 50, waitMs: 60_000 });
  const first = await readWhole(upstream(10).toRead, answerBytesMax, budget);
  const reading = readWhole(upstream(10).toRead, answerBytesMax, budget);
  await until('it waits', () => budget.waiting === 1);
  first.memory.release();
  t.is((await reading).bytes.length, 10 * pieceBytes);
});
