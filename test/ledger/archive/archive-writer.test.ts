import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import type { ArchivedEvent } from '../../../src/domain/archive/archived-event.ts';
import { ArchiveContradicted } from '../../../src/ledger/archive/archive-writer.ts';
import { storedManifest } from '../../../src/ledger/archive/stored-manifest.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { checkpointStream } from '../../../src/ledger/stream-names.ts';
import { ArchiveDamaged, ArchiveRefused, ArchiveUnavailable } from '../../../src/ports/archive-store.ts';
import { archiveScene, killedAt, smallRanges, type ArchiveScene } from '../../_support/archive-scene.ts';
import { ledgerSums } from '../../_support/archived-sums.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { randomOf } from '../../_support/seeded-random.ts';

const { signal } = new AbortController();

async function recorded(now: () => number = Date.now) {
  const engine = createMemoryEventLog({ clock: { now } });
  const log = { ...chainedLog(engine), end: engine.end.bind(engine) };
  await recordLedger(log);
  return { engine, log };
}

/** The archive verifies, and holds what a log holds that is not left out. */
async function assertWhole(t: ExecutionContext, scene: ArchiveScene, log: Awaited<ReturnType<typeof recorded>>['log']) {
  const archived: ArchivedEvent[] = [];
  const verdict = await scene.verdict({ take: (events) => void archived.push(...events) });
  t.true(verdict.ok, JSON.stringify(verdict));
  const inLog = await log.readAll({ limit: 10_000 });
  // Of writers at once the last to sign may find that nothing else came: its signature waits for the next range.
  const last = inLog.findLastIndex(({ stream }) => stream !== checkpointStream);
  const events = inLog.slice(0, Math.max(archived.length, last + 1));
  t.deepEqual(
    archived.map(({ position, data, metadata }) => [position, data, metadata]),
    events.map(({ position, data, metadata }) => [position, data, metadata]),
  );
}

test('a ledger is archived range by range, and the archive verifies without it', async (t) => {
  const [scene, { log }] = [await archiveScene(t), await recorded()];
  await scene.archiveAll(scene.writer(log));
  await assertWhole(t, scene, log);
  const [verdict, own] = [await scene.verdict(), await ledgerSums(log)];
  if (!verdict.ok) return;
  t.true(verdict.ranges > 2);
  t.is(verdict.charged_eur, own.charged);
  t.is(verdict.sums.funding, own.accounts['platform:funding'] ?? '');
  // A signature covers everything but its own event.
  t.is(verdict.uncovered_events, 1);
});

test('a range is closed by the age of its oldest event, which is then under a signature; a quiet ledger closes none', async (t) => {
  let now = Date.parse('2026-11-29T12:00:00.000Z');
  const [scene, { log }] = [await archiveScene(t), await recorded(() => now)];
  const limits = { ...smallRanges, rangeBytesMax: 1_000_000, rangeMs: 3_600_000 };
  const writer = scene.writer(log, { now: () => now, limits });
  t.false(await writer.step(signal));
  t.is(scene.s3.objects.size, 0);
  t.is(writer.oldestMs, now);
  now += 3_599_999;
  t.false(await writer.step(signal));
  now += 1;
  t.true(await writer.step(signal));
  t.is(writer.last?.checkpoint?.size, (await log.readAll({ limit: 1_000 })).length - 1);
  for (const hours of [1, 2, 3]) {
    now += hours * 3_600_000;
    t.false(await writer.step(signal), 'nothing but a checkpoint came');
    t.is(writer.oldestMs, null);
  }
  await assertWhole(t, scene, log);
});

test('whatever call a process is killed at, the next one finishes the same archive', async (t) => {
  const { log } = await recorded();
  for (let call = 1; ; call += 1) {
    const scene = await archiveScene(t);
    const killed = { done: false };
    for (const isDone of [false, true]) {
      const writer = scene.writer(log, { store: killedAt(scene.store, call, isDone) });
      killed.done = await scene.archiveAll(writer).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ArchiveUnavailable) return false;
          throw error;
        },
      );
    }
    await scene.archiveAll(scene.writer(log));
    await assertWhole(t, scene, log);
    if (killed.done) return;
  }
});

test('writers at once, whose calls come in any order and get lost, write one archive', async (t) => {
  const random = randomOf(t);
  const [scene, { log }] = [await archiveScene(t), await recorded()];
  scene.s3.fault = () => random.oneOf([null, null, null, null, 'broken_after', 'broken_before', { status: 503 }]);
  const archiving = async (): Promise<void> => {
    const another = await archiveScene(t);
    const writer = another.writer(log, { store: scene.store });
    for (let isMore = true; isMore;) {
      isMore = await writer.step(signal).catch((error: unknown) => {
        if (error instanceof ArchiveUnavailable) return true;
        throw error;
      });
    }
  };
  await Promise.all([archiving(), archiving(), archiving()]);
  scene.s3.fault = () => null;
  await assertWhole(t, scene, log);
});

test('a range that another process has begun is left to it for a while, and then finished', async (t) => {
  const [scene, { log }] = [await archiveScene(t), await recorded()];
  const plan = killedAt(scene.store, 3, true);
  await t.throwsAsync(scene.writer(log, { store: plan }).step(signal), { instanceOf: ArchiveUnavailable });
  t.deepEqual([...scene.s3.objects.keys()], ['ledger/plans/000000001.json']);
  let now = 0;
  const writer = scene.writer(log, { now: () => now, limits: { ...smallRanges, othersMs: 60_000 } });
  t.false(await writer.step(signal));
  now += 59_999;
  t.false(await writer.step(signal));
  now += 1;
  t.true(await writer.step(signal));
});

test('what retention removes between two attempts stays as the first has written it', async (t) => {
  const [scene, { engine, log }] = [await archiveScene(t), await recorded()];
  const passing = { id: randomUUID(), type: 'IdempotentRequestBegan', data: '{}', metadata: '{"v":1}' };
  await log.append('idempotency-a', 'no_stream', [passing]);
  const limits = { ...smallRanges, rangeBytesMax: 1_000_000 };
  // The plan is the third call, and the file of events the fifth.
  await t.throwsAsync(scene.writer(log, { limits, store: killedAt(scene.store, 5, true) }).step(signal));
  t.true([...scene.s3.objects.keys()].some((name) => name.startsWith('ledger/events/')));
  await engine.deleteStream('idempotency-a', 0);
  await engine.compact();
  t.is(
    (await log.readAll({ limit: 1_000 })).find(({ stream }) => stream === 'idempotency-a'),
    undefined,
  );
  await scene.archiveAll(scene.writer(log, { limits }));
  const archived: ArchivedEvent[] = [];
  t.true((await scene.verdict({ take: (events) => void archived.push(...events) })).ok);
  t.true(archived.some(({ stream }) => stream === 'idempotency-a'));
});

test('an events file that somebody else has written is not taken', async (t) => {
  const [scene, other, { log }] = [await archiveScene(t), await archiveScene(t), await recorded()];
  const limits = { ...smallRanges, rangeBytesMax: 1_000_000 };
  await scene.archiveAll(scene.writer(log, { limits }));
  const foreign = (await recorded()).log;
  await other.archiveAll(other.writer(foreign, { limits }));
  const names = [...scene.s3.objects.keys()];
  const events = names.find((name) => name.startsWith('ledger/events/')) ?? '';
  const there = Buffer.from(other.s3.objects.get(events) ?? []);
  t.true(there.length > 0);
  for (const name of names) if (!name.startsWith('ledger/plans/')) scene.s3.objects.delete(name);
  scene.s3.objects.set(events, there);
  await t.throwsAsync(scene.writer(log, { limits }).step(signal), {
    instanceOf: ArchiveDamaged,
    message: /other events/,
  });
});

test('the archive of another ledger, or of this one before it lost its end, is left alone', async (t) => {
  const [scene, { log }] = [await archiveScene(t), await recorded()];
  await scene.archiveAll(scene.writer(log));
  const before = new Map(scene.s3.objects);
  const other = (await recorded()).log;
  await t.throwsAsync(scene.writer(other).step(signal), {
    instanceOf: ArchiveContradicted,
    message: /archive\.prefix/,
  });
  const planned = await archiveScene(t);
  await t.throwsAsync(planned.writer(log, { store: killedAt(planned.store, 3, true) }).step(signal));
  const short = createMemoryEventLog();
  const begun = { ...chainedLog(short), end: short.end.bind(short) };
  await begun.append('credit-a', 'no_stream', [
    { id: randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{"v":1}' },
  ]);
  await t.throwsAsync(planned.writer(begun).step(signal), { instanceOf: ArchiveContradicted, message: /older copy/ });
  t.deepEqual(scene.s3.objects, before);
});

test('a bucket that is away or refuses raises, and the log is archived when it is back', async (t) => {
  const [scene, { log }] = [await archiveScene(t), await recorded()];
  const writer = scene.writer(log);
  scene.s3.fault = () => ({ status: 503 });
  await t.throwsAsync(writer.step(signal), { instanceOf: ArchiveUnavailable });
  scene.s3.fault = ({ method }) => (method === 'PUT' ? { status: 403 } : null);
  await t.throwsAsync(writer.step(signal), { instanceOf: ArchiveRefused });
  t.not(writer.oldestMs, null);
  scene.s3.fault = () => null;
  await scene.archiveAll(writer);
  await assertWhole(t, scene, log);
});

test('contents are archived only when asked for, and what is left out is counted', async (t) => {
  const { log } = await recorded();
  const part = { part: 0, parts: 1, sealed_bytes: 3, sealed: 'AAAA' };
  const event = { id: randomUUID(), type: 'ContentPart', data: JSON.stringify(part), metadata: '{"v":1}' };
  await log.append('content-a', 'no_stream', [event]);
  await log.append('read-model-a', 'no_stream', [{ ...event, id: randomUUID() }]);
  for (const sealedContents of [false, true]) {
    const scene = await archiveScene(t);
    await scene.archiveAll(scene.writer(log, { limits: { ...smallRanges, sealedContents } }));
    const streams = new Set<string>();
    const verdict = await scene.verdict({ take: (events) => events.forEach(({ stream }) => streams.add(stream)) });
    t.like(verdict, { ok: true, left_out: sealedContents ? 1 : 2 });
    t.is(streams.has('content-a'), sealedContents);
    t.false(streams.has('read-model-a'));
  }
});

test('a manifest that nobody here wrote stops the archive', async (t) => {
  const [scene, { log }] = [await archiveScene(t), await recorded()];
  for (const text of ['', '{}', '[', 'null', '{"format":1,"number":2}', 'x'.repeat(9_000_000)]) {
    scene.s3.objects.set('ledger/manifests/000000001.json', Buffer.from(text));
    await t.throwsAsync(storedManifest(scene.store, 1), { instanceOf: ArchiveDamaged });
    await t.throwsAsync(scene.writer(log).step(signal), { instanceOf: ArchiveDamaged });
  }
});
