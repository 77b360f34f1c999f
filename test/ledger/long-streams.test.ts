import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { platformScopeId } from '../../src/domain/policy-events.ts';
import { scopePolicies } from '../../src/domain/scopes/scope-policies.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { handleCommand } from '../../src/ledger/handle-command.ts';
import { recordedPolicies, setPolicy } from '../../src/ledger/identities.ts';
import { policyStream } from '../../src/ledger/stream-names.ts';
import { EventLogBusy, RevisionConflict, type EventLog } from '../../src/ports/event-log.ts';
import type { Timer } from '../../src/time/timer.ts';

const stream = policyStream('platform', platformScopeId);

function rulesOf(maxRequestEur: string) {
  return {
    scope_kind: 'platform' as const,
    scope_id: platformScopeId,
    allowed_profiles: ['light'] as string[],
    default_profile: 'light',
    pii_required: false,
    max_request_eur: maxRequestEur,
    allow_all_models: false,
  };
}

function depsOn(log: EventLog) {
  return { log, createId: randomUUID, actor: 'system:test' };
}

/** A log with a policy that was set `count` times. */
async function policySetOften(count: number) {
  const log = createMemoryEventLog();
  for (let from = 0; from < count; from += 1_000) {
    const events = Array.from({ length: Math.min(1_000, count - from) }, () =>
      encodeEvent({ type: 'PolicySet', data: { ...rulesOf('1.000000000'), actor: 'system:test' } }, randomUUID()),
    );
    await log.append(stream, from === 0 ? 'no_stream' : from - 1, events);
  }
  return log;
}

for (const length of [9_999, 10_000, 10_001, 20_000]) {
  test(`a stream of ${length} events is decided by its last one, and can be written`, async (t) => {
    const log = await policySetOften(length);

    await setPolicy(depsOn(log), rulesOf('2.000000000'));

    const found = await recordedPolicies(log, 'platform', platformScopeId);
    t.is(found?.by_level.platform?.max_request_eur, '2.000000000');
    const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
    t.is(last?.revision, length);
  });
}

/** A log in which another writer changes the policy just before each of the first `races` appends. */
function racedLog(races: number): EventLog {
  const log = createMemoryEventLog();
  let appends = 0;
  return {
    append: async (name, expected, events) => {
      appends += 1;
      if (appends <= races) await setPolicy(depsOn(log), rulesOf(`${2 + appends}.000000000`));
      return await log.append(name, expected, events);
    },
    readStream: (name, options) => log.readStream(name, options),
    readAll: (options) => log.readAll(options),
    follow: (options) => log.follow(options),
    comparePositions: (one, other) => log.comparePositions(one, other),
  };
}

/** Waits for nothing. */
const hurried: Timer = {
  monotonic: () => 0,
  after: (_, run) => {
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
  chance: () => 0,
};

function setPolicyIn(log: EventLog) {
  const command = { type: 'set_policy', policy: rulesOf('2.000000000'), actor: 'system:test' } as const;
  return handleCommand(command, { log, stream, decider: scopePolicies, createId: randomUUID, timer: hurried });
}

test('who loses the race to twenty other writers is written after them', async (t) => {
  const log = racedLog(20);

  await setPolicyIn(log);

  const found = await log.readStream(stream);
  t.is(found.length, 21);
  t.is((await recordedPolicies(log, 'platform', platformScopeId))?.by_level.platform?.max_request_eur, '2.000000000');
});

test('after a lost race only what others have written since is read', async (t) => {
  const log = racedLog(20);
  let eventsRead = 0;
  const counted: EventLog = {
    ...log,
    readStream: async (name, options) => {
      const page = await log.readStream(name, options);
      eventsRead += page.length;
      return page;
    },
  };

  await setPolicyIn(counted);

  t.is(eventsRead, 20);
});

test('who loses every race learns that the ledger is busy, and has written nothing', async (t) => {
  const log = racedLog(Infinity);

  const error = await t.throwsAsync(setPolicyIn(log), { instanceOf: EventLogBusy });

  t.true(error?.cause instanceof RevisionConflict);
  const events = await log.readStream(stream);
  t.true(events.length > 0);
  t.is(
    (await recordedPolicies(log, 'platform', platformScopeId))?.by_level.platform?.max_request_eur,
    `${2 + events.length}.000000000`,
  );
});
