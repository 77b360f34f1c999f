import { randomUUID } from 'node:crypto';
import { allocations } from '../../../projections/allocations.ts';
import { expiringLots } from '../../../projections/expiring-lots.ts';
import { openPayouts } from '../../../projections/open-payouts.ts';
import { openTopups } from '../../../projections/open-topups.ts';
import { openTransfers } from '../../../projections/open-transfers.ts';
import { walletBalances } from '../../../projections/wallet-balances.ts';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { nanoFromEur, nanoFromSum } from '../../../src/domain/money.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import { BankEntries } from '../../../src/ledger/administration/bank-entries.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { Telemetry } from '../../../src/ports/telemetry.ts';
import { finishPayments } from '../../../src/reactors/finish-payments.ts';
import { feedAll } from '../../_support/feed-all.ts';

/** A ledger of wallets in memory, and the processes that move money in it. */

const projections = { openTransfers, openTopups, openPayouts, allocations, expiringLots, walletBalances };
export const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
export const tenantId = randomUUID();

export function paymentsLedger() {
  const log = chainedLog(createMemoryEventLog());
  const readModels = createMemoryReadModels(log);
  const depsOn = (own: EventLog) => ({
    log: own,
    createId: randomUUID,
    keyHasher,
    wallets: new Wallets({ log: own, createId: randomUUID }),
    bankEntries: new BankEntries({ log: own, createId: randomUUID }),
  });
  const openWallet = async (eur: string): Promise<string> => {
    const walletId = randomUUID();
    const { wallets } = depsOn(log);
    await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    const amount = nanoFromEur(eur);
    if (amount > 0n)
      await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test' });
    return walletId;
  };
  const catchUp = () => feedAll(log, readModels, Object.values(projections));
  const available = async (walletId: string): Promise<bigint> => {
    await catchUp();
    return nanoFromSum(readModels.get(walletBalances, walletId)?.available_eur ?? '0.000000000');
  };
  return {
    log,
    readModels,
    depsOn,
    openWallet,
    available,
    /** A fresh process looks after what another left. */
    finish: (
      now = Date.parse('2026-11-22T12:00:00Z'),
      own: EventLog = log,
      warn: Telemetry['warn'] = () => undefined,
    ) =>
      finishPayments({
        ...depsOn(own),
        readModels,
        projections,
        catchUp,
        clock: { now: () => now, isSettled: true },
        telemetry: { warn },
      }),
    verdict: () => verifyLedger({ log, readModels, projections: Object.values(projections), now: 0 }),
  };
}
