import test from 'ava';
import { createPinoTelemetry } from '../../src/adapters/pino-telemetry.ts';

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
