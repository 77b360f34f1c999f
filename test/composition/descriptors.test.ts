import test from 'ava';
import { watchDescriptors, type Descriptors } from '../../src/composition/descriptors.ts';

function scene(read: () => Promise<Descriptors>) {
  const logged: string[] = [];
  let gauges: Readonly<Record<string, { read(): number }>> = {};
  const closing = new AbortController();
  const telemetry = {
    warn: (name: string) => void logged.push(name),
    info: (name: string) => void logged.push(name),
    addGauges: (added: typeof gauges) => void (gauges = added),
  } as never;
  const watched = watchDescriptors({ telemetry, closing: closing.signal }, read);
  return { logged, watched, gauge: (name: string) => gauges[name]?.read(), end: () => closing.abort() };
}

test('descriptors that run out are reported once, and again only after they were free', async (t) => {
  let open = 10;
  const { logged, watched, gauge, end } = scene(() => Promise.resolve({ open, max: 100 }));
  for (const next of [10, 90, 91, 100, 95, 85, 91, 79, 95]) {
    open = next;
    await watched.look();
    t.is(gauge('waybill_descriptors_open'), next);
    t.is(watched.notices().length, ['descriptors_low'].filter((name) => logged.at(-1) === name).length);
  }
  t.deepEqual(logged, ['descriptors_low', 'descriptors_free_again', 'descriptors_low']);
  end();
});

test('that no descriptor is left even to look is reported too', async (t) => {
  let isOut = false;
  const exhausted = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  const { logged, watched, gauge, end } = scene(() =>
    isOut ? Promise.reject(exhausted) : Promise.resolve({ open: 10, max: 100 }),
  );
  await watched.look();
  isOut = true;
  await watched.look();
  t.deepEqual(logged, ['descriptors_low']);
  t.is(gauge('waybill_descriptors_open'), 100);
  end();
});

test('without a limit, or where nothing is known of them, nothing is reported', async (t) => {
  for (const read of [
    () => Promise.resolve({ open: 100_000, max: Number.POSITIVE_INFINITY }),
    () => Promise.reject(new Error('no /proc')),
  ]) {
    const { logged, watched, end } = scene(read);
    await watched.look();
    t.deepEqual([logged, watched.notices()], [[], []]);
    end();
  }
});

if (process.platform === 'linux') {
  test('the descriptors of this process are counted, and its limit is known', async (t) => {
    const logged: string[] = [];
    let gauges: Readonly<Record<string, { read(): number }>> = {};
    const closing = new AbortController();
    const telemetry = {
      warn: (name: string) => void logged.push(name),
      addGauges: (added: typeof gauges) => void (gauges = added),
    };
    await watchDescriptors({ telemetry: telemetry as never, closing: closing.signal }).look();
    t.true((gauges['waybill_descriptors_open']?.read() ?? 0) > 3);
    t.true((gauges['waybill_descriptors_max']?.read() ?? 0) > 100);
    closing.abort();
  });
}
