import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { WalletFold } from '../../src/ledger/wallet-fold.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { writeLedgerHistory } from '../_support/ledger-history.ts';

/**
 * What the first command on a wallet costs after a start, by its age, on the embedded log:
 *
 *     node_modules/.bin/node test/bench/wallet-age.ts [events…]
 *
 * The history is one of a version without closings, so the first command folds all of it and closes the wallet; each of the
 * others begins at the closing.
 */
const sizes = process.argv.slice(2).map(Number);

for (const events of sizes.length > 0 ? sizes : [10_000, 100_000, 500_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  try {
    await measure(join(folder, 'ledger.db'), events);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(path: string, events: number): Promise<void> {
  await writeLedgerHistory({ path, events, wallets: 1 });
  const stream = streamIn(path);
  const firstMs = await command(path, stream, 600_000);
  // One that came some way since the last closing.
  for (let n = 0; n < 100; n += 1) await command(path, stream, 15_000);
  const laterMs = [];
  for (let n = 0; n < 20; n += 1) laterMs.push(await command(path, stream, 15_000));
  const foldMs = [];
  for (let n = 0; n < 20; n += 1) foldMs.push(await fold(path, stream));
  const median = (figures: number[]): string => (figures.toSorted((a, b) => a - b)[10] ?? 0).toFixed(1);
  process.stdout.write(
    `${events} events: first command ${firstMs.toFixed(0)} ms without a closing, then ${median(laterMs)} ms; fold ${median(foldMs)} ms (largest ${Math.max(...foldMs).toFixed(1)})\n`,
  );
}

function streamIn(path: string): string {
  using database = new DatabaseSync(path, { readOnly: true });
  return String(database.prepare(`SELECT name FROM streams WHERE name LIKE 'wallet-%'`).get()?.['name']);
}

async function command(path: string, stream: string, commandMsMax: number): Promise<number> {
  await using engine = await openSqliteEventLog({ path });
  const wallets = new Wallets({ log: chainedLog(engine), mintId: randomUUID, commandMsMax });
  const beganAt = performance.now();
  const answer = await wallets.execute(stream.slice('wallet-'.length), {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount: 1n,
    reason: 'bench',
  });
  if (!answer.accepted) throw new Error(answer.refusal);
  return performance.now() - beganAt;
}

async function fold(path: string, stream: string): Promise<number> {
  await using engine = await openSqliteEventLog({ path });
  const beganAt = performance.now();
  await new WalletFold().readTail((page) => engine.readStream(stream, page));
  return performance.now() - beganAt;
}
