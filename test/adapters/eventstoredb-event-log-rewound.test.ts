import test, { type ExecutionContext } from 'ava';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from './_event-log-fixtures.ts';
import { peerAndLog } from './_eventstoredb-fixtures.ts';
import type { EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import type { PeerEvent } from '../_support/eventstoredb-peer/peer-store.ts';

// The machine of the tests stalls now and then; that must not look like an engine that is away.
const patience = { callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000, openMs: 60_000 };

/** A log that keeps `wallet-` streams whole, three events in one of them, and a follower that has seen them. */
async function followedLog(t: ExecutionContext) {
  const told: string[] = [];
  const { peer, log } = await peerAndLog(t, {
    ...patience,
    isKept: (stream) => stream.startsWith('wallet-'),
    onRewound: (message) => told.push(message),
  });
  const seen: string[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const step of log.follow({ streamPrefixes: ['wallet-', 'relay-'], signal: stop.signal })) {
      if (step.kind === 'events') seen.push(...idsOf(step.events));
    }
  })();
  const written = events(3);
  await log.append('wallet-1', 'no_stream', written);
  await until('it is followed', () => seen.length === 3);
  const end = async (): Promise<void> => {
    stop.abort();
    await following;
  };
  return { peer, log, written, seen, told, end };
}

/** A crash; the server comes back with an older copy, from before an event. Returns what is gone. */
async function putBackBefore(peer: EventStoreDbPeer, stream: string, revision: number): Promise<readonly PeerEvent[]> {
  await peer.line.cut();
  const cut = peer.store.log.find((event) => event.stream === stream && event.revision === revision);
  if (cut === undefined) throw new Error(`no event ${revision} of ${stream}`);
  const lost = peer.store.log.slice(peer.store.log.indexOf(cut));
  peer.store.restoreBefore(cut);
  await peer.line.open();
  return lost;
}

test.serial('an older copy answers nobody, and is used again when its end is back', async (t) => {
  const { peer, log, written, seen, told, end } = await followedLog(t);
  const lost = await putBackBefore(peer, 'wallet-1', 1);
  await until('it is noticed', () => told.length > 0);
  t.regex(told[0] ?? '', /does not hold event 2 of wallet-1.*waybill ledger accept/);
  t.is(log.stats().rewound, told[0] ?? null);
  const refusal = { instanceOf: EventLogUnavailable, message: /older copy/ };
  await t.throwsAsync(log.readStream('wallet-1'), refusal);
  await t.throwsAsync(log.append('wallet-1', 0, events(1)), refusal);
  await t.throwsAsync(log.append('wallet-2', 'no_stream', events(1)), refusal);
  // The server writes on meanwhile, for others.
  peer.store.append('relay-1', 'no_stream', lost.slice(0, 1));
  peer.store.append('wallet-1', 0, lost);
  await until('it is used again', () => log.stats().isUp);
  t.is(log.stats().rewound, null);
  t.is((await log.append('wallet-1', 2, events(1))).revision, 3);
  await until('what came is followed', () => seen.length >= 4);
  t.deepEqual(seen.slice(0, 3), idsOf(written));
  t.is(told.length, 1);
  await end();
});

test.serial('an older copy that others continued is noticed before anything is appended to it', async (t) => {
  const { peer, log, written, told, end } = await followedLog(t);
  const stand = { type: 'T', contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.from('{}') };
  const theirs = events(2).map(({ id }) => ({ ...stand, id }));
  await peer.line.cut();
  const cut = peer.store.log.find(({ stream, revision }) => stream === 'wallet-1' && revision === 1);
  if (cut !== undefined) peer.store.restoreBefore(cut);
  t.is(peer.store.append('wallet-1', 0, theirs).is, 'written');
  await until('the loss is noticed', () => !log.stats().isUp);
  await peer.line.open();
  await until('it is noticed', async () => {
    await t.throwsAsync(log.append('wallet-1', 2, events(1)), { instanceOf: EventLogUnavailable });
    return told.length > 0;
  });
  t.deepEqual(
    peer.store.log.filter(({ stream }) => stream === 'wallet-1').map(({ id }) => id),
    [written[0]?.id, ...theirs.map(({ id }) => id)],
  );
  await end();
});

test.serial('a server that restarts with everything, or has lost the events of thinned streams, is used', async (t) => {
  const { peer, log, seen, told, end } = await followedLog(t);
  await log.append('relay-1', 'no_stream', events(2));
  await until('it is followed', () => seen.length === 5);
  await putBackBefore(peer, 'relay-1', 1);
  t.is((await log.append('wallet-1', 2, events(1))).revision, 3);
  await peer.restart(50);
  t.is((await log.append('wallet-1', 3, events(1))).revision, 4);
  t.deepEqual([told, log.stats().rewound], [[], null]);
  await end();
});
