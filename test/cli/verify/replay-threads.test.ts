import test from 'ava';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectionCatalogue } from '../../../projections/catalogue.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openSqliteLogFile } from '../../../src/adapters/sqlite-event-log/log-file.ts';
import { openSqliteReadModels } from '../../../src/adapters/sqlite-read-models.ts';
import { replayThread, replayThreads } from '../../../src/cli/verify/replay-threads.ts';
import { verifyLedger, type LedgerVerdict } from '../../../src/ledger/verify/verify-ledger.ts';
import { projectAll } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { editedCopy, writeLedger } from '../../ledger/_edited-file.ts';

const now = Date.parse('2031-01-01');
const nothingFound = async () => ({ events: 0, note: null, fault: null });

/** The replay alone, in so many threads; 0: here. Digests are the audit's. */
async function verdictOf(path: string, readModelsPath: string, count: number): Promise<LedgerVerdict> {
  using log = openSqliteLogFile(path, { isAudited: true });
  const comparePositions = (a: string, b: string): number => Number(a) - Number(b);
  using readModels = openSqliteReadModels({ path: readModelsPath, comparePositions, readOnly: true });
  const parts = Array.from({ length: count }, (_, index) =>
    replayThread({ path, readModelsPath, now, number: index + 1, count }),
  );
  const options = { log, audit: nothingFound, readModels, projections: projectionCatalogue, now };
  return await verifyLedger({ ...options, parts });
}

const edits: readonly ((database: DatabaseSync) => void)[] = [
  (database) => database.exec(`UPDATE events SET data = replace(data, '"quantity":1000', '"quantity":1001')`),
  (database) => database.exec("DELETE FROM events WHERE type = 'WalletOpened' AND position % 2 = 0"),
  (database) => database.exec("UPDATE events SET type = 'FromTheFuture' WHERE type = 'PolicySet'"),
  (database) => database.exec("UPDATE streams SET name = 'wallet-' || name WHERE name LIKE 'api-key-%'"),
];

test('threads that share a ledger give the verdict of a single one', async (t) => {
  const folder = scratchFolder(t);
  const [path, edited, readModelsPath] = ['ledger.db', 'edited.db', 'read-models.db'].map((name) => join(folder, name));
  if (path === undefined || edited === undefined || readModelsPath === undefined) return t.fail();
  await writeLedger(path, 2_000);
  {
    await using log = await openSqliteEventLog({ path });
    using readModels = openSqliteReadModels({
      path: readModelsPath,
      comparePositions: (a, b) => log.comparePositions(a, b),
    });
    await projectAll(log, readModels);
  }
  const here = await verdictOf(path, readModelsPath, 0);
  t.true(here.ok, JSON.stringify(here));
  for (const threads of [1, 3]) t.deepEqual(await verdictOf(path, readModelsPath, threads), here);
  for (const edit of edits) {
    editedCopy(path, edited, edit);
    const expected = await verdictOf(edited, readModelsPath, 0);
    t.false(expected.ok);
    for (const threads of [1, 3]) t.deepEqual(await verdictOf(edited, readModelsPath, threads), expected);
  }
  const models = new DatabaseSync(readModelsPath);
  models.exec(`UPDATE documents SET document = replace(document, '"posted_eur":"9', '"posted_eur":"8')`);
  models.close();
  t.like(await verdictOf(path, readModelsPath, 3), { ok: false, difference: { kind: 'projection' } });
});

test('a thread without enough memory ends, and the replay continues without it', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await writeLedger(path, 200);
  using log = openSqliteLogFile(path, { isAudited: true });
  const cramped = replayThread({ path, readModelsPath: `${path}.none`, now, number: 1, count: 1 }, 4);
  const unheard = { onProgress: () => undefined, signal: new AbortController().signal };
  await t.throwsAsync(cramped(unheard), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  const options = { log, audit: nothingFound, readModels, projections: projectionCatalogue, now };
  const verdict = await verifyLedger({ ...options, parts: [cramped] });
  t.true(verdict.ok, JSON.stringify(verdict));
});

test('a small ledger is left to one thread', async (t) => {
  const path = join(scratchFolder(t), 'ledger.db');
  await writeLedger(path, 100);
  using log = openSqliteLogFile(path);
  t.deepEqual(replayThreads({ path, log, readModelsPath: `${path}.none`, now }), []);
});
