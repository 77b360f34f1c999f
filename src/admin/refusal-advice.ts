import type { billRefusals } from '../domain/bills/bill.ts';
import type { ApiKeyRefusal } from '../domain/api-key.ts';
import type { LogInRefusal } from '../domain/log-ins/log-ins.ts';
import type { AllocationRefusal } from '../domain/payments/allocation.ts';
import type { PayoutRefusal } from '../domain/payments/payout.ts';
import type { TopupRefusal } from '../domain/payments/topup.ts';
import type { PrincipalRefusal } from '../domain/principal.ts';
import type { ScopeRefusal } from '../domain/scopes/scope.ts';
import type { DeliveryRefusal } from '../domain/webhooks/delivery.ts';
import type { WebhookRefusal } from '../domain/webhooks/webhook.ts';
import type { WalletRefusal } from '../domain/wallet-commands.ts';
import { GatewayError } from '../errors.ts';

/**
 * The rules that can refuse a change: those of the ledger, and those checked before it. A suspension from above has an
 * error of its own: see `refused-scope-change.ts`.
 */
export type RefusedChange =
  | WalletRefusal
  | ApiKeyRefusal
  | Exclude<PrincipalRefusal, 'principal_suspended_above'>
  | LogInRefusal
  | Exclude<ScopeRefusal, 'scope_suspended_above'>
  | TopupRefusal
  | PayoutRefusal
  | AllocationRefusal
  | WebhookRefusal
  | DeliveryRefusal
  | (typeof billRefusals)[number]
  | 'tenant_closed'
  | 'user_suspended'
  | 'user_closed'
  | 'key_without_budget'
  | 'api_key_too_deep'
  | 'reservation_not_flagged';

/** What to do next after a refusal, by the broken rule. */
export const refusalAdvice: Readonly<Record<RefusedChange, string>> = {
  wallet_already_open: 'The wallet already exists: use it, or open one under another id.',
  wallet_not_open: 'Open the wallet first.',
  amount_not_positive: 'Use an amount above zero.',
  amount_negative: 'Use an amount of zero or more.',
  credit_already_posted: 'This id was already credited: there is nothing left to do.',
  debit_already_posted: 'This id was already debited: there is nothing left to do.',
  reservation_already_open: 'The request of this reservation is running: wait until it ends.',
  reservation_already_ended: 'The reservation has ended: there is nothing left to do.',
  amount_exceeds_maximum: 'Use a smaller amount: the balance of the wallet would exceed its maximum.',
  lots_not_possible: 'Use lots that are granted or expire, of at most the whole amount; a wallet has at most 100.',
  amount_exceeds_paid: 'Use at most the paid credit: what was granted is never paid out.',
  payout_already_requested: 'Choose another id for another payout.',
  payout_not_requested: 'Request the payout first.',
  month_not_next: 'Close the bills of the tenant one month after another, from the one behind the last that is closed.',
  payout_not_pending: 'Look at the payout: it was paid or cancelled.',
  amount_exceeds_request_cap: 'Send a smaller request, or raise the maximum cost per request of the key.',
  amount_exceeds_key_budget: 'Send a smaller request, or use a key with a larger budget.',
  too_many_budgets: 'A key has at most 8 budgets: lower the amount of one that it has.',
  budget_not_set: 'There is no budget with this `per`, `zone` and `profiles`: read the key or user first.',
  budget_not_raised: 'Raise it above its own amount; a smaller amount is for narrowing.',
  amount_exceeds_budget: 'Send a smaller request, wait until the budget renews, or have it raised.',
  amount_exceeds_available: 'Use at most the available amount, or credit the wallet first.',
  wallet_restricted: 'Wait until its running request has ended, credit the wallet, or lift the restriction.',
  wallet_not_restricted: 'The wallet is not restricted: there is nothing to lift.',
  reservation_not_open: 'The reservation has ended or never existed: check the events of its wallet.',
  selection_not_open: 'The routing of this request is complete: read the reservation again.',
  selection_open: 'Wait until the routing of this request is complete, or release the reservation.',
  selection_exceeds_hold: 'Use at most the reserved amount.',
  attempt_not_current: 'Another attempt is running: wait until it ends.',
  attempt_exceeds_hold: 'Use at most the reserved amount.',
  reservation_already_flagged: 'The reservation is already flagged: settle or release it.',
  attempts_exceed_credit: 'Credit the wallet first.',
  api_key_already_created: 'The key already exists: use it, or create one under another id.',
  api_key_not_created: 'Find the id in the list of keys.',
  api_key_already_revoked: 'Create another key: a revoked key stays revoked.',
  api_key_not_narrower: 'Use narrower limits than the current ones, or create another key.',
  api_key_too_deep: 'Make it with a key that fewer keys stand above, or with the `waybill` command.',
  principal_already_registered: 'The user already exists: change it, or register another id.',
  principal_not_registered: 'Register the user first.',
  principal_closed: 'Register the user under another id: a closed user stays closed.',
  principal_in_too_many_groups: 'Remove the user from a group first.',
  invitation_not_open: 'Ask your administrator for another link: `waybill users invite`.',
  principal_has_too_many_passkeys: 'Remove a passkey first, on the page of sessions.',
  principal_has_too_many_accounts:
    'Ask your administrator for a link that replaces them: `waybill users invite --replace`.',
  scope_already_created: 'The reseller, tenant or group already exists: change it, or create one under another id.',
  scope_not_created: 'Create the reseller, tenant or group first.',
  scope_closed: 'Create another one: a closed scope stays closed.',
  topup_already_requested: 'The top-up already exists: use it, or request one under another id.',
  topup_not_requested: 'Request the top-up first.',
  topup_not_pending:
    'The top-up is confirmed, cancelled or expired. Request another one if a payment is still expected.',
  topup_has_too_many_payments: 'Request another top-up, and confirm that one with this payment.',
  allocation_already_created: 'The allocation already exists: use it, or create one under another id.',
  allocation_not_created: 'Create the allocation first.',
  allocation_stopped: 'Create another allocation: a stopped one does not run again.',
  run_already_made: 'This run already exists: check its transfers.',
  shares_too_large: 'Distribute at most 10,000 basis points in total.',
  webhook_already_created: 'The webhook already exists: change it, or create one under another id.',
  webhook_not_created: 'Create the webhook first.',
  webhook_deleted: 'Create another webhook: a deleted one stays deleted.',
  delivery_not_requested: 'Find the id in the list of deliveries.',
  delivery_not_due: 'Wait: it is being sent, or was.',
  delivery_not_parked: 'It was delivered: there is nothing left to do.',
  tenant_closed: 'Create another tenant: a closed tenant stays closed.',
  user_suspended: 'Resume the user first.',
  user_closed: 'Register the user under another id: a closed user stays closed.',
  key_without_budget: 'Set a budget for the key first.',
  reservation_not_flagged:
    'Wait: its request may still be running. A reservation that is not ended is flagged automatically.',
};

/** The error for a change that a rule refused. */
export function notPossible(refusal: RefusedChange): GatewayError {
  return new GatewayError('not_possible', {
    detail: `The ledger refused: ${refusal}.`,
    next: refusalAdvice[refusal],
  });
}
