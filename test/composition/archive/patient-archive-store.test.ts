import test from 'ava';
import { createS3ArchiveStore } from '../../../src/adapters/s3-archive-store.ts';
import { patientArchiveStore } from '../../../src/composition/archive/patient-archive-store.ts';
import { ArchiveRefused } from '../../../src/ports/archive-store.ts';
import { startS3StandIn } from '../../_support/s3-stand-in.ts';

test('a service that is busy for a moment is asked again, and one that refuses is not', async (t) => {
  const s3 = await startS3StandIn(t);
  await using store = patientArchiveStore(createS3ArchiveStore(s3.settings));
  s3.pageNames = 1;
  for (const name of ['a', 'b', 'c']) s3.objects.set(`ledger/events/${name}`, Buffer.from(name));
  const faults = ['broken_before', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }, null] as const;
  for (const read of [() => Array.fromAsync(store.list('events')), () => store.has('events/a')]) {
    let asked = 0;
    // The second page of a list is asked for too: it begins anew.
    s3.fault = () => faults[asked++] ?? null;
    t.truthy(await read());
    t.true(asked >= 3);
  }
  t.deepEqual(await Array.fromAsync(store.list('events')), ['events/a', 'events/b', 'events/c']);
  const before = s3.asked.length;
  s3.fault = () => ({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await t.throwsAsync(store.get('events/a'), { instanceOf: ArchiveRefused });
  t.is(s3.asked.length, before + 1);
});
