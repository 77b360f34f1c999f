import type { ApiKeyRefusal } from '../domain/api-key.ts';
import type { AllocationRefusal } from '../domain/payments/allocation.ts';
import type { TopupRefusal } from '../domain/payments/topup.ts';
import type { PrincipalRefusal } from '../domain/principal.ts';
import type { ScopeRefusal } from '../domain/scopes/scope.ts';
import type { WalletRefusal } from '../domain/wallet-commands.ts';
import { GatewayError } from '../errors.ts';

/** The rules on whose ground a change is refused: those of the ledger, and those that are looked at before it is asked. */
export type RefusedChange =
  | WalletRefusal
  | ApiKeyRefusal
  | PrincipalRefusal
  | ScopeRefusal
  | TopupRefusal
  | AllocationRefusal
  | 'tenant_closed'
  | 'user_suspended'
  | 'user_closed'
  | 'key_without_budget'
  | 'reservation_not_flagged';

/** What whoever was refused does next, by the broken rule. */
export const refusalAdvice: Readonly<Record<RefusedChange, string>> = {
  wallet_already_open: 'The wallet is there: use it, or open one under another id.',
  wallet_not_open: 'Open the wallet first.',
  amount_not_positive: 'Name an amount above zero.',
  amount_negative: 'Name an amount of zero or more.',
  credit_already_posted: 'It was credited under this id before: nothing is left to do.',
  debit_already_posted: 'It was debited under this id before: nothing is left to do.',
  reservation_already_open: 'Its request is running: wait for its end.',
  reservation_already_ended: 'It has ended: nothing is left to do.',
  amount_exceeds_maximum: 'Name a smaller amount: a wallet can hold no more than that.',
  amount_exceeds_request_cap: 'Ask for less, or raise what the key may spend on one request.',
  amount_exceeds_key_budget: 'Ask for less, or use a key with a larger budget.',
  amount_exceeds_available: 'Name at most what the wallet has available, or credit it first.',
  wallet_restricted: 'Wait until its running request has ended, credit the wallet, or lift the restriction.',
  wallet_not_restricted: 'There is nothing to lift.',
  reservation_not_open: 'It has ended, or never was: look at the events of its wallet.',
  selection_not_open: 'It is chosen who answers: look at the reservation again.',
  selection_open: 'Wait until it is chosen who answers, or give the hold back.',
  selection_exceeds_hold: 'Name at most what is held.',
  attempt_not_current: 'Another attempt is under way: wait for its end.',
  attempt_exceeds_hold: 'Name at most what is held.',
  reservation_already_flagged: 'It waits to be checked: settle it or give it back.',
  attempts_exceed_credit: 'Credit the wallet first.',
  api_key_already_created: 'The key is there: use it, or make one under another id.',
  api_key_not_created: 'Look at the list of keys for the right id.',
  api_key_already_revoked: 'Make another key: this one never works again.',
  api_key_not_narrower: 'Name less than the key may do now, or make another key.',
  principal_already_registered: 'The person is there: change them, or register another id.',
  principal_not_registered: 'Register the person first.',
  principal_closed: 'Register the person under another id: what is closed stays closed.',
  principal_in_too_many_groups: 'Let them leave a group first.',
  scope_already_created: 'It is there: change it, or make one under another id.',
  scope_not_created: 'Make it first.',
  scope_closed: 'Make another: what is closed stays closed.',
  topup_already_requested: 'The top-up is there: look at it, or request one under another id.',
  topup_not_requested: 'Request the top-up first.',
  topup_not_pending:
    'Look at the top-up: it is confirmed, cancelled or over. Request another where it is to be paid still.',
  allocation_already_created: 'The allocation is there: look at it, or make one under another id.',
  allocation_not_created: 'Make the allocation first.',
  allocation_stopped: 'Make another allocation: this one runs no more.',
  run_already_made: 'This run is made: look at its transfers.',
  shares_too_large: 'Give out at most 10,000 basis points together.',
  tenant_closed: 'Make another tenant: what is closed stays closed.',
  user_suspended: 'Resume the person first.',
  user_closed: 'Register the person under another id: what is closed stays closed.',
  key_without_budget: 'Narrow the key to a budget first.',
  reservation_not_flagged: 'Wait: its request may be running. What nobody ends is flagged by itself.',
};

/** A rule said no to a change. */
export function notPossible(refusal: RefusedChange): GatewayError {
  return new GatewayError('not_possible', {
    detail: `The ledger refused: ${refusal}.`,
    next: refusalAdvice[refusal],
  });
}
