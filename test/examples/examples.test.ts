import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { dataDirectory, spawnGateway } from '../_support/gateway.ts';

const folder = join(import.meta.dirname, '..', '..', 'examples');
const run = promisify(execFile);

/** What an example prints beside a gateway that was just started as `npm start` starts it. */
async function outputOf(t: ExecutionContext, example: string): Promise<readonly string[]> {
  const environment = { WAYBILL_DATA_DIR: dataDirectory(t), WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  await spawnGateway(t, environment);
  const { stdout } = await run(process.execPath, [join(folder, example)], { env: { ...process.env, ...environment } });
  return stdout.trim().split('\n');
}

interface TailedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The events among the lines that were printed. */
function eventsIn(lines: readonly string[]): readonly TailedEvent[] {
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as TailedEvent);
}

const bill = ['CreditReserved', 'ReservationSettled'];

test('examples/chat.ts prints an answer, its cost, and the hold and the bill in the ledger', async (t) => {
  const [answer, cost, ...rest] = await outputOf(t, 'chat.ts');
  const [held, settled] = eventsIn(rest);
  t.is(answer, 'You said: Where does every euro go?');
  t.is(cost, 'cost: 0.000051000 euro');
  t.deepEqual([held?.type, settled?.type], bill);
  t.is(held?.data['reservation_id'], settled?.data['reservation_id']);
  t.is(settled?.data['cost_eur'], '0.000051000');
});

test('examples/chat-stream.ts prints the stream, its counters, and a bill that is there when the stream ends', async (t) => {
  const [answer, usage, ...rest] = await outputOf(t, 'chat-stream.ts');
  t.is(answer, 'You said: Count the words of this answer while it comes.');
  t.is(usage, 'usage: 15 + 11 tokens');
  t.deepEqual(
    eventsIn(rest).map(({ type }) => type),
    bill,
  );
});

test('examples/tool-call.ts prints the call, the answer, and two bills for two requests', async (t) => {
  const [call, answer, ...rest] = await outputOf(t, 'tool-call.ts');
  const events = eventsIn(rest);
  t.regex(call ?? '', /^called: weather\(\{"input":/);
  t.regex(answer ?? '', /^You said: /);
  t.deepEqual(
    events.map(({ type }) => type),
    [...bill, ...bill],
  );
  t.is(new Set(events.map(({ data }) => data['reservation_id'])).size, 2);
});

test('examples/budgeted-key.ts spends until the budget refuses, and prints what to do next', async (t) => {
  const lines = await outputOf(t, 'budgeted-key.ts');
  const answered = lines.filter((line) => /^request \d+: 0\.\d{9} euro$/.test(line));
  t.true(answered.length > 0);
  t.true(lines.includes('refused: 402 key_budget_exceeded'));
  t.true(lines.some((line) => line.endsWith('Lower the output maximum, or use a key with a larger budget.')));
  t.deepEqual(
    eventsIn(lines).map(({ type }) => type),
    answered.flatMap(() => bill),
  );
});

test('every example is run here, or on a real broker by npm run test:kafka', (t) => {
  const tested = ['analytics-consumer.ts', 'budgeted-key.ts', 'chat-stream.ts', 'chat.ts', 'tool-call.ts'];
  t.deepEqual(readdirSync(folder).toSorted(), tested);
});
