import { scopeKey, type ScopeKind } from '../domain/policy-events.ts';
import type { ManagedScopeKind } from '../domain/scopes/scope-events.ts';

/** The names of the ledger's streams: `<category>-<id>`. Only this file spells them. */
export const walletPrefix = 'wallet-';
export const apiKeyPrefix = 'api-key-';
export const principalPrefix = 'principal-';
export const policyPrefix = 'policy-';
export const scopePrefix = 'scope-';
export const topupPrefix = 'topup-';
export const paymentPrefix = 'payment-';
const bankEntryPrefix = 'bank-entry-';
export const transferPrefix = 'transfer-';
export const payoutPrefix = 'payout-';
export const allocationPrefix = 'allocation-';
const administrationPrefix = 'administration-';
export const relayPrefix = 'relay-';
export const readModelPrefix = 'read-model-';
export const contentPrefix = 'content-';
export const idempotencyPrefix = 'idempotency-';
export const responsePrefix = 'response-';
export const filePrefix = 'file-';
export const resellerPrefix = 'reseller-';
export const derivedListPrefix = 'price-list-';
export const webhookPrefix = 'webhook-';
export const deliveryPrefix = 'delivery-';
export const noticePrefix = 'notice-';
export const configurationPrefix = 'configuration-';
export const checkpointPrefix = 'checkpoint-';
export const billPrefix = 'bill-';
const keptCreditPrefix = 'credit-';
const keptDebitPrefix = 'debit-';

/** The one stream of checkpoints of a log. */
export const checkpointStream = `${checkpointPrefix}ledger`;
export const walletStream = (walletId: string): string => walletPrefix + walletId;
export const apiKeyStream = (keyId: string): string => apiKeyPrefix + keyId;
export const principalStream = (userId: string): string => principalPrefix + userId;
export const policyStream = (kind: ScopeKind, scopeId: string): string => policyPrefix + scopeKey(kind, scopeId);
export const scopeStream = (kind: ManagedScopeKind, scopeId: string): string => scopePrefix + scopeKey(kind, scopeId);
export const readModelStream = (projectionId: string): string => readModelPrefix + projectionId;
export const topupStream = (topupId: string): string => topupPrefix + topupId;
export const paymentStream = (referenceHash: string): string => paymentPrefix + referenceHash;
export const bankEntryStream = (entryEur: string, keptAt: string): string => `${bankEntryPrefix}${entryEur}-${keptAt}`;
export const transferStream = (transferId: string): string => transferPrefix + transferId;
export const payoutStream = (payoutId: string): string => payoutPrefix + payoutId;
export const allocationStream = (allocationId: string): string => allocationPrefix + allocationId;
export const administrationStream = (requestId: string): string => administrationPrefix + requestId;
export const relayStream = (relay: string): string => relayPrefix + relay;
export const responseStream = (responseId: string): string => responsePrefix + responseId;
export const fileStream = (fileId: string): string => filePrefix + fileId;
export const configurationStream = (instanceId: string): string => configurationPrefix + instanceId;
export const resellerStream = (resellerId: string): string => resellerPrefix + resellerId;
export const derivedListStream = (key: string): string => derivedListPrefix + key;
export const billStream = (tenantId: string): string => billPrefix + tenantId;
export const webhookStream = (webhookId: string): string => webhookPrefix + webhookId;
export const deliveryStream = (deliveryId: string): string => deliveryPrefix + deliveryId;
export const noticeStream = (noticeId: string): string => noticePrefix + noticeId;
export const contentStream = (contentId: string): string => contentPrefix + contentId;
export const idempotencyStream = (keyHash: string): string => idempotencyPrefix + keyHash;
export const keptCreditStream = (walletId: string, creditId: string): string =>
  `${keptCreditPrefix}${walletId}-${creditId}`;
export const keptDebitStream = (walletId: string, debitId: string): string =>
  `${keptDebitPrefix}${walletId}-${debitId}`;

/** The last stream asked for, and its wallet: consecutive events are often of one wallet. */
let asked = { stream: '', walletId: '' };

/**
 * The id of the wallet whose stream this is. Returns the identical string for the same stream, which speeds up maps.
 */
export function walletIdOf(stream: string): string {
  if (asked.stream !== stream) asked = { stream, walletId: stream.slice(walletPrefix.length) };
  return asked.walletId;
}

/** Prefixes of streams whose older events may be removed. */
export const thinnedPrefixes: readonly string[] = [relayPrefix, readModelPrefix, contentPrefix, idempotencyPrefix];

/** Whether older events of a stream may be removed. */
export function isThinned(stream: string): boolean {
  return thinnedPrefixes.some((prefix) => stream.startsWith(prefix));
}

const answerContent = /^content-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a stream is kept only for some hours, by its retention rules: an idempotency key, or the answer recorded for
 * one. The content of a file may have such a name too, since upstreams name files: `isStream` tells whether it is one.
 */
export function isPassing(stream: string, isStream: (name: string) => boolean): boolean {
  if (stream.startsWith(idempotencyPrefix)) return true;
  return answerContent.test(stream) && !isStream(fileStream(stream.slice(contentPrefix.length)));
}

/**
 * Prefixes of streams whose events are facts about money and users, as opposed to internal records and sealed contents.
 */
export const factPrefixes: readonly string[] = [
  walletPrefix,
  apiKeyPrefix,
  principalPrefix,
  policyPrefix,
  scopePrefix,
  topupPrefix,
  paymentPrefix,
  transferPrefix,
  payoutPrefix,
  allocationPrefix,
  derivedListPrefix,
  resellerPrefix,
  responsePrefix,
  filePrefix,
  noticePrefix,
  checkpointPrefix,
  billPrefix,
];

/** The subject of a stream: its name without its category. */
export function subjectOf(stream: string): string {
  const prefix = factPrefixes.find((prefix) => stream.startsWith(prefix)) ?? '';
  return stream.slice(prefix.length);
}
