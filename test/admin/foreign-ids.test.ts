import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Administrator } from '../../src/admin/administrator.ts';
import type { AdminDeps } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { GatewayError } from '../../src/errors.ts';
import { recordedPrincipal } from '../../src/ledger/identities.ts';
import { logWith } from '../_support/recorded-log.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { withMissingIds } from './_missing-ids.ts';
import { operationCases, tenancyOf } from './_operation-cases.ts';
import { asking } from './_ending-process.ts';

/** A foreign id takes the work of a missing one, so that the time of an answer does not tell them apart. */

const shared = new SharedTeardown();
const { scene, cases } = await operationCases(shared);
const ledger = await openLedger({ dataDir: scene.environment['WAYBILL_DATA_DIR'] ?? '', engine: 'sqlite' });
shared.teardown(() => ledger.close());

test.after.always('close', shared.end);

/** The kinds of streams that an operation reads before it says that there is nothing; `null`: it says something else. */
async function readsFor(
  { run, input }: (typeof adminOperations)[number],
  asked: Readonly<Record<string, unknown>>,
  administrator: Administrator,
): Promise<readonly string[] | null> {
  const reads: string[] = [];
  const log = logWith(ledger.log, {
    readStream: async (stream, options) => {
      reads.push(stream.replace(/-.*/, ''));
      return await ledger.log.readStream(stream, options);
    },
  });
  const { readModels, follower } = ledger;
  const catchUp: AdminDeps['catchUp'] = (projections) => follower.caughtUp(projections);
  const deps = { ...asking(log, null).deps, readModels, catchUp, now: () => Date.now() };
  const parsed = input.safeParse(asked);
  if (!parsed.success) return null;
  try {
    await run(parsed.data, { administrator, deps, newId: (given) => given ?? randomUUID(), isRepeat: () => false });
    return null;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'resource_not_found') return reads;
    return null;
  }
}

test('an operation reads as often for a foreign id as for a missing one', async (t) => {
  let compared = 0;
  for (const operation of adminOperations) {
    for (const role of ['reseller_admin', 'tenant_admin', 'member'] as const) {
      const tenancy = tenancyOf(scene, 'foreign');
      const ask = cases[operation.id]?.ask({ target: 'foreign', role, tenancy, person: tenancy.member });
      const asked = (await ask) ?? {};
      const person = await recordedPrincipal(ledger.log, scene.people[role].userId);
      const administrator = new Administrator(person, 'api:test');
      const foreign = await readsFor(operation, asked, administrator);
      if (foreign === null) continue;
      t.deepEqual(
        foreign,
        await readsFor(operation, withMissingIds(asked), administrator),
        `${operation.id} by ${role}`,
      );
      compared += 1;
    }
  }
  t.true(compared > 100, `only ${compared}`);
});
