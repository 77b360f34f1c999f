import type { z } from 'zod';
import { administrationEventSchemas, type AdministrationEvent } from './administration/administration-events.ts';
import { apiKeyEventSchemas, type ApiKeyEvent } from './api-key-events.ts';
import { billEventSchemas, type BillEvent } from './bills/bill-events.ts';
import { checkpointEventSchemas, type CheckpointEvent } from './checkpoints/checkpoint-events.ts';
import { configurationEventSchemas, type ConfigurationEvent } from './configuration/configuration-events.ts';
import { contentEventSchemas, type ContentEvent } from './content-events.ts';
import { idempotentRequestEventSchemas, type IdempotentRequestEvent } from './idempotency/idempotent-request-events.ts';
import { fileEventSchemas, type FileEvent } from './file-events.ts';
import { derivedListEventSchemas, type DerivedListEvent } from './prices/derived-list-events.ts';
import { marginEventSchemas, type MarginEvent } from './prices/margin-events.ts';
import { logInEventSchemas } from './log-ins/log-in-events.ts';
import { noticeEventSchemas, type NoticeEvent } from './notices/notice-events.ts';
import { policyEventSchemas, type PolicyEvent } from './policy-events.ts';
import { principalEventSchemas, type PrincipalEvent } from './principal-events.ts';
import { readModelEventSchemas, type ReadModelEvent } from './read-models/read-model-events.ts';
import { relayEventSchemas, type RelayEvent } from './relay-events.ts';
import { responseEventSchemas, type ResponseEvent } from './responses/response-events.ts';
import { keptCreditEventSchemas, keptDebitEventSchemas, type KeptIdEvent } from './wallet-closing-events.ts';
import { allocationEventSchemas, type AllocationEvent } from './payments/allocation-events.ts';
import { bankEntryEventSchemas, type BankEntryEvent } from './payments/bank-entry-events.ts';
import { paymentEventSchemas, topupEventSchemas, type PaymentEvent, type TopupEvent } from './payments/topup-events.ts';
import { payoutEventSchemas, type PayoutEvent } from './payments/payout-events.ts';
import { transferEventSchemas, type TransferEvent } from './payments/transfer-events.ts';
import { apiKeyChangeEventSchemas } from './scopes/api-key-change-events.ts';
import { principalChangeEventSchemas } from './scopes/principal-change-events.ts';
import { scopeEventSchemas, type ScopeEvent } from './scopes/scope-events.ts';
import { deliveryEventSchemas, type DeliveryEvent } from './webhooks/delivery-events.ts';
import { webhookEventSchemas, type WebhookEvent } from './webhooks/webhook-events.ts';
import { walletEventSchemas, type WalletEvent } from './wallet-events.ts';

/** Every event that Waybill records. */
export type DomainEvent =
  | WalletEvent
  | ApiKeyEvent
  | PrincipalEvent
  | PolicyEvent
  | ScopeEvent
  | DerivedListEvent
  | MarginEvent
  | TopupEvent
  | PaymentEvent
  | BankEntryEvent
  | TransferEvent
  | PayoutEvent
  | AllocationEvent
  | WebhookEvent
  | DeliveryEvent
  | NoticeEvent
  | AdministrationEvent
  | RelayEvent
  | ConfigurationEvent
  | CheckpointEvent
  | BillEvent
  | ReadModelEvent
  | ContentEvent
  | ResponseEvent
  | FileEvent
  | IdempotentRequestEvent
  | KeptIdEvent;

/** The only list of event types: each with the schema of its data. Current version of all: 1. */
export const eventCatalogue: Readonly<Record<DomainEvent['type'], z.ZodType>> = {
  ...walletEventSchemas,
  ...apiKeyEventSchemas,
  ...apiKeyChangeEventSchemas,
  ...principalEventSchemas,
  ...principalChangeEventSchemas,
  ...logInEventSchemas,
  ...scopeEventSchemas,
  ...derivedListEventSchemas,
  ...marginEventSchemas,
  ...topupEventSchemas,
  ...paymentEventSchemas,
  ...bankEntryEventSchemas,
  ...transferEventSchemas,
  ...payoutEventSchemas,
  ...allocationEventSchemas,
  ...webhookEventSchemas,
  ...deliveryEventSchemas,
  ...noticeEventSchemas,
  ...administrationEventSchemas,
  ...policyEventSchemas,
  ...relayEventSchemas,
  ...configurationEventSchemas,
  ...checkpointEventSchemas,
  ...billEventSchemas,
  ...readModelEventSchemas,
  ...contentEventSchemas,
  ...responseEventSchemas,
  ...fileEventSchemas,
  ...idempotentRequestEventSchemas,
  ...keptCreditEventSchemas,
  ...keptDebitEventSchemas,
};
