// A gateway that ends itself by `kill -9` at the point that CRASH_POINT names. CRASH_BOOKS_URL: the sandbox;
// CRASH_NEXT_BOOKS_URL: the one behind the next target.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservationRecords } from '../../infra/sandbox-upstream/billing-records.ts';
import { SANDBOX_UPSTREAM_KEY } from '../../infra/sandbox-upstream/server.ts';
import { startGateway } from '../../src/main.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Upstream, UpstreamRequest } from '../../src/ports/upstream.ts';
import { logWith } from './recorded-log.ts';

const point = process.env['CRASH_POINT'];

/** Pieces of an answer that are passed on before the end comes: of a stream a few, of a JSON body the first half. */
const piecesPassed = Number(process.env['CRASH_AFTER_PIECES'] ?? 3);

/** A choice of who answers is recorded: what is sent now is the answer's. */
let isSelected = false;

/** A failed attempt is recorded: what is sent now is the next. */
let hasFailed = false;

function crash(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

const wrapLog = (log: EventLog): EventLog =>
  logWith(log, {
    append: async (stream, expected, events) => {
      const has = (type: string): boolean => events.some((event) => event.type === type);
      if (point === 'usage' && has('ReservationSettled')) await crash();
      if (point === 'judged' && has('SelectionCharged')) await crash();
      if (point === 'attempt_failing' && has('AttemptFailed')) await crash();
      if (point === 'keep' && has('IdempotentRequestAnswered')) await crash();
      if (point === 'uploaded' && has('FileUploaded')) await crash();
      if (point === 'removed' && has('FileDeleted')) await crash();
      if (point === 'sealed' && has('ResponseStored')) await crash();
      if (point === 'unsealed' && has('ResponseDeleted')) await crash();
      const result = await log.append(stream, expected, events);
      if (point === 'reserve' && has('CreditReserved')) await crash();
      if (point === 'selected' && has('SelectionCharged')) await crash();
      if (has('SelectionCharged')) isSelected = true;
      if (point === 'attempt_failed' && has('AttemptFailed')) await crash();
      if (has('AttemptFailed')) hasFailed = true;
      if (point === 'settle' && has('ReservationSettled')) await crash();
      if (point === 'begin' && has('IdempotentRequestBegan')) await crash();
      if (point === 'upload' && has('FileUploadBegan')) await crash();
      if (point === 'removal' && has('FileRemovalBegan')) await crash();
      if (point === 'kept' && has('IdempotentRequestAnswered')) await crash();
      if (point === 'stored' && has('ResponseStored')) await crash();
      return result;
    },
  });

const wrapUpstream = (upstream: Upstream): Upstream => ({
  send: async (request) => {
    const answering = upstream.send(request);
    if (point === 'next_attempt' && hasFailed) {
      await takenInWhole(request, process.env['CRASH_NEXT_BOOKS_URL']);
      await crash();
    }
    if (point === 'forwarded' || (point === 'answering' && isSelected)) {
      await takenInWhole(request, process.env['CRASH_BOOKS_URL']);
      await crash();
    }
    const answer = await answering;
    if (point === 'first_byte' || (point === 'forgotten' && request.method === 'DELETE')) await crash();
    return point === 'mid_stream' ? { ...answer, body: brokenOff(answer.body) } : answer;
  },
});

/** The sandbox names the model in its billing records as soon as it has read the body. */
async function takenInWhole({ reservationId }: UpstreamRequest, billingRecordsUrl = ''): Promise<void> {
  const url = `${billingRecordsUrl}/sandbox/billing-records/${reservationId}`;
  for (;;) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${SANDBOX_UPSTREAM_KEY}` } });
    const billingRecords = (await answer.json()) as Partial<ReservationRecords>;
    if (billingRecords.entries?.some(({ model }) => model !== null) === true) return;
    await sleep(5);
  }
}

async function* brokenOff(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const piece of body) {
    if (passed === piecesPassed) await crash();
    passed += 1;
    yield piece;
  }
  // On a busy machine pieces arrive as one: the process ends before the end of the answer at the latest.
  await crash();
}

const gateway = await startGateway(process.env, { wrapLog, wrapUpstream });
process.stdout.write(`waybill ready ${JSON.stringify({ base_url: gateway.baseUrl })}\n`);
