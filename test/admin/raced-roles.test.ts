import { randomUUID } from 'node:crypto';
import test from 'ava';
import { runOperation } from '../../src/admin/run-operation.ts';
import { userOperations } from '../../src/admin/user-operations.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { PlatformRole } from '../../src/domain/principal.ts';
import { changePrincipal, recordedPrincipal, registerPrincipal } from '../../src/ledger/identities.ts';
import { principalWith } from '../_support/grant-vocabulary.ts';
import { logWith } from '../_support/recorded-log.ts';
import { asking } from './_ending-process.ts';

const change = userOperations.find(({ id }) => id === 'changeUser');

/** A person with a platform role, which somebody else changes just before the next append. */
async function raced(before: PlatformRole | null, after: PlatformRole | null) {
  const inner = createMemoryEventLog();
  const deps = { log: inner, createId: randomUUID, actor: 'cli:test' };
  const person = principalWith({ platform_role: before });
  await registerPrincipal(deps, person);
  let isChanged = false;
  const log = logWith(inner, {
    append: async (...asked) => {
      if (!isChanged) {
        isChanged = true;
        await changePrincipal(deps, person.user_id, { type: 'change_principal', platformRole: after });
      }
      return await inner.append(...asked);
    },
  });
  return { log, userId: person.user_id, role: async () => await recordedPrincipal(inner, person.user_id) };
}

for (const [what, before, after] of [
  ['taken', 'operator', null],
  ['given', null, 'auditor'],
] as const) {
  test(`a change of a user leaves a platform role that is ${what} meanwhile as it is`, async (t) => {
    const { log, userId, role } = await raced(before, after);
    if (change === undefined) return t.fail('the operation is gone');
    const asked = change.input.parse({ user_id: userId, role: 'lead' });
    await runOperation(change, asked, asking(log, null));
    t.like(await role(), { role: 'lead', platform_role: after });
  });
}
