import { billDigest } from '../../domain/bills/bill-digest.ts';
import { billWalletsMax, type ClosedBill } from '../../domain/bills/bill-events.ts';
import type { BillFigures, BillLot, BillWallet } from '../../domain/bills/bill-figures.ts';
import { BillInMaking, BillTooLarge, type BilledHold } from '../../domain/bills/bill-in-making.ts';
import { daysOfMonth, monthAfter } from '../../domain/bills/bill.ts';
import { recordedIn, spanOf } from '../../domain/charges/calendar.ts';
import { eurFromNano, nanoFromSum } from '../../domain/money.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import type { WalletState } from '../../domain/wallet-state.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { decodeEvent } from '../codec.ts';
import { walletStream } from '../stream-names.ts';
import type { ReadPage } from '../wallet-fold.ts';
import { firstRecordedFrom, walletStateAfter } from '../wallet-statement.ts';

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
  /** The hold of a charge that was held before the month, as the clocks of the zone show its day. */
  readonly holdBefore: (reservationId: string, zone: string) => BilledHold;
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
  const making = new BillInMaking((id) => order.holdBefore(id, zone));
  const billed: BilledWallet[] = [];
  const wallets: BillWallet[] = [];
  const lots: BillLot[] = [];
  let [opening, closing] = [0n, 0n];
  for (const walletId of order.walletIds.toSorted()) {
    const read: ReadPage = (options) => log.readStream(walletStream(walletId), options);
    const part = closed === null ? await partOf(read, walletId, { order, span }) : closedPart(closed, walletId);
    if (part === null) continue;
    const before = await walletStateAfter(read, part.after);
    await billWallet(read, part, { making, zone });
    const after = await walletStateAfter(read, part.revision);
    billed.push(part);
    wallets.push({
      wallet_id: walletId,
      opening_eur: eurFromNano(before.posted),
      closing_eur: eurFromNano(after.posted),
    });
    lots.push(...lotsOf(walletId, after));
    opening += before.posted;
    closing += after.posted;
  }
  const made = making.figures();
  const change = Object.values(made.sums).reduce((sum, eur) => sum + nanoFromSum(eur), 0n);
  if (opening + change !== closing) throw new Error(`the bill of ${tenant_id} for ${month} does not add up`);
  const figures: BillFigures = {
    tenant_id,
    month,
    zone,
    from_time: new Date(span.from).toISOString(),
    before_time: new Date(span.before).toISOString(),
    opening_eur: eurFromNano(opening),
    closing_eur: eurFromNano(closing),
    wallets,
    lots,
    ...made,
  };
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

async function billWallet(
  read: ReadPage,
  { wallet_id, after, revision }: BilledWallet,
  { making, zone }: { readonly making: BillInMaking; readonly zone: string },
): Promise<void> {
  making.beginWallet();
  for (let from = after + 1; from <= revision;) {
    const page = await read({ fromRevision: from, limit: Math.min(pageEvents, revision - from + 1) });
    for (const recorded of page) {
      // Wallet streams contain only wallet events.
      const event = decodeEvent(recorded) as WalletEvent;
      making.take(wallet_id, event, recordedIn(zone, recorded.recordedAt).slice(0, 10));
    }
    if (page.length === 0) return;
    from += page.length;
  }
}

function lotsOf(wallet_id: string, { lots }: WalletState): readonly BillLot[] {
  return lots.open
    .filter(({ amount }) => amount > 0n)
    .map(({ lotId: lot_id, kind, expiresAt: expires_at, amount }) => ({
      wallet_id,
      lot_id,
      kind,
      expires_at,
      left_eur: eurFromNano(amount),
    }));
}
