import type { AdministrationEvent } from '../../domain/administration/administration-events.ts';
import type { ApiKeyEvent } from '../../domain/api-key-events.ts';
import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { AllocationEvent } from '../../domain/payments/allocation-events.ts';
import type { PaymentEvent, TopupEvent } from '../../domain/payments/topup-events.ts';
import type { TransferEvent } from '../../domain/payments/transfer-events.ts';
import type { PolicyEvent } from '../../domain/policy-events.ts';
import type { PrincipalEvent } from '../../domain/principal-events.ts';
import type { ScopeEvent } from '../../domain/scopes/scope-events.ts';
import {
  administrationStream,
  allocationStream,
  apiKeyStream,
  configurationStream,
  contentPrefix,
  contentStream,
  fileStream,
  idempotencyPrefix,
  idempotencyStream,
  keptCreditStream,
  keptDebitStream,
  paymentPrefix,
  paymentStream,
  policyStream,
  principalStream,
  readModelStream,
  relayStream,
  responseStream,
  scopeStream,
  topupStream,
  transferStream,
  walletPrefix,
  walletStream,
} from '../stream-names.ts';

/** Events of keys, people, scopes, policies and payments, and of requests for them, of which each names its stream. */
type ManagedEvent =
  | AdministrationEvent
  | ApiKeyEvent
  | PrincipalEvent
  | ScopeEvent
  | PolicyEvent
  | TopupEvent
  | PaymentEvent
  | TransferEvent
  | AllocationEvent;

/** The name of the stream that an event belongs into. Most wallet events do not name their wallet: any wallet's does. */
export function ownStream(event: DomainEvent, stream: string): string {
  switch (event.type) {
    case 'WalletOpened':
    case 'WalletPeriodClosed':
      return walletStream(event.data.wallet_id);
    case 'ConfigurationChanged':
      return configurationStream(event.data.instance_id);
    case 'CreditIdKept':
      return keptCreditStream(event.data.wallet_id, event.data.credit_id);
    case 'DebitIdKept':
      return keptDebitStream(event.data.wallet_id, event.data.debit_id);
    case 'WalletCredited':
    case 'WalletDebited':
    case 'CreditReserved':
    case 'SelectionCharged':
    case 'AttemptFailed':
    case 'ReservationSettled':
    case 'ReservationReleased':
    case 'ReservationExpired':
    case 'ReservationFlagged':
    case 'ExpiredReservationCharged':
    case 'WalletRestricted':
    case 'WalletRestrictionLifted':
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
      return stream.startsWith(walletPrefix) ? stream : walletStream('<wallet id>');
    case 'ReadModelStored':
      return readModelStream(`${event.data.projection}@${event.data.version}`);
    case 'RelayAdvanced':
      return relayStream(event.data.relay);
    case 'ResponseStored':
    case 'ResponseDeleted':
    case 'ResponseExpired':
      return responseStream(event.data.response_id);
    case 'FileUploadBegan':
    case 'FileUploadFailed':
    case 'FileUploaded':
    case 'FileRemovalBegan':
    case 'FileRemovalRefused':
    case 'FileRemovalDeferred':
    case 'FileDeleted':
    case 'FileExpired':
      return fileStream(event.data.file_id);
    case 'IdempotentRequestBegan':
    case 'IdempotentRequestAnswered':
    case 'IdempotentRequestFailed':
      return stream.startsWith(idempotencyPrefix) ? stream : idempotencyStream('<hash of the key>');
    case 'ContentPart':
      return stream.startsWith(contentPrefix) ? stream : contentStream('<content id>');
    default:
      return managedStream(event, stream);
  }
}

function managedStream(event: ManagedEvent, stream: string): string {
  switch (event.type) {
    case 'ApiKeyCreated':
    case 'ApiKeyRevoked':
    case 'ApiKeyRenamed':
    case 'ApiKeyNarrowed':
    case 'ApiKeyRotated':
    case 'ApiKeyLimitsSet':
      return apiKeyStream(event.data.key_id);
    case 'PrincipalRegistered':
    case 'PrincipalPiiChanged':
    case 'PrincipalChanged':
    case 'PrincipalJoinedGroup':
    case 'PrincipalLeftGroup':
    case 'PrincipalSuspended':
    case 'PrincipalResumed':
    case 'PrincipalClosed':
      return principalStream(event.data.user_id);
    case 'ScopeCreated':
    case 'ScopeChanged':
    case 'ScopeSuspended':
    case 'ScopeResumed':
    case 'ScopeClosed':
    case 'ScopeLimitsSet':
      return scopeStream(event.data.scope_kind, event.data.scope_id);
    case 'TopupRequested':
    case 'TopupConfirmed':
    case 'TopupReopened':
    case 'TopupCredited':
    case 'TopupCancelled':
    case 'TopupExpired':
      return topupStream(event.data.topup_id);
    case 'PaymentReceived':
      return stream.startsWith(paymentPrefix) ? stream : paymentStream('<hash of the bank reference>');
    case 'TransferDirected':
      return transferStream(event.data.transfer_id);
    case 'AllocationCreated':
    case 'AllocationRun':
    case 'AllocationRunEnded':
    case 'AllocationStopped':
      return allocationStream(event.data.allocation_id);
    case 'AdministrationBegan':
    case 'AdministrationAnswered':
      return administrationStream(event.data.request_id);
    case 'PolicySet':
      return policyStream(event.data.scope_kind, event.data.scope_id);
  }
}
