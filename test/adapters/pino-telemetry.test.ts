import test from 'ava';
import { createPinoTelemetry } from '../../src/adapters/pino-telemetry.ts';

test('however many write logs in one process, one listener waits for its end, and none when all are closed', (t) => {
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
