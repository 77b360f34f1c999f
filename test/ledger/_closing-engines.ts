import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { verifyLedger, type LedgerVerdict } from '../../src/ledger/verify/verify-ledger.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import type { EventLogEngine } from '../adapters/_event-log-fixtures.ts';

/** A log of each engine, with digests, which goes with the test. */
export const engines: Readonly<Record<string, (t: ExecutionContext) => Promise<EventLog>>> = {
  memory: async (t) => chained(t, createMemoryEventLog()),
  sqlite: async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    return chained(t, await openSqliteEventLog({ path: join(folder, `${randomUUID()}.db`) }));
  },
  eventstoredb: async (t) => {
    const peer = await startPeer();
    t.teardown(() => peer[Symbol.asyncDispose]());
    const { connectionString } = peer;
    return chained(t, await openEventStoreDbEventLog({ connectionString, ...patience }));
  },
};

function chained(t: ExecutionContext, engine: EventLogEngine): EventLog {
  t.teardown(() => engine[Symbol.asyncDispose]());
  return chainedLog(engine);
}

export function verified(log: EventLog): Promise<LedgerVerdict> {
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  return verifyLedger({ log, readModels, projections: [], now: 0 });
}
