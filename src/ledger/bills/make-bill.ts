import { billDigest } from '../../domain/bills/bill-digest.ts';
import { billWalletsMax, type ClosedBill } from '../../domain/bills/bill-events.ts';
import type { BillFigures } from '../../domain/bills/bill-figures.ts';
import { BillInMaking, BillTooLarge } from '../../domain/bills/bill-in-making.ts';
import { BilledHolds, type BilledHold } from '../../domain/bills/billed-holds.ts';
import { daysOfMonth, monthAfter } from '../../domain/bills/bill.ts';
import { spanOf } from '../../domain/charges/calendar.ts';
import { nanoFromSum } from '../../domain/money.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { decodeEvent } from '../codec.ts';
import { walletStream } from '../stream-names.ts';
import type { ReadPage } from '../wallet-fold.ts';
import { firstRecordedFrom, walletFoldAfter } from '../wallet-statement.ts';

/** The bill that is asked for. */
export interface BillOrder {
  readonly tenantId: string;
  /** `YYYY-MM`. */
  readonly month: string;
  /** Of a closed bill, its own zone counts. */
  readonly zone: string;
  /** Those of the tenant. */
  readonly walletIds: readonly string[];
  /** Its closed bills, the oldest first. */
  readonly closed: readonly ClosedBill[];
  /** The hold of a charge that was held before the month. */
  readonly holdBefore: (reservationId: string) => BilledHold;
}

/** A bill, and which events of each wallet it has. */
export interface MadeBill {
  readonly figures: BillFigures;
  readonly wallets: ClosedBill['wallets'];
  readonly digest: string;
  /** `null`: it is not closed. */
  readonly closed: ClosedBill | null;
}

type BilledWallet = ClosedBill['wallets'][number];

/** So few that inference does not wait for whoever reads. */
const pageEvents = 250;

/**
 * The bill of a tenant for a month, from the events of its wallets that were recorded within it. A closed bill has the events
 * that it had when it was closed, and the next one goes on behind them, whatever a clock did. Raises {@link BillTooLarge},
 * and what the log raises.
 */
export async function makeBill(log: Pick<EventLog, 'readStream'>, order: BillOrder): Promise<MadeBill> {
  const { tenantId: tenant_id, month } = order;
  const closed = order.closed.find((bill) => bill.month === month) ?? null;
  const zone = closed?.zone ?? order.zone;
  const { fromMs, beforeMs } = spanOf({ zone, ...daysOfMonth(month) });
  const span = { from: fromMs ?? 0, before: beforeMs ?? 0 };
  if (order.walletIds.length > billWalletsMax) throw new BillTooLarge(`a bill has at most ${billWalletsMax} wallets`);
  const holds = new BilledHolds();
  const making = new BillInMaking(zone, (id) => holds.of(id) ?? order.holdBefore(id));
  const billed: BilledWallet[] = [];
  for (const walletId of order.walletIds.toSorted()) {
    const read: ReadPage = (options) => log.readStream(walletStream(walletId), options);
    const part = closed === null ? await partOf(read, walletId, { order, span }) : closedPart(closed, walletId);
    if (part === null) continue;
    billed.push(part);
    await billWallet(read, part, { making, holds });
  }
  const [from_time, before_time] = [new Date(span.from).toISOString(), new Date(span.before).toISOString()];
  const figures = making.figures({ tenant_id, month, zone, from_time, before_time });
  const change = Object.values(figures.sums).reduce((sum, eur) => sum + nanoFromSum(eur), 0n);
  if (nanoFromSum(figures.opening_eur) + change !== nanoFromSum(figures.closing_eur)) {
    throw new Error(`the bill of ${tenant_id} for ${month} does not add up`);
  }
  return { figures, wallets: billed, digest: billDigest(figures), closed };
}

function closedPart({ wallets }: ClosedBill, walletId: string): BilledWallet | null {
  return wallets.find((wallet) => wallet.wallet_id === walletId) ?? null;
}

/** Which events of a wallet a bill has that is not closed; `null`: the wallet was opened later. */
async function partOf(
  read: ReadPage,
  wallet_id: string,
  { order, span }: { readonly order: BillOrder; readonly span: { readonly from: number; readonly before: number } },
): Promise<BilledWallet | null> {
  const [newest] = await read({ direction: 'backwards', limit: 1 });
  const events = (newest?.revision ?? -1) + 1;
  const previous = order.closed.find(({ month }) => monthAfter(month) === order.month);
  const after =
    previous === undefined
      ? (await firstRecordedFrom(read, span.from, events)) - 1
      : (closedPart(previous, wallet_id)?.revision ?? -1);
  const revision = Math.max((await firstRecordedFrom(read, span.before, events)) - 1, after);
  return revision < 0 ? null : { wallet_id, after, revision };
}

/** One walk along the wallet: from its last closing before the bill to the last event that the bill has. */
async function billWallet(
  read: ReadPage,
  { wallet_id, after, revision }: BilledWallet,
  { making, holds }: { readonly making: BillInMaking; readonly holds: BilledHolds },
): Promise<void> {
  const fold = await walletFoldAfter(read, after);
  making.begin(wallet_id, fold.state);
  for (let from = after + 1; from <= revision;) {
    const page = await read({ fromRevision: from, limit: Math.min(pageEvents, revision - from + 1) });
    fold.take(page);
    for (const recorded of page) {
      // Wallet streams contain only wallet events.
      const event = decodeEvent(recorded) as WalletEvent;
      holds.begin(event, recorded.recordedAt);
      making.take(wallet_id, event, recorded.recordedAt);
      holds.end(event);
    }
    if (page.length === 0) break;
    from += page.length;
  }
  making.end(wallet_id, fold.state);
}
