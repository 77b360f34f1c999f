import { randomUUID } from 'node:crypto';
import test from 'ava';
import { scopes } from '../../projections/scopes.ts';
import { tenantWallets } from '../../projections/tenant-wallets.ts';
import type { ProjectedBatch } from '../../src/ledger/following/projection-feed.ts';
import type { ReadModels } from '../../src/ports/read-models.ts';
import { feedAll } from '../_support/feed-all.ts';
import { importScene } from '../_support/import-scene.ts';
import { configuredDirectory } from '../../src/composition/directory.ts';
import type { OpenedLedger } from '../../src/composition/opened-ledger.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { until } from '../_support/until.ts';

function ledgerThatIsAwayFor(attempts: number): OpenedLedger {
  const readModels = createMemoryReadModels(createMemoryEventLog());
  let asked = 0;
  const caughtUp = async (): Promise<void> => {
    asked += 1;
    if (asked <= attempts) throw new EventLogUnavailable('away');
  };
  // What a directory uses of a ledger.
  return { readModels, follower: { caughtUp }, onBatch: () => 0 } as unknown as OpenedLedger;
}

test('a start waits until keys are known', async (t) => {
  const directory = configuredDirectory(ledgerThatIsAwayFor(2));
  t.deepEqual(directory.notReady(), ['keys']);
  await directory.caughtUp(10_000);
  t.deepEqual(directory.notReady(), []);
});

test('readiness reports keys that are not known in time, until they are', async (t) => {
  const directory = configuredDirectory(ledgerThatIsAwayFor(3));
  await directory.caughtUp(1);
  t.deepEqual(directory.notReady(), ['keys']);
  await until('keys are known', () => directory.notReady().length === 0);
  t.pass();
});

test('there are several tenants where two that are not closed have wallets', async (t) => {
  const { deps, log, walletId, closeTenant } = await importScene();
  const { wallets } = deps;
  // The scene keeps them whole.
  const readModels = deps.readModels as ReadModels;
  const listeners: ((batch: ProjectedBatch) => void)[] = [];
  // What this needs of a ledger.
  const ledger = { readModels, onBatch: (listener: (typeof listeners)[number]) => listeners.push(listener) };
  const directory = configuredDirectory(ledger as unknown as OpenedLedger);
  const hasSeveral = async (): Promise<boolean> => {
    await feedAll(log, readModels, [tenantWallets, scopes]);
    for (const listener of listeners)
      for (const projection of [tenantWallets, scopes]) listener({ projection } as never);
    return directory.hasSeveralTenants();
  };
  const open = async (tenantId: string): Promise<void> => {
    const id = randomUUID();
    await wallets.execute(id, { type: 'open_wallet', walletId: id, tenantId });
  };
  t.false(await hasSeveral());
  const [first] = readModels.list(tenantWallets);
  await open(first?.key.split('/')[0] ?? '');
  t.false(await hasSeveral(), `a second wallet beside ${walletId}`);
  await open(randomUUID());
  t.true(await hasSeveral());
  await closeTenant();
  t.false(await hasSeveral());
  await open(randomUUID());
  t.true(await hasSeveral());
});
