import { randomUUID } from 'node:crypto';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import type { ClosedBill } from '../../../src/domain/bills/bill-events.ts';
import type { WalletCommand } from '../../../src/domain/wallet-commands.ts';
import { closeBill, closedBills } from '../../../src/ledger/bills/close-bill.ts';
import { makeBill } from '../../../src/ledger/bills/make-bill.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { originOfLog } from '../../../src/ledger/checkpoints/recorded-checkpoints.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { byOperator, id, reserve, tenantId, uncounted } from '../../_support/wallet-vocabulary.ts';

export const walletIds = [id('a', 1), id('a', 2)];

/** A charge whose amount follows from no prices. */
export const charging = (total: bigint) => ({ cost: { total, lines: [] }, counted: uncounted, ...byOperator }) as const;

/** A ledger whose clock a test sets, with two wallets of one tenant. `copy`: one with another clock. */
export function billScene(copy?: ReturnType<typeof createMemoryEventLog>) {
  let now = Date.parse('2026-09-15T12:00:00Z');
  const clock = { now: () => now };
  const engine = copy ?? createMemoryEventLog({ clock });
  const log = chainedLog(engine);
  const wallets = new Wallets({ log, createId: randomUUID });
  const held = new Map<string, string>();
  const bill = async (month: string, zone = 'UTC') =>
    await makeBill(log, {
      tenantId,
      month,
      zone,
      walletIds,
      closed: await closedBills(log, tenantId),
      holdBefore: (reservationId) => ({ heldAt: held.get(reservationId) ?? 'unknown', model: 'average' }),
    });
  return {
    log,
    engine,
    verdict: () => verifyLedger({ log, readModels: createMemoryReadModels(log), projections: [], now: 0 }),
    clock,
    bill,
    at: (time: string | number) => (now = typeof time === 'number' ? time : Date.parse(time)),
    do: async (command: WalletCommand, walletId = walletIds[0] ?? '') => await wallets.execute(walletId, command),
    async open(): Promise<void> {
      for (const walletId of walletIds) await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    },
    async hold(reservationId: string, amount: string): Promise<void> {
      held.set(reservationId, new Date(now).toISOString());
      await wallets.execute(
        walletIds[0] ?? '',
        reserve(amount, { reservationId, expiresAt: '2999-01-01T00:00:00.000Z' }),
      );
    },
    async close(month: string, zone = 'UTC'): Promise<ClosedBill | undefined> {
      const { figures, digest, wallets: billed } = await bill(month, zone);
      const { tenant_id, from_time, before_time, opening_eur, closing_eur } = figures;
      const of = {
        tenant_id,
        month,
        origin: (await originOfLog(log)) ?? '',
        zone,
        from_time,
        before_time,
        opening_eur,
        closing_eur,
        digest,
      };
      await closeBill({ log, createId: randomUUID }, { type: 'close_bill', bill: { ...of, wallets: [...billed] } });
      return (await closedBills(log, tenantId)).at(-1);
    },
  };
}
