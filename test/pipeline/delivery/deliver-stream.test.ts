import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { BulkPace } from '../../../src/pipeline/delivery/bulk-pace.ts';
import { deliverStream } from '../../../src/pipeline/delivery/deliver-stream.ts';
import { answerBudget } from '../../../src/pipeline/flow/answer-budget.ts';
import type { Answered, Noted } from '../../../src/pipeline/records.ts';
import { PiiMappingLost } from '../../../src/ports/pii-engine.ts';
import type { WorkMax } from '../../../src/protocols/inference-request.ts';
import { ResponsesStream } from '../../../src/protocols/responses/stream.ts';
import { askedWith } from '../../_support/inference-records.ts';
import { heldBytes } from '../../_support/turn-watch.ts';
import { until } from '../../_support/until.ts';

const usage = { input_tokens: 5, output_tokens: 2, total_tokens: 7 };

const recordBytes = 16 * 1_024 * 1_024;

/** The beginning of an answer that is large, in pieces. */
function* pieces(): Generator<Buffer> {
  yield Buffer.from('data: {"type":"response.output_text.delta","delta":"');
  for (let left = recordBytes; left > 0; left -= 65_536) yield Buffer.alloc(65_536, 'x');
  yield Buffer.from('"}\n\n');
}

interface Delivery {
  readonly write?: (bytes: Buffer) => void;
  readonly restore?: (() => Promise<never>) | null;
  readonly warn: (name: string, fields: object) => void;
  /** Most bytes that are kept of streams. */
  readonly bytesMax?: number;
}

/** Delivers a stream of a response that is to be stored. */
function delivering(
  body: AsyncIterable<Buffer>,
  { write = () => undefined, restore = null, warn, bytesMax = 1 }: Delivery,
): Promise<Answered> {
  const { request, ...asked } = askedWith({});
  const max = (): Pick<WorkMax, 'readingsMax' | 'answersMax'> => ({ readingsMax: 1, answersMax: 1 });
  const noted = {
    ...asked,
    request: {
      ...request,
      memory: { isStored: true },
      work: { ...request.work, max, uncounted: () => ({ inputTokens: 1, outputTokens: 1 }) },
    },
    unknown: null,
    bound: { inputTokensMax: 9, outputTokensMax: 9 },
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
    target: { contextTokensMax: 1_000, outputTokensMax: 1_000, audio: { seconds_max: 1 } },
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
      mayKeep: () => bytesMax > 1,
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
      answerBudget: answerBudget({ bytesMax, sharePercentMax: 100, waitMs: 1 }),
      telemetry: { warn },
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
  const delivered = delivering(body(), { warn: t.fail, write: (bytes) => (written += bytes.length) });
  await until('the record is passed on', () => written > recordBytes);
  // What nobody holds is freed some turns later.
  await until('it is freed', () => heldBytes() - before < recordBytes / 2);
  breakOff(new Error('the end of the test'));
  await t.notThrowsAsync(delivered);
});

test('a large piece of a stream whose texts are restored is passed on over many turns of the event loop', async (t) => {
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('data: {"type":"response.output_text.delta","delta":"x"}\n\n'.repeat(1_000));
    await Promise.reject(new Error('the end of the test'));
  }
  const largest = { plain: 0, restored: 0 };
  for (const [kind, restore] of [
    ['plain', null],
    ['restored', () => Promise.reject(new Error('nothing is stored'))],
  ] as const) {
    const write = ({ length }: Buffer): number => (largest[kind] = Math.max(largest[kind], length));
    await delivering(body(), { warn: t.fail, write, restore });
  }
  t.true(largest.restored < 16_384 && largest.plain > 65_536, JSON.stringify(largest));
});

test('a streamed response that cannot be restored is charged as counted, told as not stored, and not kept', async (t) => {
  async function* body(): AsyncGenerator<Buffer> {
    await nextTurn();
    const response = { id: 'resp_0', object: 'response', status: 'completed', output: [], usage };
    yield Buffer.from(`data: ${JSON.stringify({ type: 'response.completed', response })}\n\n`);
  }
  const told: unknown[] = [];
  const warn = (name: string, fields: object): unknown => told.push([name, fields]);
  const restore = (): Promise<never> => Promise.reject(new PiiMappingLost('it is gone'));
  const { outcome, toStore, conclusion } = await delivering(body(), { warn, restore, bytesMax: 1_000_000 });
  t.is(toStore, null);
  t.deepEqual(told, [['response_not_kept', { requestId: 'req', reason: 'not_restored' }]]);
  t.like(outcome, { kind: 'settle', usage: { input_tokens: 5, output_tokens: 2 } });
  t.is(conclusion.kind, 'tail');
  t.regex(String('lastRecord' in conclusion && conclusion.lastRecord), /"store":false/);
  const kept = await delivering(body(), { warn: t.fail, bytesMax: 1_000_000 });
  t.regex(String('lastRecord' in kept.conclusion && kept.conclusion.lastRecord), /"store":true/);
  t.not(kept.toStore, null);
});
