import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
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
  const asked = askedWith({});
  const noted = {
    ...asked,
    answer: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: body() },
    client: {
      isGone: false,
      begin: () => undefined,
      write: (bytes: Buffer) => {
        written += bytes.length;
        return null;
      },
    },
    profile: 'light',
    target: null,
    selection: null,
    streamWords: null,
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
  const before = heldBytes();
  // `as`: a stream that is under way needs nothing else.
  const delivering = deliverStream(
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
  await until('the record is passed on', () => written > recordBytes);
  // What nobody holds is freed some turns later.
  await until('it is freed', () => heldBytes() - before < recordBytes / 2);
  breakOff(new Error('the end of the test'));
  await t.throwsAsync(delivering);
});
