import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { createFolderArchiveStore } from '../../src/adapters/folder-archive-store.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { archiveScene } from '../_support/archive-scene.ts';
import { ledgerSums, type LedgerSums } from '../_support/archived-sums.ts';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { startVersitygw, storeOf } from './_versitygw.ts';

const run = promisify(execFile);
const python = process.env['ARCHIVE_PYTHON'] ?? '';
const script = join(import.meta.dirname, '..', '..', 'infra', 'archive', 'sums.py');

interface ReadSums extends LedgerSums {
  readonly types: readonly string[];
  readonly days: readonly string[];
  readonly models: readonly (readonly [string, string])[];
}

test('DuckDB and pyarrow read the files of a real bucket, and come to the sums of the ledger to the nano-euro', async (t) => {
  const server = await startVersitygw(t);
  const scene = await archiveScene(t);
  const store = storeOf(t, server);
  const path = join(scratchFolder(t), 'ledger.db');
  await writeLedgerHistory({ path, events: 20_000, wallets: 50, closingEvents: 256 });
  await using engine = await openSqliteEventLog({ path });
  await recordLedger(chainedLog(engine));
  const log = { ...chainedLog(engine), end: engine.end.bind(engine) };
  const limits = { rangeBytesMax: 4_000_000, rangeMs: 0, othersMs: 0, sealedContents: false };
  await scene.archiveAll(scene.writer(log, { store, limits }));
  const verdict = await scene.verdict({ store });
  t.true(verdict.ok);
  if (!verdict.ok) return;
  t.true(verdict.ranges > 3);
  // As somebody takes a copy of the bucket: the server keeps objects as files.
  const copy = join(scratchFolder(t), 'copy');
  cpSync(server.folder, copy, { recursive: true });
  const own = await ledgerSums(log);
  t.is(verdict.charged_eur, own.charged);
  t.is(verdict.sums.revenue, own.accounts['platform:revenue'] ?? '');
  const { stdout } = await run(python, [script, copy]);
  const read = JSON.parse(stdout) as { readonly duckdb: ReadSums; readonly pyarrow: ReadSums };
  t.deepEqual(read.duckdb.types, ['DECIMAL(18,9)', 'TIMESTAMP WITH TIME ZONE', 'DATE']);
  t.deepEqual(read.pyarrow.types, ['decimal128(18, 9)', 'timestamp[us, tz=UTC]', 'date32[day]']);
  for (const { accounts, charged, held } of Object.values(read)) {
    t.deepEqual({ accounts, charged, held }, { accounts: own.accounts, charged: own.charged, held: own.held });
  }
  t.is(read.duckdb.events, own.events);
  t.deepEqual(read.duckdb.days, read.pyarrow.days);
  t.is(read.duckdb.models.length, 2);
  t.like(await scene.verdict({ store: createFolderArchiveStore(copy) }), { ok: true, events: own.events });
});
