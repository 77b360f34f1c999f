import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import { noUsage } from '../../src/domain/usage.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { billing } from '../_support/usage.ts';

const priceList = createPriceList({
  id: 'bench',
  version: '1',
  eur_per_million_tokens: { input: '1', output: '2' },
});

const tokens = { ...noUsage, input_tokens: 1000, output_tokens: 100 };

/** Reserve and settle pairs per second on the SQLite log, durable (`synchronous=FULL`), over so many wallets. */
export async function ledgerPairsPerSecond(walletCount: number, pairs: number, concurrency: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const log = await openSqliteEventLog({ path: join(directory, 'ledger.db') });
  const wallets = new Wallets({ log, createId: randomUUID });
  const ids = Array.from({ length: walletCount }, () => randomUUID());
  await inParallel(ids.length, concurrency, (index) => openWallet(wallets, ids[index] ?? ''));
  const begin = performance.now();
  await inParallel(pairs, concurrency, (index) => reserveAndSettle(wallets, ids[index % ids.length] ?? ''));
  const seconds = (performance.now() - begin) / 1000;
  await log[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
  return pairs / seconds;
}

async function openWallet(wallets: Wallets, walletId: string): Promise<void> {
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: randomUUID() });
  const amount = 1_000_000_000_000n;
  await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'bench' });
}

const keyId = randomUUID();

async function reserveAndSettle(wallets: Wallets, walletId: string): Promise<void> {
  const reservationId = randomUUID();
  const reserved = await wallets.execute(walletId, {
    type: 'reserve_credit',
    reservationId,
    amount: 5_000_000n,
    keyId,
    userId: keyId,
    instanceId: 'bench',
    expiresAt: '2030-01-01T00:00:00.000Z',
    inference: {
      surface: 'chat_completions',
      profile: 'light',
      target: 'small',
      upstream: 'bench',
      upstream_model: 'm',
    },
    inputTokensMax: 1000,
    outputTokensMax: 2000,
    priceList,
    requestCap: null,
    keyBudget: null,
  });
  const settled = await wallets.execute(walletId, {
    type: 'settle_reservation',
    reservationId,
    ...billing(tokens, priceList),
    priceListId: priceList.id,
    priceListVersion: priceList.version,
    resolvedBy: null,
  });
  if (!reserved.accepted || !settled.accepted) throw new Error('the bench wallet refused');
}

async function inParallel(count: number, concurrency: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
