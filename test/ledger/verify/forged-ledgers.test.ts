import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { verifyEd25519 } from '../../../src/adapters/ed25519-note-signer.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import type { TreeHead } from '../../../src/domain/checkpoints/tree-head.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { isThinned } from '../../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import type { Position, RecordedEvent } from '../../../src/ports/event-log.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { digestedAnew, logHolding } from '../_tampered-log.ts';

/** What somebody with the whole program does to a log, who computes every digest anew. */

/** A ledger with a checkpoint in the middle, and another at its end, of which somebody keeps the first. */
async function keptLedger() {
  const log = chainedLog(createMemoryEventLog());
  await recordLedger(log);
  const kept = (await checkpointOf(log)).head;
  const event = { id: randomUUID(), type: 'PolicyRemoved', metadata: '{"v":1}' };
  const data = JSON.stringify({ scope_kind: 'tenant', scope_id: randomUUID(), actor: 'system:test' });
  for (const n of [0, 1, 2]) {
    const id = randomUUID();
    const scope = JSON.stringify({ ...(JSON.parse(data) as object), scope_id: id });
    await log.append(`policy-tenant-${id}`, 'no_stream', [{ ...event, id: randomUUID(), data: scope }]);
    if (n === 1) await checkpointOf(log);
  }
  return { log, kept, events: await log.readAll({ limit: 1_000 }) };
}

/** Each event under the next revision of its stream, the next position, and digests that fit. */
function renumbered(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const revisions = new Map<string, number>();
  const numbered = events.map((event, index) => {
    const revision = (revisions.get(event.stream) ?? -1) + 1;
    revisions.set(event.stream, revision);
    return { ...event, revision, position: String(index + 1) as Position };
  });
  return digestedAnew(numbered);
}

type Edit = (events: readonly RecordedEvent[], at: number, other: number) => readonly RecordedEvent[];

const swapped: Edit = (events, at, other) => {
  const [first, second] = [events[at], events[other]];
  return first === undefined || second === undefined ? events : events.with(at, second).with(other, first);
};

const edits: Readonly<Record<string, Edit>> = {
  'an event is dropped': (events, at) => events.toSpliced(at, 1),
  'an event is doubled': (events, at) => {
    const event = events[at];
    return event === undefined ? events : events.toSpliced(at, 0, { ...event, id: randomUUID() });
  },
  'two events change places': swapped,
  'an event gets another id': (events, at) =>
    events.map((event, index) => (index === at ? { ...event, id: randomUUID() } : event)),
  'an event gets another time': (events, at) =>
    events.map((event, index) =>
      index === at ? { ...event, recordedAt: new Date(Date.parse(event.recordedAt) + 1).toISOString() } : event,
    ),
  'a digit of the data is another one': (events, at) =>
    events.map((event, index) =>
      index === at ? { ...event, data: event.data.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) } : event,
    ),
  'the tail is written anew': (events, at) =>
    events.map((event, index) => (index >= at ? { ...event, id: randomUUID() } : event)),
};

async function isNamed(events: readonly RecordedEvent[], kept: TreeHead): Promise<boolean> {
  const log = createMemoryEventLog();
  const verdict = await verifyLedger({
    log: logHolding(log, events),
    readModels: createMemoryReadModels(log),
    projections: [],
    now: 0,
    checkpoints: [kept],
    verifySignature: verifyEd25519,
  });
  return !verdict.ok;
}

test('the ledger that was kept verifies, written anew with the same digests too', async (t) => {
  const { kept, events } = await keptLedger();
  t.true(events.every(({ stream }) => !isThinned(stream)));
  t.false(await isNamed(events, kept));
  t.false(await isNamed(renumbered(events), kept));
});

for (const [title, edit] of Object.entries(edits)) {
  test(`with every digest computed anew, it is named: ${title}`, async (t) => {
    const { kept, events } = await keptLedger();
    const place = fc.integer({ min: 0, max: kept.size - 1 });
    await fc.assert(
      fc.asyncProperty(place, place, async (at, other) => {
        const edited = edit(events, at, other);
        fc.pre(JSON.stringify(edited) !== JSON.stringify(events));
        t.true(await isNamed(renumbered(edited), kept), `${at} ${other}`);
      }),
      { numRuns: 30 },
    );
  });
}

test('of two views that are shown to two customers one disagrees with the checkpoint of the other', async (t) => {
  const { log, kept, events } = await keptLedger();
  const view = renumbered(events.slice(0, kept.size - 2));
  const other = chainedLog(createMemoryEventLog());
  for (const { stream, revision, id, type, data } of view) {
    await other.append(stream, revision === 0 ? 'no_stream' : revision - 1, [{ id, type, data, metadata: '{"v":1}' }]);
  }
  const second = (await checkpointOf(other)).head;
  t.true(await isNamed(await log.readAll({ limit: 1_000 }), second));
  t.true(await isNamed(await other.readAll({ limit: 1_000 }), kept));
});
