import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import * as fc from 'fast-check';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { RevisionConflict } from '../../src/ports/event-log.ts';
import { PeerStore } from '../_support/eventstoredb-peer/peer-store.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer, type EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import type { ExecutionContext } from 'ava';
import type { EventLogRetention, StreamRetention } from '../../src/ports/event-log-retention.ts';
import type { EventLog, ExpectedRevision, Position, RecordedEvent } from '../../src/ports/event-log.ts';

type Engine = EventLog & EventLogRetention & AsyncDisposable;

/** One call; `stream` is a letter that each run puts behind a prefix of its own. */
type Call =
  | {
      readonly call: 'append';
      readonly stream: string;
      readonly expected: ExpectedRevision;
      readonly ids: readonly string[];
    }
  | { readonly call: 'delete' | 'tombstone'; readonly stream: string; readonly expected: ExpectedRevision }
  | { readonly call: 'retention'; readonly stream: string; readonly retention: StreamRetention }
  | { readonly call: 'readStream'; readonly stream: string; readonly fromRevision: number; readonly limit: number }
  | { readonly call: 'readAll'; readonly afterNth: number; readonly limit: number; readonly streams: readonly string[] }
  | { readonly call: 'compact' };

const NIGHTLY = process.env['WAYBILL_TEST_NIGHTLY'] !== undefined;
const RUNS = NIGHTLY ? 10_000 : 300;
const REMOTE_RUNS = NIGHTLY ? 10_000 : 150;
// Compaction takes longer the more a log holds.
const RUNS_PER_LOG = 150;

const stream = fc.constantFrom('a', 'b', 'ab');
// Few numbers and few ids, so that streams often stand just where an append believes, or one off.
const expected: fc.Arbitrary<ExpectedRevision> = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 8 }) },
  { weight: 3, arbitrary: fc.constant<ExpectedRevision>('no_stream') },
  { weight: 2, arbitrary: fc.constant<ExpectedRevision>('any') },
  { weight: 1, arbitrary: fc.constant<ExpectedRevision>('stream_exists') },
);
const ids = fc.array(fc.constantFrom(...[1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`)), {
  minLength: 1,
  maxLength: 4,
});
const retention = fc.record(
  { truncateBefore: fc.nat({ max: 8 }), maxCount: fc.integer({ min: 1, max: 5 }), maxAgeSeconds: fc.constant(86_400) },
  { requiredKeys: [] },
);
const calls: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Call> }[] = [
  { weight: 12, arbitrary: fc.record({ call: fc.constant('append'), stream, expected, ids }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('delete'), stream, expected }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('tombstone'), stream, expected }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('retention'), stream, retention }) },
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constant('readStream'),
      stream,
      fromRevision: fc.nat({ max: 6 }),
      limit: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.constant('readAll'),
      afterNth: fc.nat({ max: 12 }),
      limit: fc.integer({ min: 1, max: 12 }),
      streams: fc.uniqueArray(stream, { minLength: 1 }),
    }),
  },
];
const compaction = { weight: 1, arbitrary: fc.record({ call: fc.constant('compact') }) } as const;

test(`the memory and the SQLite engine give the same answers to ${RUNS} sequences of calls`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let logs = 0;
  const open = (): Promise<Engine> => openSqliteEventLog({ path: join(folder, `log-${(logs += 1)}.db`) });
  await assertAgreement(t, open, { runs: RUNS, call: fc.oneof(...calls, compaction) });
});

// EventStoreDB removes nothing on behalf of its clients: its sequences have no compaction.
test(`EventStoreDB gives the same answers as the memory to ${REMOTE_RUNS} sequences of calls`, async (t) => {
  // Without a revision the server recognises what it wrote lately, which the contract promises to nobody.
  let peer: EventStoreDbPeer | null = null;
  t.teardown(() => peer?.[Symbol.asyncDispose]());
  const open = async (): Promise<Engine> => {
    await peer?.[Symbol.asyncDispose]();
    peer = await startPeer({ store: new PeerStore({ recentWritesMax: 0 }) });
    const { connectionString } = peer;
    return openEventStoreDbEventLog({ connectionString, ...patience });
  };
  await assertAgreement(t, open, { runs: REMOTE_RUNS, call: fc.oneof(...calls) });
});

async function assertAgreement(
  t: ExecutionContext,
  open: () => Promise<Engine>,
  { runs, call }: { readonly runs: number; readonly call: fc.Arbitrary<Call> },
): Promise<void> {
  if (NIGHTLY) t.timeout(3_600_000);
  let engines = [createMemoryEventLog(), await open()] as const;
  const close = async (): Promise<void> => {
    for (const engine of engines) await engine[Symbol.asyncDispose]();
  };
  t.teardown(() => close());
  let run = 0;
  const sequence = fc.array(call, { minLength: 5, maxLength: 40, size: 'max' });
  const agree = fc.asyncProperty(sequence, async (made) => {
    run += 1;
    if (run % RUNS_PER_LOG === 0) {
      await close();
      engines = [createMemoryEventLog(), await open()];
    }
    const prefix = `${randomUUID()}-`;
    const [memory, other] = await Promise.all(engines.map((engine) => answersOf(engine, prefix, made)));
    assert.deepEqual(other, memory);
  });
  await t.notThrowsAsync(fc.assert(agree, { numRuns: runs }));
}

async function answersOf(engine: Engine, prefix: string, calls: readonly Call[]): Promise<unknown[]> {
  const positions = new Positions(engine);
  const answers: unknown[] = [];
  for (const one of calls) {
    try {
      answers.push(await answerOf(engine, one, { prefix, positions }));
    } catch (error) {
      answers.push(refusalOf(error));
    }
  }
  answers.push(await readAll(engine, { prefix, positions }, { limit: 10_000 }));
  return answers;
}

interface Run {
  readonly prefix: string;
  readonly positions: Positions;
}

async function answerOf(engine: Engine, one: Call, run: Run): Promise<unknown> {
  const { prefix, positions } = run;
  switch (one.call) {
    case 'append': {
      const events = one.ids.map((id) => ({ id, type: 'T', data: '{}', metadata: '{}' }));
      const { revision, position } = await engine.append(prefix + one.stream, one.expected, events);
      return { revision, position: position === null ? null : positions.rankOf(position) };
    }
    case 'delete':
      return engine.deleteStream(prefix + one.stream, one.expected);
    case 'tombstone':
      return engine.tombstoneStream(prefix + one.stream, one.expected);
    case 'retention':
      return engine.setRetention(prefix + one.stream, one.retention);
    case 'readStream': {
      const { fromRevision, limit } = one;
      const events = await engine.readStream(prefix + one.stream, { fromRevision, limit });
      return events.map((event) => comparable(event, positions));
    }
    case 'readAll': {
      const after = positions.nth(one.afterNth);
      const streamPrefixes = one.streams.map((letters) => prefix + letters);
      return readAll(engine, run, { limit: one.limit, streamPrefixes, ...(after === undefined ? {} : { after }) });
    }
    case 'compact':
      return engine.compact();
  }
}

async function readAll(
  engine: Engine,
  { prefix, positions }: Run,
  options: Parameters<Engine['readAll']>[0],
): Promise<unknown> {
  const events = await engine.readAll({ streamPrefixes: [prefix], ...options });
  return events.map((event) => comparable(event, positions));
}

// All but the time, which each engine takes from its own clock.
function comparable(
  { stream, revision, position, id, type, data, metadata }: RecordedEvent,
  positions: Positions,
): unknown {
  return { stream, revision, position: positions.rankOf(position), id, type, data, metadata };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof RevisionConflict) return { refused: error.name, actual: error.actual };
  return { refused: error instanceof Error ? error.name : 'unknown' };
}

/** Positions are opaque, so two engines are compared by the order in which they were first seen, which must be theirs. */
class Positions {
  readonly #seen: Position[] = [];
  readonly #engine: EventLog;

  constructor(engine: EventLog) {
    this.#engine = engine;
  }

  rankOf(position: Position): number {
    const known = this.#seen.indexOf(position);
    if (known >= 0) return known;
    this.#seen.push(position);
    return this.#seen.length - 1;
  }

  /** The nth position in log order, of those seen. */
  nth(index: number): Position | undefined {
    return this.#seen.toSorted((a, b) => this.#engine.comparePositions(a, b))[index];
  }
}
