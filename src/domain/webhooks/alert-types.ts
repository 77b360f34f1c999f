/** The alerts that a webhook may ask for, by the name in their messages. */
export const alertTypes = [
  'wallet.low',
  'budget.low',
  'budget.reached',
  'key.revoked',
  'key.expiring',
  'hold.in_doubt',
  'target.out',
  'target.back',
  'user.suspended',
  'group.suspended',
  'tenant.suspended',
  'reseller.suspended',
  'topup.confirmed',
  'topup.returned',
  'payout.confirmed',
] as const;

/** The name of an alert. */
export type AlertType = (typeof alertTypes)[number];

/** The name of the message that a test sends, whatever alerts are asked for. */
export const testType = 'webhook.test';
