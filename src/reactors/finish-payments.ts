import { nanoFromEur } from '../domain/money.ts';
import type { Allocation } from '../domain/payments/allocation.ts';
import type { OpenPayout, OpenTopup, OpenTransfer } from '../domain/payments/open-payments.ts';
import { advanceAllocation } from '../ledger/administration/allocations.ts';
import type { TopupDeps } from '../ledger/administration/payment-deps.ts';
import { recordedPayout, recordRequest, returnPayout } from '../ledger/administration/payouts.ts';
import { changeTopup, finishTopup } from '../ledger/administration/topups.ts';
import { finishTransfer } from '../ledger/administration/transfers.ts';
import { eachDocument } from '../ledger/read-models/each-document.ts';
import type { AgeClock } from '../time/clock.ts';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startSweeps } from './sweeps.ts';

/** The lots of a wallet that are to expire. */
export interface WalletLotsToExpire {
  readonly wallet_id: string;
  readonly lots: readonly { readonly expires_at: string }[];
}

export interface FinishPaymentsDeps extends TopupDeps {
  readonly readModels: DocumentReader;
  readonly projections: {
    readonly openTransfers: Projection<OpenTransfer>;
    readonly openTopups: Projection<OpenTopup>;
    readonly openPayouts: Projection<OpenPayout>;
    readonly allocations: Projection<Allocation>;
    readonly expiringLots: Projection<WalletLotsToExpire>;
    readonly walletBalances: Projection<{ readonly tenant_id: string | null }>;
  };
  /** Resolves when the projections include everything recorded before the call. */
  catchUp(): Promise<void>;
  readonly clock: AgeClock;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

const actor = 'system:payments';

/**
 * Finishes or undoes transfers and payouts, credits confirmed top-ups, expires unpaid ones and lots, and runs due
 * allocations.
 */
export function startFinishingPayments(deps: FinishPaymentsDeps, intervalMs: number): { stop(): Promise<void> } {
  return startSweeps({
    intervalMs,
    sweep: () => finishPayments(deps),
    failed: (error) => deps.telemetry.warn('payments_not_finished', {}, error),
  });
}

/** Sweeps once. A payment that fails is logged and does not block others. Raises what the read models raise. */
export async function finishPayments(deps: FinishPaymentsDeps): Promise<void> {
  const { readModels, projections, clock } = deps;
  await deps.catchUp();
  for (const { key, document } of eachDocument(readModels, projections.openTransfers)) {
    if (document.is_credited !== true) await byItself(deps, key, () => finishOpenTransfer(deps, document));
  }
  for (const { key, document } of eachDocument(readModels, projections.openPayouts)) {
    await byItself(deps, key, () => finishPayout(deps, document));
  }
  // Until the clock has settled, nothing is due and nothing expires.
  if (!clock.isSettled) return;
  const now = clock.now();
  for (const { key, document } of eachDocument(readModels, projections.openTopups)) {
    await byItself(deps, key, () => advanceTopup(deps, document, now));
  }
  // Before allocations, which distribute what is available.
  for (const { key, document } of eachDocument(readModels, projections.expiringLots)) {
    const isDue = document.lots.some(({ expires_at }) => Date.parse(expires_at) <= now);
    if (isDue) await byItself(deps, key, () => expireLots(deps, document, now));
  }
  for (const { key, document } of eachDocument(readModels, projections.allocations)) {
    if (!document.stopped) await byItself(deps, key, () => advanceAllocation(deps, document.allocation_id, now));
  }
}

/** Isolates failures: a wallet written by a later version, for example, does not affect other payments. */
async function byItself(
  { telemetry }: Pick<FinishPaymentsDeps, 'telemetry'>,
  payment: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    telemetry.warn('payment_not_finished', { payment }, error);
  }
}

/** Raises `Error` where neither wallet can be credited: an operator has to act. */
async function finishOpenTransfer(deps: FinishPaymentsDeps, open: OpenTransfer): Promise<void> {
  const source = deps.readModels.get(deps.projections.walletBalances, open.source_id);
  const outcome = await finishTransfer(deps, {
    transferId: open.transfer_id,
    tenantId: source?.tenant_id ?? open.source_id,
    sourceId: open.source_id,
    destinationId: open.destination_id,
    amount: nanoFromEur(open.amount_eur),
    reason: open.reason,
    actor: open.actor,
    allocation: open.allocation,
  });
  if (outcome === 'open') throw new Error('the wallet has no room for what its transfer brings');
}

async function advanceTopup(
  deps: FinishPaymentsDeps,
  { topup_id, expires_at, unbooked }: OpenTopup,
  now: number,
): Promise<void> {
  if (unbooked.length > 0) await bookTopup(deps, topup_id);
  else if (expires_at !== null && Date.parse(expires_at) <= now) {
    await changeTopup(deps, topup_id, { type: 'expire_topup' });
  }
}

/** Raises `Error` where a cancelled payout cannot be credited: an operator has to act. */
async function finishPayout(
  deps: FinishPaymentsDeps,
  { payout_id, debited, is_requested, is_cancelled }: OpenPayout,
): Promise<void> {
  if (is_cancelled === true) {
    const cancelled = await recordedPayout(deps.log, payout_id);
    if (cancelled?.status === 'cancelled' && !(await returnPayout(deps, cancelled))) {
      throw new Error('the wallet has no room for what its cancelled payout gives back');
    }
  } else if (debited !== undefined && is_requested !== true) {
    const { wallet_id: walletId, amount_eur, reason, actor: by } = debited;
    const tenantId = deps.readModels.get(deps.projections.walletBalances, walletId)?.tenant_id ?? walletId;
    await recordRequest(deps, {
      payoutId: payout_id,
      tenantId,
      walletId,
      amount: nanoFromEur(amount_eur),
      reason,
      actor: by,
    });
  }
}

async function expireLots(
  { wallets }: FinishPaymentsDeps,
  { wallet_id }: WalletLotsToExpire,
  now: number,
): Promise<void> {
  await wallets.execute(wallet_id, { type: 'expire_lots', at: new Date(now).toISOString() });
}

/** Raises `Error` where a payment cannot be credited, or a return not be debited: an operator has to act. */
async function bookTopup(deps: FinishPaymentsDeps, topupId: string): Promise<void> {
  const { payments = [], returns = [] } = (await finishTopup(deps, topupId, actor)) ?? {};
  if (payments.some(({ status }) => status === 'confirmed')) {
    throw new Error('the wallet cannot hold what was received');
  }
  if (returns.some(({ status }) => status === 'returned')) {
    throw new Error('the wallet has not enough for what the bank has paid back');
  }
}
