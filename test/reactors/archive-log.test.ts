import test from 'ava';
import { startArchivingLog } from '../../src/reactors/archive-log.ts';
import { until } from '../_support/until.ts';

function scene(step: (call: number) => boolean) {
  let calls = 0;
  const said: string[] = [];
  const writer = {
    step: () => {
      calls += 1;
      return Promise.try(() => step(calls));
    },
    last: null,
    oldestMs: 1_000 as number | null,
  };
  const telemetry = { warn: (what: string) => void said.push(what), info: (what: string) => void said.push(what) };
  return { writer, said, archiving: startArchivingLog({ writer, now: () => 61_000, telemetry }, 1) };
}

test('closed ranges are archived one after another, and the lag is that of the oldest event', async (t) => {
  const { said, archiving, writer } = scene((call) => call <= 3);
  await until('three ranges', () => said.length === 3);
  await archiving.stop();
  t.deepEqual(said, ['range_archived', 'range_archived', 'range_archived']);
  t.like(archiving.lag(), { lagMs: 60_000, failures: 0, trouble: null });
  writer.oldestMs = null;
  t.is(archiving.lag().lagMs, 0);
});

test('a failure is told with its reason, counted and tried again', async (t) => {
  let isAway = true;
  const { said, archiving, writer } = scene(() => {
    if (isAway) throw new Error('the bucket is away');
    return false;
  });
  writer.oldestMs = null;
  await until('two failures', () => archiving.lag().failures >= 2);
  t.like(archiving.lag(), { trouble: 'the bucket is away' });
  isAway = false;
  await until('a success', () => archiving.lag().trouble === null);
  await archiving.stop();
  t.is(archiving.lag().failuresInARow, 0);
  t.true(said.every((what) => what === 'archive_failed'));
});

test('what a stop cuts is no failure', async (t) => {
  const { promise, reject } = Promise.withResolvers<boolean>();
  const said: string[] = [];
  const telemetry = { warn: (what: string) => void said.push(what), info: () => undefined };
  let began = false;
  const writer = {
    step: () => {
      began = true;
      return promise;
    },
    last: null,
    oldestMs: null,
  };
  const archiving = startArchivingLog({ writer, now: Date.now, telemetry }, 1);
  await until('a step', () => began);
  const stopped = archiving.stop();
  reject(new Error('cut'));
  await stopped;
  t.deepEqual(said, []);
});

test('where nothing is known of the bucket the lag is how long every attempt has failed', async (t) => {
  let now = 1_000;
  const telemetry = { warn: () => undefined, info: () => undefined };
  const writer = { step: () => Promise.reject(new Error('away')), last: null, oldestMs: null };
  const archiving = startArchivingLog({ writer, now: () => now, telemetry }, 1);
  await until('two failures', () => archiving.lag().failures >= 2);
  now += 5_000;
  t.is(archiving.lag().lagMs, 5_000);
  await archiving.stop();
});
