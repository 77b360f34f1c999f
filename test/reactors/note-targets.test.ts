import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { noticePrefix } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { TargetNotes, type NoteTargetsDeps } from '../../src/reactors/note-targets.ts';
import { logFailing } from '../_support/failing-appends.ts';

type Judged = ReturnType<NoteTargetsDeps['targets']>[number];

/** A ledger, and gateways that see one target as the test says. */
function scene() {
  const log = createMemoryEventLog();
  const clock = { ms: Date.parse('2026-11-02T12:00:00.000Z'), now: () => clock.ms };
  const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
  const gateway = (ownLog: EventLog = log) => {
    const sees: { status: Judged['status']; latencyMs: number | null } = { status: 'healthy', latencyMs: null };
    const targets = (): readonly Judged[] => [{ target: 'small', upstream: 'sandbox', ...sees }];
    const telemetry = { warn: () => undefined };
    const notes = new TargetNotes({ log: ownLog, createId: randomUUID, keyHasher, targets, clock, telemetry });
    return async (status: Judged['status'], latencyMs: number | null = 20): Promise<void> => {
      Object.assign(sees, { status, latencyMs });
      await notes.note();
    };
  };
  const recorded = async (): Promise<readonly string[]> =>
    (await log.readAll({ streamPrefixes: [noticePrefix] })).map(({ type }) => type);
  return { log, clock, gateway, recorded };
}

const [out, back] = ['TargetOutNoticed', 'TargetBackNoticed'];

test('a target that goes out and comes back is recorded once each, whoever looks how often', async (t) => {
  const { gateway, recorded } = scene();
  const [one, other] = [gateway(), gateway()];
  for (const look of [one, other]) await look('healthy');
  t.deepEqual(await recorded(), []);
  await Promise.all([one('ejected'), other('ejected')]);
  await one('half_open');
  await other('ejected');
  t.deepEqual(await recorded(), [out]);
  await Promise.all([one('healthy'), other('degraded')]);
  await one('healthy');
  t.deepEqual(await recorded(), [out, back]);
});

test('a gateway that begins says that a target is back only once that has answered it', async (t) => {
  const { gateway, recorded } = scene();
  await gateway()('ejected');
  const next = gateway();
  await next('healthy', null);
  t.deepEqual(await recorded(), [out]);
  await next('healthy', 20);
  t.deepEqual(await recorded(), [out, back]);
});

test('of a target that flaps, the last change is recorded when the hour is over', async (t) => {
  const { gateway, recorded, clock } = scene();
  const look = gateway();
  for (let n = 0; n < 5; n += 1) {
    await look('ejected');
    await look('healthy');
  }
  await look('ejected');
  t.deepEqual(await recorded(), [out, back, out, back]);
  clock.ms += 3_600_000;
  await look('ejected');
  t.deepEqual(await recorded(), [out, back, out, back, out]);
});

test('a change that could not be recorded is recorded at the next look', async (t) => {
  const { gateway, recorded, log } = scene();
  let isDown = true;
  const look = gateway(logFailing(log, () => (isDown ? 'unavailable' : null)));
  await t.throwsAsync(look('ejected'));
  isDown = false;
  await look('ejected');
  t.deepEqual(await recorded(), [out]);
});
