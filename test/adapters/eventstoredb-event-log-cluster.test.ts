import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { AppendOutcomeUnknown, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { startPeerCluster } from '../_support/eventstoredb-peer/peer-cluster.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from './_event-log-fixtures.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'tls');
const certificate = {
  certificate: readFileSync(join(folder, 'address.pem')),
  key: readFileSync(join(folder, 'address-key.pem')),
};

for (const line of ['plain', 'TLS'] as const) {
  test.serial(`elections, paused leaders and dead leaders lose nothing and repeat nothing: ${line}`, async (t) => {
    await using cluster = await startPeerCluster(line === 'TLS' ? { tls: certificate } : {});
    const parameters = line === 'TLS' ? `tlsCAFile=${join(folder, 'authority.pem')}` : 'tls=false';
    const user = line === 'TLS' ? 'admin:changeit@' : '';
    await using log = await openEventStoreDbEventLog({
      connectionString: `esdb+discover://${user}${cluster.authority}?${parameters}`,
      openMs: 60_000,
    });
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const step of log.follow({ streamPrefixes: ['wallet-'], signal: stop.signal })) {
        if (step.kind === 'events') seen.push(...idsOf(step.events));
      }
    })();
    const enough = new AbortController();
    const written: string[] = [];
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let revision = -1; !enough.signal.aborted; revision += 1) {
          const [event] = events(1);
          if (event === undefined) return;
          await untilWritten(() => log.append(`wallet-${writer}`, revision < 0 ? 'no_stream' : revision, [event]));
          written.push(event.id);
        }
      }),
    );
    await pause(300);
    cluster.elect();
    await pause(500);
    // The leader stands, and another is elected meanwhile.
    const standing = cluster.leader.line.standStill(1_500);
    await pause(300);
    cluster.elect();
    await standing;
    await pause(500);
    const { line: dead } = cluster.leader;
    await dead.cut();
    cluster.elect();
    const before = written.length;
    await until('appends go on at the new leader', () => written.length > before + 20);
    enough.abort();
    await writing;
    await until('the follower has everything', () => seen.length >= written.length);
    stop.abort();
    await following;
    t.deepEqual(seen.toSorted(), written.toSorted());
    t.is(new Set(seen).size, seen.length);
  });
}

/** The identical append again, until it is known to be written. */
async function untilWritten(append: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await append();
      return;
    } catch (error) {
      if (!(error instanceof EventLogUnavailable || error instanceof AppendOutcomeUnknown)) throw error;
      await pause(50);
    }
  }
}
