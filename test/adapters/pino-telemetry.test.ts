import test from 'ava';
import { createPinoTelemetry } from '../../src/adapters/pino-telemetry.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { ReadModelsUnavailable } from '../../src/ports/read-models.ts';

test('one listener waits for the end of a process with any number of logs, and none when all are closed', (t) => {
  // The library has a listener of its own, for good.
  createPinoTelemetry({ level: 'silent' }).close();
  const before = process.listenerCount('exit');
  const telemetries = Array.from({ length: 12 }, () => createPinoTelemetry({ level: 'silent' }));
  t.is(process.listenerCount('exit'), before + 1);
  for (const telemetry of telemetries.slice(1)) telemetry.close();
  t.is(process.listenerCount('exit'), before + 1);
  telemetries[0]?.close();
  t.is(process.listenerCount('exit'), before);
});

test('a gauge that cannot be read is missing from the scrape, and all others are in it', async (t) => {
  const telemetry = createPinoTelemetry({ level: 'silent' });
  t.teardown(() => telemetry.close());
  let isAway = false;
  telemetry.addGauges({
    waybill_before: { help: 'A gauge.', read: () => 1 },
    waybill_streams_waiting: {
      help: 'A gauge of read models.',
      read: () => {
        if (isAway) throw new ReadModelsUnavailable('a fault of the test');
        return 2;
      },
    },
    waybill_after: { help: 'A gauge.', read: () => 3 },
  });
  const scraped = async (): Promise<readonly string[]> =>
    (await telemetry.metrics()).text.split('\n').filter((line) => /^waybill_(before|streams|after)/.test(line));
  t.deepEqual(await scraped(), ['waybill_before 1', 'waybill_streams_waiting 2', 'waybill_after 3']);
  isAway = true;
  t.deepEqual(await scraped(), ['waybill_before 1', 'waybill_after 3']);
  isAway = false;
  t.deepEqual(await scraped(), ['waybill_before 1', 'waybill_streams_waiting 2', 'waybill_after 3']);
});

test('a closing that failed is counted, and logged without the content of its error', async (t) => {
  const lines: string[] = [];
  const telemetry = createPinoTelemetry({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  t.teardown(() => telemetry.close());
  const error = Object.assign(new EventLogUnavailable('away'), { request: 'secret' });
  telemetry.closingFailed({ walletId: 'wallet-1', failures: 2, retriedAfterEvents: 128 }, error);
  t.regex((await telemetry.metrics()).text, /^waybill_\w*closings_failed\w* 1$/m);
  t.like(JSON.parse(lines[0] ?? '{}'), {
    wallet_id: 'wallet-1',
    failures: 2,
    retried_after_events: 128,
    msg: 'closing_failed',
  });
  t.notRegex(lines.join(''), /secret/);
});

test('an expected failure is logged by its messages, a defect with its stack', (t) => {
  const lines: string[] = [];
  const telemetry = createPinoTelemetry({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  t.teardown(() => telemetry.close());
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  telemetry.warn('relay_failed', {}, new EventLogUnavailable('the engine is away', { cause: refused }));
  telemetry.warn('projection_failed', {}, new TypeError('nothing has no members'));
  const [outage, defect] = lines.map((line) => (JSON.parse(line) as { readonly err: object }).err);
  const cause = { name: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' };
  t.deepEqual(outage, { name: 'EventLogUnavailable', message: 'the engine is away', cause });
  t.like(defect, { name: 'TypeError', message: 'nothing has no members' });
  t.regex(String((defect as { readonly stack?: unknown }).stack), /\n {4}at .*pino-telemetry\.test\.ts/);
});
