import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import type { ArchivedEvent } from '../../src/domain/archive/archived-event.ts';
import { logPages } from '../../src/ledger/log-pages.ts';
import { archiveScene } from '../_support/archive-scene.ts';
import { startChildScript } from '../_support/child-script.ts';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { startVersitygw, storeOf, type Versitygw } from './_versitygw.ts';

const script = join(import.meta.dirname, '..', '_support', 'archiving-process.ts');
const rangeBytes = 250_000;
const kills = 8;

async function ledgerFile(t: ExecutionContext): Promise<string> {
  const path = join(scratchFolder(t), 'ledger.db');
  await writeLedgerHistory({ path, events: 8_000, wallets: 20 });
  return path;
}

function archiver(t: ExecutionContext, path: string, { settings }: Versitygw) {
  return startChildScript(t, script, [path, JSON.stringify(settings), String(rangeBytes)]);
}

/** The archive verifies, and holds every event of the ledger as it is there. */
async function assertWhole(t: ExecutionContext, path: string, server: Versitygw): Promise<void> {
  const scene = await archiveScene(t);
  const archived: ArchivedEvent[] = [];
  const verdict = await scene.verdict({ store: storeOf(t, server), take: (events) => void archived.push(...events) });
  t.true(verdict.ok, JSON.stringify(verdict));
  await using log = await openSqliteEventLog({ path });
  let at = 0;
  for await (const page of logPages(log)) {
    for (const event of page) {
      const found = archived[at];
      at += 1;
      if (found?.position === event.position && found.data === event.data && found.metadata === event.metadata)
        continue;
      t.fail(`the event at ${event.position} is not in the archive as it is in the ledger`);
      return;
    }
  }
  t.is(archived.length, at);
}

test('an archiver that is killed again and again leaves one archive that is whole', async (t) => {
  const random = randomOf(t);
  const [server, path] = [await startVersitygw(t), await ledgerFile(t)];
  for (let kill = 0; kill < kills; kill += 1) {
    const child = archiver(t, path, server);
    await child.nextLine();
    await sleep(random.whole(0, 400));
    await child.kill();
  }
  const last = archiver(t, path, server);
  t.is(await last.exit, 0);
  await assertWhole(t, path, server);
});

test('two archivers at once, one of which is killed, write one archive', async (t) => {
  const random = randomOf(t);
  const [server, path] = [await startVersitygw(t), await ledgerFile(t)];
  const both = [archiver(t, path, server), archiver(t, path, server)];
  await Promise.all(both.map((child) => child.nextLine()));
  await sleep(random.whole(0, 600));
  await both[0]?.kill();
  const third = archiver(t, path, server);
  t.deepEqual(await Promise.all([both[1]?.exit, third.exit]), [0, 0]);
  await assertWhole(t, path, server);
});
