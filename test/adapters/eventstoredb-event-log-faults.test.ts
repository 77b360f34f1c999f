import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import test from 'ava';
import { AppendOutcomeUnknown, RevisionConflict } from '../../src/ports/event-log.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from './_event-log-fixtures.ts';
import { appendTo, assertHolds, peerAndLog } from './_eventstoredb-fixtures.ts';
import type { AppendFault } from '../_support/eventstoredb-peer/peer-appends.ts';

// A tenth of the real time for a try, an outcome that only a hang leaves unknown, and an engine not given up as the machine
// of the tests stalls.
const patient = { callTimeoutMs: 300, outcomeMs: 240_000, awayMs: 10_000, openMs: 60_000 };
// Enough for an engine on a busy machine to be asked.
const asking = { ...patient, callTimeoutMs: 2_000 };
// Too little for a test to wait long for what never comes.
const brief = { ...asking, outcomeMs: 5_000 };
// Nothing of what these get over needs a time-out: one would be the machine's, and replaces the connection.
const unhurried = { ...patient, callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000 };
const survived: ReadonlySet<AppendFault> = new Set(['doubled', 'late', 'garbled', 'blank', 'not_ready']);

const faults: readonly (readonly [AppendFault, string])[] = [
  ['unanswered', 'is written and not answered'],
  ['ignored', 'is neither written nor answered'],
  ['closed', 'ends the stream of appends with OK'],
  ['doubled', 'is answered twice'],
  ['late', 'is answered on the next stream, where nobody asked'],
  ['reset', 'resets the stream of appends'],
  ['timed_out', 'is written and answered with a timeout'],
  ['garbled', 'is written and answered with what nobody can read'],
  ['blank', 'is written and answered with neither yes nor no'],
  ['not_ready', 'is refused because the server is not ready'],
  ['headless', 'is met by a node that knows no leader, which breaks the client'],
];

for (const [fault, story] of faults) {
  test.serial(`an append that ${story} is known at last, and others are untouched`, async (t) => {
    const { peer, log } = await peerAndLog(t, survived.has(fault) ? unhurried : patient);
    peer.appends.fault = ({ stream, attempt }) => (stream === 'victim-0' && attempt === 1 ? fault : null);
    const [victims, others] = await Promise.all([appendTo(log, 'victim', 1), appendTo(log, 'other', 20)]);
    await assertHolds(t, log, [...victims, ...others]);
    t.is(log.stats().unknownOutcomes, 0);
    if (fault === 'doubled') t.is(log.stats().repeats, 0);
    else t.true(log.stats().repeats >= 1);
    if (survived.has(fault)) t.is(log.stats().reconnects, 0, 'the connection survived it');
  });
}

test.serial('appends wait for the next thread while one that died in its first second is replaced', async (t) => {
  const { peer, log } = await peerAndLog(t, patient);
  peer.appends.fault = ({ stream, attempt }) => (stream === 'victim-0' && attempt === 1 ? 'headless' : null);
  const written = [appendTo(log, 'victim', 1)];
  await until('the thread is gone', () => !log.stats().isUp || log.stats().reconnects > 0);
  for (let count = 0; count < 20; count += 1) {
    written.push(appendTo(log, `next-${count}`, 1));
    await pause(50);
  }
  await assertHolds(t, log, (await Promise.all(written)).flat());
});

test.serial('a log that is closed learns of an append without an answer from its stream', async (t) => {
  const { peer, log } = await peerAndLog(t, asking);
  await log.append('wallet-1', 'no_stream', events(1));
  peer.appends.fault = () => 'unanswered';
  const appending = log.append('wallet-1', 0, events(1));
  await log[Symbol.asyncDispose]();
  t.is((await appending).revision, 1);
});

test.serial('an append stream that falls silent for good is replaced, though reads are answered', async (t) => {
  const { peer, log } = await peerAndLog(t, asking);
  const before = await appendTo(log, 'before', 3);
  peer.appends.wedge();
  const stop = new AbortController();
  const reading = (async () => {
    while (!stop.signal.aborted) await log.readStream('before-0');
  })();
  await assertHolds(t, log, [...before, ...(await appendTo(log, 'after', 3))]);
  stop.abort();
  await reading;
  t.true(log.stats().reconnects >= 1);
});

test.serial('an append is repeated again when its repetition is dropped as well', async (t) => {
  const { peer, log } = await peerAndLog(t, patient);
  const answers: readonly (AppendFault | null)[] = ['timed_out', 'unanswered', 'unanswered'];
  peer.appends.fault = ({ stream, attempt }) => (stream === 'victim-0' ? (answers[attempt - 1] ?? null) : null);
  await assertHolds(t, log, await appendTo(log, 'victim', 1));
});

test.serial('an append that is never answered is found by its ids', async (t) => {
  const { peer, log } = await peerAndLog(t, { ...patient, callTimeoutMs: 5_000, outcomeMs: 10_000 });
  peer.appends.fault = ({ stream }) => (stream === 'victim' ? 'unanswered' : null);
  await log.append('other', 'no_stream', events(1));
  const written = events(3);
  const { revision, position } = await log.append('victim', 'no_stream', written);
  t.is(revision, 2);
  t.is(position, (await log.readStream('victim'))[2]?.position ?? null);
  const unplaced = events(2);
  t.is((await log.append('victim', 'any', unplaced)).revision, 4);
});

for (const fault of ['unanswered', 'ignored', 'closed', 'reset', 'timed_out', 'garbled', 'blank'] as const) {
  test.serial(`a rule of a stream whose append is ${fault} is set in the end, and recorded once`, async (t) => {
    const { peer, log } = await peerAndLog(t, patient);
    await log.append('ruled', 'no_stream', events(3));
    let met = 0;
    peer.appends.fault = ({ stream }) => {
      if (stream !== '$$ruled') return null;
      met += 1;
      return met === 1 ? fault : null;
    };
    await log.setRetention('ruled', { maxCount: 2 });
    t.is((await log.readStream('ruled')).length, 2);
    t.is(met, fault === 'ignored' || fault === 'closed' ? 2 : 1);
  });
}

test.serial('an append that never arrives ends as an unknown outcome, and may be repeated', async (t) => {
  const { peer, log } = await peerAndLog(t, brief);
  peer.appends.fault = ({ stream }) => (stream === 'victim' ? 'ignored' : null);
  const written = events(3);
  await t.throwsAsync(log.append('victim', 'no_stream', written), { instanceOf: AppendOutcomeUnknown });
  t.is(log.stats().unknownOutcomes, 1);
  await assertHolds(t, log, await appendTo(log, 'other', 3));
  peer.appends.fault = null;
  t.is((await log.append('victim', 'no_stream', written)).revision, 2);
});

test.serial('an append whose revision another process took meanwhile is a conflict', async (t) => {
  const { peer, log } = await peerAndLog(t, asking);
  peer.appends.fault = ({ stream }) => (stream === 'victim' ? 'ignored' : null);
  const refused = t.throwsAsync(log.append('victim', 'no_stream', events(2)), { instanceOf: RevisionConflict });
  const [theirs] = events(1);
  peer.store.append('victim', 'no_stream', [
    {
      id: theirs?.id ?? '',
      type: 'T',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    },
  ]);
  t.is((await refused)?.actual, 0);
});

test.serial('a server with a clock a minute ahead takes appends', async (t) => {
  const { peer, log } = await peerAndLog(t, patient);
  peer.appends.clockAheadMs = 60_000;
  await assertHolds(t, log, await appendTo(log, 'wallet', 5));
  t.is(log.stats().repeats, 0);
});

test.serial('a read under way when its thread is lost is answered by the next one', async (t) => {
  const { peer, log } = await peerAndLog(t, unhurried);
  await log.append('read', 'no_stream', events(2));
  peer.silentStream = 'read';
  // A thread that lives for less than a second is not replaced at once.
  await pause(1_100);
  const reading = log.readStream('read');
  await until('it is asked', () => peer.openReads === 1);
  peer.silentStream = null;
  // The client stumbles over the answer, and its thread ends of it.
  peer.appends.fault = ({ attempt }) => (attempt === 1 ? 'headless' : null);
  await log.append('other', 'no_stream', events(1));
  t.is((await reading).length, 2);
  t.true(log.stats().reconnects >= 1);
});

test.serial('pages that break, before their first event or in their midst, are read whole', async (t) => {
  const { peer, log } = await peerAndLog(t, unhurried);
  const written = events(50);
  await log.append('wallet-1', 'no_stream', written);
  let pages = 0;
  // Each second one, so that no repetition breaks.
  peer.pageCut = () => {
    pages += 1;
    return pages % 2 === 0 ? null : (pages >> 1) % 4;
  };
  for (let round = 0; round < 8; round += 1) {
    t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf(written));
    t.deepEqual(idsOf(await log.readStream('wallet-1', { direction: 'backwards' })), idsOf(written).toReversed());
    t.deepEqual(idsOf(await log.readAll()), idsOf(written));
    const { newest } = await log.end({ streamPrefixes: ['wallet-'] });
    t.is(newest, (await log.readStream('wallet-1', { fromRevision: 49 }))[0]?.position ?? null);
  }
  t.true(pages > 64);
  t.is(log.stats().reconnects, 0);
});

for (const name of ['CANCELLED', 'UNKNOWN', 'INTERNAL', 'DATA_LOSS'] as const) {
  test.serial(`a read that breaks with ${name} is read again`, async (t) => {
    const { peer, log } = await peerAndLog(t, unhurried);
    const written = events(5);
    await log.append('wallet-1', 'no_stream', written);
    peer.cutCode = status[name];
    let pages = 0;
    peer.pageCut = () => {
      pages += 1;
      return pages === 1 ? 3 : null;
    };
    t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf(written));
    t.is(log.stats().reconnects, 0);
  });
}
