import { grantedNano } from '../lots/wallet-lots.ts';
import { eurFromNano } from '../money.ts';
import { availableNano, type WalletState } from '../wallet-state.ts';

/** The balances and totals of a wallet, as commands and the API show them. Amounts: euro with nine decimals. */
export interface WalletFigures {
  readonly wallet_id: string;
  /** `null` for a wallet whose opening was never recorded. */
  readonly tenant_id: string | null;
  /** Credited minus debited minus settled. */
  readonly posted_eur: string;
  readonly reserved_eur: string;
  /** The part of the posted amount that was granted and not paid for. */
  readonly granted_eur: string;
  /** Posted minus reserved. */
  readonly available_eur: string;
  /** A cost was above its hold: one request at a time, until a credit or an operator lifts the restriction. */
  readonly restricted: boolean;
  readonly open_reservations: number;
  readonly flagged_reservations: number;
  readonly credited_eur: string;
  /** Credit that expired included. */
  readonly debited_eur: string;
  readonly settled_eur: string;
  /** The part of it that paid for choosing routes. */
  readonly selection_eur: string;
  /** The part of `settled_eur` that no hold covered. */
  readonly overrun_eur: string;
}

export function walletFigures(walletId: string, state: WalletState): WalletFigures {
  const flagged = state.reservations.entries().filter(([, { flag }]) => flag !== null);
  return {
    wallet_id: walletId,
    tenant_id: state.tenantId,
    posted_eur: eurFromNano(state.posted),
    granted_eur: eurFromNano(grantedNano(state.lots)),
    reserved_eur: eurFromNano(state.reserved),
    available_eur: eurFromNano(availableNano(state)),
    restricted: state.isRestricted,
    open_reservations: state.reservations.size,
    flagged_reservations: [...flagged].length,
    credited_eur: eurFromNano(state.credited),
    debited_eur: eurFromNano(state.debited),
    settled_eur: eurFromNano(state.settled),
    selection_eur: eurFromNano(state.selectionSettled),
    overrun_eur: eurFromNano(state.overrun),
  };
}
