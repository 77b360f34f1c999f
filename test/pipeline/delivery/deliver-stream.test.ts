import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { BulkPace } from '../../../src/pipeline/delivery/bulk-pace.ts';
import { deliverStream } from '../../../src/pipeline/delivery/deliver-stream.ts';
import { answerBudget } from '../../../src/pipeline/flow/answer-budget.ts';
import type { Noted } from '../../../src/pipeline/records.ts';
import { ResponsesStream } from '../../../src/protocols/responses/stream.ts';
import { askedWith } from '../../_support/inference-records.ts';
import { heldBytes } from '../../_support/turn-watch.ts';
import { until } from '../../_support/until.ts';

const recordBytes = 16 * 1_024 * 1_024;

/** The beginning of an answer that is large, in pieces. */
function* pieces(): Generator<Buffer> {
  yield Buffer.from('data: {"type":"response.output_text.delta","delta":"');
  for (let left = recordBytes; left > 0; left -= 65_536) yield Buffer.alloc(65_536, 'x');
  yield Buffer.from('"}\n\n');
}

/** Delivers a stream that breaks off behind its body, which is what the promise is rejected for. */
function delivering(
  t: ExecutionContext,
  body: AsyncIterable<Buffer>,
  write: (bytes: Buffer) => void,
  restore: unknown = null,
): Promise<unknown> {
  const noted = {
    ...askedWith({}),
    answer: { status: 200, headers: { 'content-type': 'text/event-stream' }, body },
    client: {
      isGone: false,
      begin: () => undefined,
      write: (bytes: Buffer) => {
        write(bytes);
        return null;
      },
    },
    profile: 'light',
    target: null,
    selection: null,
    streamWords: null,
    restore,
    route: { account: 'own' },
    exchange: { cutBy: () => 'shutdown' },
  };
  const open = () =>
    new ResponsesStream({
      responseId: 'resp_1',
      model: 'light',
      previousResponseId: null,
      isStored: true,
      itemsBytesMax: 1,
      mayKeep: () => false,
    });
  // `as`: a stream that is under way needs nothing else.
  return deliverStream(
    noted as unknown as Noted,
    { isOptional: false, open },
    {
      sseRecordBytesMax: 2 * recordBytes,
      disconnectDrainBytesMax: 1,
      heartbeatMs: 60_000,
      bulkPace: new BulkPace(),
      answerBudget: answerBudget({ bytesMax: 1, sharePercentMax: 100, waitMs: 1 }),
      telemetry: { warn: t.fail },
    },
  );
}

test('a stream that waits for its next record does not hold the last one', async (t) => {
  const { promise: silence, reject: breakOff } = Promise.withResolvers<void>();
  async function* body(): AsyncGenerator<Buffer> {
    for (const piece of pieces()) {
      await nextTurn();
      yield piece;
    }
    await silence;
  }
  let written = 0;
  const before = heldBytes();
  const delivered = delivering(t, body(), (bytes) => (written += bytes.length));
  await until('the record is passed on', () => written > recordBytes);
  // What nobody holds is freed some turns later.
  await until('it is freed', () => heldBytes() - before < recordBytes / 2);
  breakOff(new Error('the end of the test'));
  await t.throwsAsync(delivered);
});

test('a large piece of a stream whose texts are restored is passed on over many turns of the event loop', async (t) => {
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('data: {"type":"response.output_text.delta","delta":"x"}\n\n'.repeat(1_000));
    await Promise.reject(new Error('the end of the test'));
  }
  const largest = { 1: 0, 8: 0 };
  for (const [weight, restore] of [
    [1, null],
    [8, {}],
  ] as const)
    await t.throwsAsync(
      delivering(t, body(), ({ length }) => (largest[weight] = Math.max(largest[weight], length)), restore),
    );
  t.true(largest[8] < 16_384 && largest[1] > 65_536, JSON.stringify(largest));
});
