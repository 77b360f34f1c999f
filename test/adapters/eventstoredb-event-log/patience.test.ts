import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openEventStoreDbEventLog, type EventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { RevisionConflict } from '../../../src/ports/event-log.ts';
import { until } from '../../_support/until.ts';
import { events } from '../_event-log-fixtures.ts';
import { peerAndLog } from '../_eventstoredb-fixtures.ts';

// The machine of the tests stalls now and then; that must not look like an engine that is away.
const patience = { callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000, openMs: 60_000 };
const tries = 6;

/**
 * How long an event of another process takes to a patient follower after `work` of its own, milliseconds: the shortest of some
 * tries, as a busy machine may make any of them long.
 */
async function shortestMs(
  t: ExecutionContext,
  work: (log: EventStoreDbEventLog, stream: string) => Promise<unknown>,
): Promise<number> {
  const { peer, log } = await peerAndLog(t, patience);
  await using other = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const stop = new AbortController();
  const seen = new Set<string>();
  let isLevel = false;
  const prefixes = { streamPrefixes: ['wallet-'], patientPrefixes: ['wallet-'] };
  const following = (async () => {
    for await (const step of log.follow({ ...prefixes, signal: stop.signal })) {
      if (step.kind === 'caught_up') isLevel = true;
      else for (const { stream } of step.events) seen.add(stream);
    }
  })();
  await until('level', () => isLevel);
  let shortest = Infinity;
  for (let turn = 0; turn < tries; turn += 1) {
    const stream = `wallet-${turn}`;
    await other.append(stream, 'no_stream', events(2));
    const beganAtMs = performance.now();
    await work(log, stream);
    while (!seen.has(stream)) await pause(1);
    shortest = Math.min(shortest, performance.now() - beganAtMs);
  }
  stop.abort();
  await following;
  return shortest;
}

test.serial('a patient follower is handed live events a little later', async (t) => {
  t.true((await shortestMs(t, () => Promise.resolve())) > 100);
});

test.serial('a look at the end of the log does not wait for a patient follower', async (t) => {
  t.true((await shortestMs(t, (log) => log.end({ streamPrefixes: ['wallet-'] }))) < 100);
});

test.serial('a write to a stream is handed at once what other processes have written there', async (t) => {
  const beginToWrite = async (log: EventStoreDbEventLog, stream: string): Promise<void> => {
    await t.throwsAsync(log.append(stream, 'no_stream', events(1)), { instanceOf: RevisionConflict });
  };
  t.true((await shortestMs(t, beginToWrite)) < 100);
});
