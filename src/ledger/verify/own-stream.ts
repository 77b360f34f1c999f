import type { DomainEvent } from '../../domain/event-catalogue.ts';
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

type DataOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { readonly type: Type }>['data'];

/** For events that do not name their subject: any stream of their kind is accepted. */
const anyWallet = (_: unknown, stream: string): string =>
  stream.startsWith(walletPrefix) ? stream : walletStream('<wallet id>');
const anyKey = (_: unknown, stream: string): string =>
  stream.startsWith(idempotencyPrefix) ? stream : idempotencyStream('<hash of the key>');
const anyContent = (_: unknown, stream: string): string =>
  stream.startsWith(contentPrefix) ? stream : contentStream('<content id>');
const anyPayment = (_: unknown, stream: string): string =>
  stream.startsWith(paymentPrefix) ? stream : paymentStream('<hash of the bank reference>');

/** The name of the stream that an event belongs to, by its type. */
const ownStreams: { readonly [Type in DomainEvent['type']]: (data: DataOf<Type>, stream: string) => string } = {
  WalletOpened: ({ wallet_id }) => walletStream(wallet_id),
  WalletPeriodClosed: ({ wallet_id }) => walletStream(wallet_id),
  ConfigurationChanged: ({ instance_id }) => configurationStream(instance_id),
  CreditIdKept: ({ wallet_id, credit_id }) => keptCreditStream(wallet_id, credit_id),
  DebitIdKept: ({ wallet_id, debit_id }) => keptDebitStream(wallet_id, debit_id),
  WalletCredited: anyWallet,
  WalletDebited: anyWallet,
  CreditReserved: anyWallet,
  SelectionCharged: anyWallet,
  AttemptFailed: anyWallet,
  ReservationSettled: anyWallet,
  ReservationReleased: anyWallet,
  ReservationFlagged: anyWallet,
  ReleasedReservationCharged: anyWallet,
  WalletRestricted: anyWallet,
  WalletRestrictionLifted: anyWallet,
  WalletAlertSet: anyWallet,
  BudgetAlertSet: anyWallet,
  WalletRanLow: anyWallet,
  BudgetRanLow: anyWallet,
  ReadModelStored: ({ projection, version }) => readModelStream(`${projection}@${version}`),
  RelayAdvanced: ({ relay }) => relayStream(relay),
  ResponseStored: ({ response_id }) => responseStream(response_id),
  ResponseDeleted: ({ response_id }) => responseStream(response_id),
  ResponseExpired: ({ response_id }) => responseStream(response_id),
  FileUploadBegan: ({ file_id }) => fileStream(file_id),
  FileUploadFailed: ({ file_id }) => fileStream(file_id),
  FileUploaded: ({ file_id }) => fileStream(file_id),
  FileRemovalBegan: ({ file_id }) => fileStream(file_id),
  FileRemovalRefused: ({ file_id }) => fileStream(file_id),
  FileRemovalDeferred: ({ file_id }) => fileStream(file_id),
  FileDeleted: ({ file_id }) => fileStream(file_id),
  FileExpired: ({ file_id }) => fileStream(file_id),
  IdempotentRequestBegan: anyKey,
  IdempotentRequestAnswered: anyKey,
  IdempotentRequestFailed: anyKey,
  ContentPart: anyContent,
  ApiKeyCreated: ({ key_id }) => apiKeyStream(key_id),
  ApiKeyRevoked: ({ key_id }) => apiKeyStream(key_id),
  ApiKeyRenamed: ({ key_id }) => apiKeyStream(key_id),
  ApiKeyNarrowed: ({ key_id }) => apiKeyStream(key_id),
  ApiKeyRotated: ({ key_id }) => apiKeyStream(key_id),
  ApiKeyLimitsSet: ({ key_id }) => apiKeyStream(key_id),
  PrincipalRegistered: ({ user_id }) => principalStream(user_id),
  PrincipalPiiChanged: ({ user_id }) => principalStream(user_id),
  PrincipalChanged: ({ user_id }) => principalStream(user_id),
  PlatformRoleGranted: ({ user_id }) => principalStream(user_id),
  PrincipalJoinedGroup: ({ user_id }) => principalStream(user_id),
  PrincipalLeftGroup: ({ user_id }) => principalStream(user_id),
  PrincipalSuspended: ({ user_id }) => principalStream(user_id),
  PrincipalResumed: ({ user_id }) => principalStream(user_id),
  PrincipalLimitsSet: ({ user_id }) => principalStream(user_id),
  PrincipalClosed: ({ user_id }) => principalStream(user_id),
  ScopeCreated: ({ scope_kind, scope_id }) => scopeStream(scope_kind, scope_id),
  ScopeChanged: ({ scope_kind, scope_id }) => scopeStream(scope_kind, scope_id),
  ScopeSuspended: ({ scope_kind, scope_id }) => scopeStream(scope_kind, scope_id),
  ScopeResumed: ({ scope_kind, scope_id }) => scopeStream(scope_kind, scope_id),
  ScopeClosed: ({ scope_kind, scope_id }) => scopeStream(scope_kind, scope_id),
  ScopeLimitsSet: ({ scope_kind, scope_id }) => scopeStream(scope_kind, scope_id),
  TopupRequested: ({ topup_id }) => topupStream(topup_id),
  TopupConfirmed: ({ topup_id }) => topupStream(topup_id),
  TopupPaymentRecognised: ({ topup_id }) => topupStream(topup_id),
  TopupReturned: ({ topup_id }) => topupStream(topup_id),
  TopupReversed: ({ topup_id }) => topupStream(topup_id),
  TopupReopened: ({ topup_id }) => topupStream(topup_id),
  TopupCredited: ({ topup_id }) => topupStream(topup_id),
  TopupCancelled: ({ topup_id }) => topupStream(topup_id),
  TopupExpired: ({ topup_id }) => topupStream(topup_id),
  PaymentReceived: anyPayment,
  TransferDirected: ({ transfer_id }) => transferStream(transfer_id),
  AllocationCreated: ({ allocation_id }) => allocationStream(allocation_id),
  AllocationRun: ({ allocation_id }) => allocationStream(allocation_id),
  AllocationRunEnded: ({ allocation_id }) => allocationStream(allocation_id),
  AllocationStopped: ({ allocation_id }) => allocationStream(allocation_id),
  AdministrationBegan: ({ request_id }) => administrationStream(request_id),
  AdministrationAnswered: ({ request_id }) => administrationStream(request_id),
  PolicySet: ({ scope_kind, scope_id }) => policyStream(scope_kind, scope_id),
  PolicyRemoved: ({ scope_kind, scope_id }) => policyStream(scope_kind, scope_id),
};

/** The name of the stream that an event belongs to. Most wallet events do not name their wallet: any wallet fits. */
export function ownStream<Type extends DomainEvent['type']>(
  { type, data }: { readonly type: Type; readonly data: DataOf<Type> },
  stream: string,
): string {
  return ownStreams[type](data, stream);
}
