import test, { type ExecutionContext } from 'ava';
import { openEventStoreDbEventLog, type EventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { RevisionConflict } from '../../../src/ports/event-log.ts';
import { until } from '../../_support/until.ts';
import { events } from '../_event-log-fixtures.ts';
import { peerAndLog } from '../_eventstoredb-fixtures.ts';

// The machine of the tests stalls now and then; that must not look like an engine that is away.
const patience = { callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000, openMs: 60_000 };
/**
 * How long an event of another process takes to a patient follower, from before its append, with `work` of its own behind it:
 * milliseconds, of one try after another.
 */
async function triesOf(
  t: ExecutionContext,
  work: (log: EventStoreDbEventLog, stream: string) => Promise<unknown>,
): Promise<() => Promise<number>> {
  const { peer, log } = await peerAndLog(t, patience);
  const other = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
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
  t.teardown(async () => {
    stop.abort();
    await following;
    await other[Symbol.asyncDispose]();
  });
  await until('level', () => isLevel);
  let made = 0;
  return async () => {
    const stream = `wallet-${(made += 1)}`;
    const beganAtMs = performance.now();
    await other.append(stream, 'no_stream', events(2));
    await work(log, stream);
    await until('it is handed over', () => seen.has(stream));
    return performance.now() - beganAtMs;
  };
}

test.serial('a patient follower is handed live events a little later', async (t) => {
  const oneTry = await triesOf(t, () => Promise.resolve());
  for (let turn = 0; turn < 3; turn += 1) t.true((await oneTry()) > 150);
});

// A busy machine makes most tries long: one that is not shows that nothing waits.
test.serial('a look at the end of the log does not wait for a patient follower', async (t) => {
  const oneTry = await triesOf(t, (log) => log.end({ streamPrefixes: ['wallet-'] }));
  await t.notThrowsAsync(until('one is handed over at once', async () => (await oneTry()) < 150));
});

test.serial('a write to a stream is handed at once what other processes have written there', async (t) => {
  const oneTry = await triesOf(t, async (log, stream) => {
    await t.throwsAsync(log.append(stream, 'no_stream', events(1)), { instanceOf: RevisionConflict });
  });
  await t.notThrowsAsync(until('one is handed over at once', async () => (await oneTry()) < 150));
});
