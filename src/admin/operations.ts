import { alertOperations } from './alert-operations.ts';
import { actionOperations } from './records/action-operations.ts';
import { checkpointOperations } from './records/checkpoint-operations.ts';
import { chargeOperations } from './records/charge-operations.ts';
import { entryOperations } from './records/entry-operations.ts';
import { billOperations } from './bills/bill-operations.ts';
import { budgetOperations } from './budgets/budget-operations.ts';
import { keyOperations } from './key-operations.ts';
import { invitationOperations } from './log-ins/invitation-operations.ts';
import type { AdminOperation } from './operation.ts';
import { limitOperations } from './limit-operations.ts';
import { paymentOperations } from './payment-operations.ts';
import { payoutOperations } from './bank/payout-operations.ts';
import { policyDiffOperations } from './policies/policy-diff-operations.ts';
import { policyOperations } from './policy-operations.ts';
import { marginOperations } from './prices/margin-operations.ts';
import { priceListOperations } from './prices/price-list-operations.ts';
import { priceOperations } from './prices/price-operations.ts';
import { chargeEventOperations } from './records/charge-event-operations.ts';
import { postingOperations } from './records/posting-operations.ts';
import { receiptOperations } from './records/receipt-operations.ts';
import { reservationOperations } from './reservation-operations.ts';
import { scopeOperations } from './scope-operations.ts';
import { storedOperations } from './stored-operations.ts';
import { tagOperations } from './tag-operations.ts';
import { targetOperations } from './target-operations.ts';
import { importOperations } from './bank/import-operations.ts';
import { topupOperations } from './bank/topup-operations.ts';
import { usageOperations } from './usage/usage-operations.ts';
import { usageSumOperations } from './usage/usage-sum-operations.ts';
import { userOperations } from './user-operations.ts';
import { walletOperations } from './wallet-operations.ts';
import { walletSumOperations } from './wallet-sum-operations.ts';
import { deliveryOperations } from './webhooks/delivery-operations.ts';
import { webhookOperations } from './webhooks/webhook-operations.ts';

/** All management operations: the paths of the API and the commands. */
export const adminOperations: readonly AdminOperation[] = [
  ...scopeOperations,
  ...userOperations,
  ...invitationOperations,
  ...policyOperations,
  ...policyDiffOperations,
  ...priceListOperations,
  ...priceOperations,
  ...marginOperations,
  ...keyOperations,
  ...limitOperations,
  ...tagOperations,
  ...budgetOperations,
  ...walletOperations,
  ...walletSumOperations,
  ...entryOperations,
  ...actionOperations,
  ...chargeOperations,
  ...alertOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...topupOperations,
  ...importOperations,
  ...paymentOperations,
  ...payoutOperations,
  ...billOperations,
  ...reservationOperations,
  ...chargeEventOperations,
  ...receiptOperations,
  ...postingOperations,
  ...checkpointOperations,
  ...targetOperations,
  ...usageOperations,
  ...usageSumOperations,
  ...storedOperations,
];
