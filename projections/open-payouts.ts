import type { OpenPayout } from '../src/domain/payments/open-payments.ts';
import type { PayoutEvent } from '../src/domain/payments/payout-events.ts';
import type { WalletEventOf } from '../src/domain/wallet-events.ts';
import { payoutPrefix, walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

type FoldedEvent =
  | Extract<PayoutEvent, { readonly type: 'PayoutRequested' | 'PayoutCancelled' }>
  | WalletEventOf<'WalletCredited' | 'WalletDebited'>;

/**
 * One document per payout with a missing step, by its id. Two streams change it, and either may be folded first if the
 * other one waits.
 */
export const openPayouts: Projection<OpenPayout, FoldedEvent> = {
  name: 'open-payouts',
  version: 1,
  streamPrefixes: [walletPrefix, payoutPrefix],
  eventTypes: new Set(['WalletCredited', 'WalletDebited', 'PayoutRequested', 'PayoutCancelled']),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event }) => payoutIdOf(event),
  evolve: (known, { event, stream }) => {
    const id = payoutIdOf(event);
    if (id === null) return known;
    const next = { ...(known ?? { payout_id: id }), ...changeBy(event, stream) };
    return isComplete(next) ? null : next;
  },
};

function payoutIdOf(event: FoldedEvent): string | null {
  if (event.type === 'PayoutRequested' || event.type === 'PayoutCancelled') return event.data.payout_id;
  return event.data.cause?.kind === 'payout' ? event.data.cause.id : null;
}

function changeBy(event: FoldedEvent, stream: string): Partial<OpenPayout> {
  if (event.type === 'PayoutRequested') return { is_requested: true };
  if (event.type === 'PayoutCancelled') return { is_cancelled: true };
  if (event.type === 'WalletCredited') return { is_returned: true };
  const { amount_eur, reason, actor } = event.data;
  const by = actor === undefined ? {} : { actor };
  return { debited: { wallet_id: walletIdOf(stream), amount_eur, reason, ...by } };
}

/** The credit of a cancelled payout may be folded before its cancellation. */
function isComplete({ debited, is_requested, is_cancelled, is_returned }: OpenPayout): boolean {
  if (is_cancelled === true) return is_returned === true;
  return debited !== undefined && is_requested === true && is_returned !== true;
}
