import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { principal } from '../../src/domain/principal.ts';
import type { PrincipalEvent } from '../../src/domain/principal-events.ts';
import { handleCommand } from '../../src/ledger/handle-command.ts';
import { principalStream } from '../../src/ledger/stream-names.ts';
import { EventLogBusy } from '../../src/ports/event-log.ts';
import { principalWith } from '../_support/grant-vocabulary.ts';
import { logWith, record } from '../_support/recorded-log.ts';

const person = principalWith();
const stream = principalStream(person.user_id);
const registered: PrincipalEvent = {
  type: 'PrincipalRegistered',
  data: { ...person, group_ids: [...person.group_ids] },
};
const joined = (): PrincipalEvent => ({
  type: 'PrincipalJoinedGroup',
  data: { user_id: person.user_id, group_id: randomUUID() },
});

/** A log in which another process writes the stream before each of so many appends of this one. */
async function raced(races: number) {
  const memory = createMemoryEventLog();
  await record(memory, stream, registered);
  let left = races;
  const log = logWith(memory, {
    append: async (name, expected, events) => {
      left -= 1;
      if (left >= 0) await record(memory, stream, joined());
      return memory.append(name, expected, events);
    },
  });
  const suspend = { type: 'suspend_principal', reason: 'asked' } as const;
  return { memory, suspended: () => handleCommand(suspend, { log, stream, decider: principal, createId: randomUUID }) };
}

test('a command that lost four races is decided again, by the state after them', async (t) => {
  const { memory, suspended } = await raced(4);
  const { state } = await suspended();
  t.is(state?.status, 'suspended');
  t.is(state?.group_ids.length, person.group_ids.length + 4);
  t.is((await memory.readStream(stream)).at(-1)?.type, 'PrincipalSuspended');
});

test('a command that lost every race is refused as busy, and nothing of it is recorded', async (t) => {
  const { memory, suspended } = await raced(30);
  await t.throwsAsync(suspended(), { instanceOf: EventLogBusy, message: /is written by others too fast/ });
  const types = (await memory.readStream(stream)).map(({ type }) => type);
  t.false(types.includes('PrincipalSuspended'));
});
