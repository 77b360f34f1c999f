import type { DomainEvent } from './event-catalogue.ts';

/** Subjects that other systems may follow. Their topic names are configured. */
export const integrationTopics = ['ledger', 'responses', 'identity'] as const;
/** The name of such a subject. */
export type IntegrationTopic = (typeof integrationTopics)[number];

/** A recorded event as other systems get it: CloudEvents 1.0 in binary mode, the attributes beside the data. */
export interface IntegrationEvent {
  readonly topic: IntegrationTopic;
  /** The subject's id: of the wallet, key, person, scope or owner. Order is kept within a key. */
  readonly key: string;
  /** `ce_` attributes and `content-type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text: the data alone, without withheld fields. */
  readonly value: string;
}

/** A recorded event, as far as publication needs it. */
export interface RecordedFact {
  readonly id: string;
  readonly type: DomainEvent['type'];
  /** JSON text. */
  readonly data: string;
  readonly stream: string;
  readonly revision: number;
  readonly recordedAt: string;
  /** What the stream is about, which is the default key of the publication. */
  readonly subject: string;
}

/** Where an event type is published, under which key, and without which fields. */
export interface Publication {
  readonly topic: IntegrationTopic;
  /** The field that is the key, if it is not the subject of the stream. */
  readonly keyedBy?: string;
  /** Fields that are not published: key material, free text of people, names of people and of processes. */
  readonly withheld: readonly string[];
  /**
   * Fields that are not published either when a person decided (`resolved_by` is `operator`), because they contain
   * typed text.
   */
  readonly withheldOfOperators?: readonly string[];
}

/**
 * Where each event type is published, and without which fields; `null`: nowhere. Only ids, amounts, counters and fixed
 * words are published: no content, no name, no typed text, no key material. A new type needs its line here.
 */
export const publications: Readonly<Record<DomainEvent['type'], Publication | null>> = {
  WalletOpened: { topic: 'ledger', withheld: ['actor'] },
  WalletCredited: { topic: 'ledger', withheld: ['reason', 'actor'] },
  WalletDebited: { topic: 'ledger', withheld: ['reason', 'actor'] },
  WalletLotExpired: { topic: 'ledger', withheld: [] },
  CreditReserved: { topic: 'ledger', withheld: ['instance_id'] },
  SelectionCharged: { topic: 'ledger', withheld: [] },
  AttemptFailed: { topic: 'ledger', withheld: [] },
  ReservationSettled: { topic: 'ledger', withheld: ['actor', 'reason'] },
  ReservationReleased: { topic: 'ledger', withheld: ['actor'], withheldOfOperators: ['reason'] },
  ReservationFlagged: { topic: 'ledger', withheld: [] },
  ReleasedReservationCharged: { topic: 'ledger', withheld: [] },
  WalletRestricted: { topic: 'ledger', withheld: [] },
  WalletRestrictionLifted: { topic: 'ledger', withheld: ['actor', 'reason'] },
  WalletAlertSet: { topic: 'ledger', withheld: ['actor'] },
  BudgetAlertSet: { topic: 'ledger', withheld: ['actor'] },
  WalletRanLow: { topic: 'ledger', withheld: [] },
  BudgetRanLow: { topic: 'ledger', withheld: [] },
  BudgetReached: { topic: 'ledger', withheld: [] },
  WalletPeriodClosed: { topic: 'ledger', withheld: [] },
  CreditIdKept: null,
  DebitIdKept: null,
  ApiKeyCreated: { topic: 'identity', withheld: ['name', 'key_hash', 'key_prefix', 'actor'] },
  ApiKeyRevoked: { topic: 'identity', withheld: ['reason', 'actor'] },
  PrincipalRegistered: { topic: 'identity', withheld: ['actor'] },
  PrincipalPiiChanged: { topic: 'identity', withheld: ['actor'] },
  ApiKeyRenamed: { topic: 'identity', withheld: ['name', 'actor'] },
  ApiKeyNarrowed: { topic: 'identity', withheld: ['actor'] },
  ApiKeyRotated: { topic: 'identity', withheld: ['key_hash', 'key_prefix', 'previous_key_hash', 'actor'] },
  PrincipalChanged: { topic: 'identity', withheld: ['actor'] },
  PlatformRoleGranted: { topic: 'identity', withheld: ['actor'] },
  PrincipalJoinedGroup: { topic: 'identity', withheld: ['actor'] },
  PrincipalLeftGroup: { topic: 'identity', withheld: ['actor'] },
  PrincipalSuspended: { topic: 'identity', withheld: ['reason', 'actor'] },
  PrincipalResumed: { topic: 'identity', withheld: ['actor'] },
  PrincipalClosed: { topic: 'identity', withheld: ['reason', 'actor'] },
  PrincipalInvited: { topic: 'identity', withheld: ['invitation_hash', 'actor'] },
  PrincipalPasskeySet: { topic: 'identity', withheld: ['credential_hash', 'public_key', 'sign_count', 'actor'] },
  PrincipalPasskeyRemoved: { topic: 'identity', withheld: ['actor'] },
  PrincipalAccountJoined: { topic: 'identity', withheld: ['account_id', 'actor'] },
  ScopeCreated: { topic: 'identity', withheld: ['name', 'actor'] },
  ScopeChanged: { topic: 'identity', withheld: ['name', 'actor'] },
  ScopeSuspended: { topic: 'identity', withheld: ['reason', 'actor'] },
  ScopeResumed: { topic: 'identity', withheld: ['actor'] },
  ApiKeyLimitsSet: { topic: 'identity', withheld: ['actor'] },
  ApiKeyBudgetRaised: { topic: 'identity', withheld: ['reason', 'actor'] },
  PrincipalBudgetsSet: { topic: 'identity', withheld: ['actor'] },
  PrincipalBudgetRaised: { topic: 'identity', withheld: ['reason', 'actor'] },
  ApiKeyTagsRequired: { topic: 'identity', withheld: ['actor'] },
  PrincipalLimitsSet: { topic: 'identity', withheld: ['actor'] },
  ScopeLimitsSet: { topic: 'identity', withheld: ['actor'] },
  ScopeTagsDeclared: { topic: 'identity', withheld: ['actor'] },
  // A list above is for nobody below, and consumers of a topic are not told apart.
  ScopePricesSet: null,
  PriceListDerived: null,
  MarginRecorded: null,
  ScopeClosed: { topic: 'identity', withheld: ['reason', 'actor'] },
  TopupRequested: { topic: 'ledger', withheld: ['reference', 'actor'] },
  TopupConfirmed: { topic: 'ledger', withheld: ['bank_reference', 'identity', 'actor'] },
  TopupPaymentRecognised: { topic: 'ledger', withheld: ['identity'] },
  TopupReopened: { topic: 'ledger', withheld: [] },
  TopupReturned: { topic: 'ledger', withheld: ['bank_reference', 'identity', 'actor'] },
  TopupReversed: { topic: 'ledger', withheld: [] },
  TopupCredited: { topic: 'ledger', withheld: [] },
  TopupCancelled: { topic: 'ledger', withheld: ['reason', 'actor'] },
  TopupExpired: { topic: 'ledger', withheld: [] },
  PaymentReceived: { topic: 'ledger', withheld: ['bank_reference', 'actor'] },
  // Payments tell what was credited; this is what decides it.
  BankEntryClaimed: null,
  BankEntryRefused: null,
  PaymentIssued: { topic: 'ledger', withheld: ['bank_reference', 'actor'] },
  TransferDirected: { topic: 'ledger', withheld: ['actor'] },
  PayoutRequested: { topic: 'ledger', withheld: ['reason', 'actor'] },
  PayoutConfirmed: { topic: 'ledger', withheld: ['bank_reference', 'actor'] },
  PayoutCancelled: { topic: 'ledger', withheld: ['reason', 'actor'] },
  AllocationCreated: { topic: 'ledger', withheld: ['actor'] },
  AllocationRun: { topic: 'ledger', withheld: [] },
  AllocationRunEnded: { topic: 'ledger', withheld: [] },
  AllocationStopped: { topic: 'ledger', withheld: ['actor'] },
  PolicySet: { topic: 'identity', withheld: ['actor'] },
  PolicyRemoved: { topic: 'identity', withheld: ['actor'] },
  // The alerts that they send are published themselves.
  WebhookCreated: null,
  WebhookChanged: null,
  WebhookSecretRotated: null,
  WebhookDisabled: null,
  WebhookDeleted: null,
  WebhookDeliveryRequested: null,
  WebhookDeliveryTried: null,
  WebhookDelivered: null,
  WebhookDeliveryFailed: null,
  WebhookDeliveryRetried: null,
  KeyExpiryNoticed: { topic: 'identity', keyedBy: 'key_id', withheld: ['notice_id'] },
  FlaggedHoldNoticed: { topic: 'ledger', keyedBy: 'wallet_id', withheld: ['notice_id'] },
  TargetOutNoticed: { topic: 'ledger', withheld: [] },
  TargetBackNoticed: { topic: 'ledger', withheld: [] },
  AdministrationBegan: null,
  AdministrationAnswered: null,
  RelayAdvanced: null,
  ConfigurationChanged: null,
  PriceListsLoaded: null,
  // What proofs are made of is for the ledger alone.
  LedgerCheckpointed: { topic: 'ledger', withheld: ['tiles', 'edge', 'open_after'] },
  LedgerContinued: { topic: 'ledger', withheld: [] },
  BillClosed: { topic: 'ledger', withheld: ['wallets', 'actor'] },
  ReadModelStored: null,
  ContentPart: null,
  IdempotentRequestBegan: null,
  IdempotentRequestAnswered: null,
  IdempotentRequestFailed: null,
  ResponseStored: { topic: 'responses', keyedBy: 'user_id', withheld: ['item_hashes', 'content_digest'] },
  ResponseDeleted: { topic: 'responses', keyedBy: 'user_id', withheld: ['reason', 'actor'] },
  ResponseExpired: { topic: 'responses', keyedBy: 'user_id', withheld: [] },
  FileUploaded: {
    topic: 'responses',
    keyedBy: 'user_id',
    withheld: ['account', 'upstream_file_id', 'purpose', 'content_digest'],
  },
  FileUploadBegan: null,
  FileUploadFailed: null,
  FileRemovalBegan: null,
  FileRemovalRefused: null,
  FileRemovalDeferred: null,
  FileDeleted: { topic: 'responses', keyedBy: 'user_id', withheld: [] },
  FileExpired: { topic: 'responses', keyedBy: 'user_id', withheld: [] },
};

/** The version of all publications: the last part of their type. */
const version = 'v1';

/** Wide enough that revisions sort as text in numeric order. */
const sequenceDigits = 16;

/** `ce_type` of a published event type. */
export function integrationType(type: DomainEvent['type']): string {
  return `waybill.${type}.${version}`;
}

/** `ce_dataschema`: the `$id` of the JSON Schema of the value. */
export function integrationSchemaId(type: DomainEvent['type']): string {
  return `urn:waybill:schema:${type}:${version}`;
}

/**
 * The publication of a recorded event; `null` for types that are not published. `source` names this installation:
 * together with the id it is unique, and consumers de-duplicate by both. Pure: the same event gives the same bytes at
 * every attempt.
 */
export function integrationEvent(fact: RecordedFact, source: string): IntegrationEvent | null {
  const publication = publications[fact.type];
  if (publication === null) return null;
  const key = keyOf(fact, publication);
  return {
    topic: publication.topic,
    key,
    headers: {
      ce_specversion: '1.0',
      ce_id: fact.id,
      ce_source: source,
      ce_type: integrationType(fact.type),
      ce_subject: fact.stream,
      ce_time: fact.recordedAt,
      ce_dataschema: integrationSchemaId(fact.type),
      ce_partitionkey: key,
      ce_sequence: String(fact.revision).padStart(sequenceDigits, '0'),
      'content-type': 'application/json',
    },
    value: publishedData(fact.data, publication),
  };
}

function keyOf({ data, subject }: RecordedFact, { keyedBy }: Publication): string {
  if (keyedBy === undefined) return subject;
  // Written by the codec from typed data: an object.
  const key = (JSON.parse(data) as Readonly<Record<string, unknown>>)[keyedBy];
  return typeof key === 'string' ? key : subject;
}

function publishedData(data: string, { withheld, withheldOfOperators = [] }: Publication): string {
  // Most events have no withheld fields: their text is published unchanged.
  const mayBeOperators = withheldOfOperators.length > 0 && data.includes('"operator"');
  if (!mayBeOperators && !withheld.some((name) => data.includes(`"${name}"`))) return data;
  // Written by the codec from typed data: an object.
  const fields = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const isOperators = fields['resolved_by'] === 'operator';
  const isKept = (name: string): boolean =>
    !withheld.includes(name) && !(isOperators && withheldOfOperators.includes(name));
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name))));
}
