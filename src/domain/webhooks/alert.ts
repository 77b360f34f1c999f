import type { DomainEvent } from '../event-catalogue.ts';
import type { AlertType } from './alert-types.ts';

/** Whose an alert is: what has to be looked up to know its tenant. */
export interface AlertSubject {
  readonly kind: 'wallet' | 'key' | 'user' | 'group' | 'tenant' | 'reseller' | 'platform';
  /** Empty for the platform. */
  readonly id: string;
}

/** What an event says to those who want to know. Ids, amounts, times and fixed words alone: no names, reasons or references. */
export interface Alert {
  readonly type: AlertType;
  readonly of: AlertSubject;
  readonly data: Readonly<Record<string, string | number>>;
}

const alerted = [
  'WalletRanLow',
  'BudgetRanLow',
  'BudgetReached',
  'ApiKeyRevoked',
  'PrincipalSuspended',
  'ScopeSuspended',
  'TopupConfirmed',
  'TopupReturned',
  'PayoutConfirmed',
  'KeyExpiryNoticed',
  'FlaggedHoldNoticed',
  'TargetOutNoticed',
  'TargetBackNoticed',
] as const satisfies readonly DomainEvent['type'][];

/** An event that is an alert. */
export type AlertEvent = Extract<DomainEvent, { readonly type: (typeof alerted)[number] }>;

/** The types of these events. */
export const alertEventTypes: ReadonlySet<string> = new Set(alerted);

/** The alert that an event is. `walletId`: of the wallet whose stream it is in, if it is one. */
export function alertOf({ type, data }: AlertEvent, walletId: string): Alert {
  switch (type) {
    case 'WalletRanLow': {
      const { below_eur, posted_eur } = data;
      return { type: 'wallet.low', of: ofWallet(walletId), data: { wallet_id: walletId, below_eur, posted_eur } };
    }
    case 'BudgetRanLow': {
      const { key_id, budget_eur, left_eur, spent_eur } = data;
      const amounts = { budget_eur, left_eur, spent_eur };
      return { type: 'budget.low', of: ofWallet(walletId), data: { key_id, wallet_id: walletId, ...amounts } };
    }
    case 'BudgetReached': {
      const { key_id, budget_id, subject, per, starts_at, ends_at, percent, budget_eur, spent_eur } = data;
      const budget = {
        ...(budget_id !== undefined && { budget_id }),
        subject,
        per,
        ...(starts_at !== undefined && ends_at !== undefined && { starts_at, ends_at }),
      };
      const told = { key_id, wallet_id: walletId, ...budget, percent, budget_eur, spent_eur };
      return { type: 'budget.reached', of: ofWallet(walletId), data: told };
    }
    case 'ApiKeyRevoked': {
      const { key_id } = data;
      return { type: 'key.revoked', of: { kind: 'key', id: key_id }, data: { key_id } };
    }
    case 'PrincipalSuspended': {
      const { user_id } = data;
      return { type: 'user.suspended', of: { kind: 'user', id: user_id }, data: { user_id } };
    }
    case 'ScopeSuspended': {
      const { scope_kind: kind, scope_id: id } = data;
      return { type: `${kind}.suspended`, of: { kind, id }, data: { [`${kind}_id`]: id } };
    }
    case 'TopupConfirmed': {
      const { topup_id, wallet_id, payment_id, received_eur, bank_date } = data;
      const of = ofTenant(data.tenant_id);
      return { type: 'topup.confirmed', of, data: { topup_id, wallet_id, payment_id, received_eur, bank_date } };
    }
    case 'TopupReturned': {
      const { topup_id, wallet_id, payment_id, return_id, returned_eur, bank_date } = data;
      const of = ofTenant(data.tenant_id);
      const ids = { topup_id, wallet_id, payment_id, return_id };
      return { type: 'topup.returned', of, data: { ...ids, returned_eur, bank_date } };
    }
    case 'PayoutConfirmed': {
      const { payout_id, tenant_id, bank_date } = data;
      return { type: 'payout.confirmed', of: ofTenant(tenant_id), data: { payout_id, bank_date } };
    }
    case 'KeyExpiryNoticed': {
      const { key_id, expires_at } = data;
      return { type: 'key.expiring', of: { kind: 'key', id: key_id }, data: { key_id, expires_at } };
    }
    case 'FlaggedHoldNoticed': {
      const { notice_id: _, ...hold } = data;
      return { type: 'hold.in_doubt', of: ofWallet(data.wallet_id), data: hold };
    }
    case 'TargetOutNoticed':
    case 'TargetBackNoticed': {
      const { target, upstream } = data;
      const way = type === 'TargetOutNoticed' ? 'target.out' : 'target.back';
      return { type: way, of: { kind: 'platform', id: '' }, data: { target, upstream } };
    }
  }
}

function ofWallet(id: string): AlertSubject {
  return { kind: 'wallet', id };
}

function ofTenant(id: string): AlertSubject {
  return { kind: 'tenant', id };
}
