import test, { type ExecutionContext } from 'ava';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { projectionCatalogue as projections } from '../../../projections/catalogue.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { openSqliteReadModels } from '../../../src/adapters/sqlite-read-models.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../../src/ledger/verify/verify-ledger.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { ReadModels } from '../../../src/ports/read-models.ts';
import { otherWalletId, projectAll, recordedLedgerTimes, recordLedger } from '../../_support/recorded-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

/** A file and its read models are edited behind the back of every process. */

const now = recordedLedgerTimes.overdue;
const wallet = walletStream(walletId);

interface LedgerFiles {
  readonly folder: string;
  readonly verdict: () => Promise<LedgerVerdict>;
  readonly edit: (file: string, sql: string, ...values: readonly SQLInputValue[]) => void;
}

async function ledgerFiles(t: ExecutionContext): Promise<LedgerFiles> {
  const folder = scratchFolder(t);
  const opened = async <Result>(work: (log: EventLog, readModels: ReadModels) => Promise<Result>): Promise<Result> => {
    await using engine = await openSqliteEventLog({ path: join(folder, 'ledger.db') });
    const log = chainedLog(engine);
    using readModels = openSqliteReadModels({
      path: join(folder, 'read-models.db'),
      comparePositions: (a, b) => log.comparePositions(a, b),
    });
    return await work(log, readModels);
  };
  await opened(async (log, readModels) => {
    await recordLedger(log);
    await projectAll(log, readModels);
  });
  return {
    folder,
    verdict: () => opened((log, readModels) => verifyLedger({ log, readModels, projections, now })),
    edit: (file, sql, ...values) => {
      const database = new DatabaseSync(join(folder, file));
      database.prepare(sql).run(...values);
      database.close();
    },
  };
}

test('verify names an edited amount', async (t) => {
  const files = await ledgerFiles(t);
  t.true((await files.verdict()).ok);
  files.edit(
    'ledger.db',
    "UPDATE events SET data = replace(data, '10.000000000', '90.000000000') WHERE type = 'WalletCredited'",
  );
  const verdict = await files.verdict();
  if (verdict.ok) return t.fail();
  t.like(verdict.difference, { kind: 'digest', stream: wallet });
});

test('verify names a deleted event', async (t) => {
  const files = await ledgerFiles(t);
  files.edit('ledger.db', "DELETE FROM events WHERE type = 'WalletDebited'");
  const verdict = await files.verdict();
  if (verdict.ok) return t.fail();
  t.like(verdict.difference, { kind: 'revision', stream: wallet, revision: 12, expected: '11', found: '12' });
});

test('verify names an edited line', async (t) => {
  const files = await ledgerFiles(t);
  files.edit(
    'ledger.db',
    'UPDATE events SET data = replace(data, \'"quantity":200\', \'"quantity":20\') WHERE revision = 3',
  );
  const verdict = await files.verdict();
  if (verdict.ok) return t.fail();
  t.like(verdict.difference, { kind: 'digest', stream: wallet, revision: 3 });
});

test('verify names an edited document', async (t) => {
  const files = await ledgerFiles(t);
  files.edit(
    'read-models.db',
    "UPDATE documents SET document = replace(document, '7.0', '8.0') WHERE key = ?",
    otherWalletId,
  );
  const verdict = await files.verdict();
  if (verdict.ok) return t.fail();
  t.like(verdict.difference, { kind: 'projection', key: otherWalletId });
});
