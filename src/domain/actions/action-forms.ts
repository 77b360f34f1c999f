import type { DomainEvent } from '../event-catalogue.ts';
import type { MovementCause } from '../payments/movement-cause.ts';

/** What an event says of something that a person did. Only members named here are told: no names, hashes or texts of payers. */
export interface ActionForm {
  /** The operation of the management API, or a command or an act in the console that has none; `Scope`: the kind of scope. */
  readonly operation: string;
  /** To what it was done; `scope`: the event says what kind. */
  readonly subject: SubjectKind | 'scope';
  /** Members that the subject has from then on. */
  readonly sets?: readonly string[];
  /** Members of this act alone. */
  readonly says?: readonly string[];
  /** The status of the subject from then on. */
  readonly status?: string;
  /** What `sets` is together. Each level has its own; without any member, it lifts its own and those of the levels below. */
  readonly byLevel?: string;
}

/** What actions are done to, beside scopes. */
export type SubjectKind =
  | 'key'
  | 'user'
  | 'wallet'
  | 'reservation'
  | 'topup'
  | 'payout'
  | 'transfer'
  | 'allocation'
  | 'webhook'
  | 'response'
  | 'file'
  | 'bill';

const limits = ['requests_per_minute_max', 'tokens_per_minute_max', 'requests_at_once_max'];
const allowances = ['allowed_profiles', 'allow_all_models', 'max_request_eur', 'budget_eur', 'budgets', 'expires_at'];
const policy = [
  'allowed_profiles',
  'default_profile',
  'pii_required',
  'max_request_eur',
  'allow_all_models',
  'pii_grades',
];
const raise = ['budget_id', 'amount_eur', 'until'];

const forms = {
  ScopeCreated: { operation: 'createScope', subject: 'scope', status: 'active' },
  ScopeChanged: { operation: 'changeScope', subject: 'scope' },
  ScopeSuspended: { operation: 'suspendScope', subject: 'scope', status: 'suspended' },
  ScopeResumed: { operation: 'resumeScope', subject: 'scope', status: 'active' },
  ScopeClosed: { operation: 'closeScope', subject: 'scope', status: 'closed' },
  ScopeLimitsSet: { operation: 'limitScope', subject: 'scope', sets: limits, byLevel: 'limits' },
  ScopeTagsDeclared: { operation: 'declareTags', subject: 'scope', sets: ['tags', 'metadata_tags'], byLevel: 'tags' },
  // What a level is charged is not for it to see: who may, reads it as `showPrices`.
  ScopePricesSet: { operation: 'setPrices', subject: 'scope' },
  PolicySet: { operation: 'setPolicy', subject: 'scope', sets: policy, byLevel: 'policy' },
  PolicyRemoved: { operation: 'deletePolicy', subject: 'scope', byLevel: 'policy' },
  PrincipalRegistered: {
    operation: 'createUser',
    subject: 'user',
    sets: ['role', 'platform_role', 'wallet_id', 'pii_enabled'],
    says: ['group_ids'],
    status: 'active',
  },
  PrincipalPiiChanged: { operation: 'changeUser', subject: 'user', sets: ['pii_enabled'] },
  PrincipalChanged: { operation: 'changeUser', subject: 'user', sets: ['role', 'platform_role', 'wallet_id'] },
  PrincipalJoinedGroup: { operation: 'joinGroup', subject: 'user', says: ['group_id'] },
  PrincipalLeftGroup: { operation: 'leaveGroup', subject: 'user', says: ['group_id'] },
  PrincipalSuspended: { operation: 'suspendUser', subject: 'user', status: 'suspended' },
  PrincipalResumed: { operation: 'resumeUser', subject: 'user', status: 'active' },
  PrincipalClosed: { operation: 'closeUser', subject: 'user', status: 'closed' },
  PrincipalLimitsSet: { operation: 'limitUser', subject: 'user', sets: limits, byLevel: 'limits' },
  PrincipalBudgetsSet: { operation: 'setUserBudgets', subject: 'user', sets: ['budgets'], byLevel: 'budgets' },
  PrincipalBudgetRaised: { operation: 'raiseUserBudget', subject: 'user', says: raise },
  PrincipalInvited: { operation: 'inviteUser', subject: 'user', says: ['expires_at', 'replaces'] },
  PrincipalPasskeySet: { operation: 'setPasskey', subject: 'user', says: ['passkey_id'] },
  PrincipalPasskeyRemoved: { operation: 'removePasskey', subject: 'user', says: ['passkey_id'] },
  PrincipalAccountJoined: { operation: 'joinAccount', subject: 'user', says: ['account_id'] },
  ApiKeyCreated: {
    operation: 'createKey',
    subject: 'key',
    sets: allowances,
    says: ['user_id', 'wallet_id', 'administers', 'inference', 'parent_key_id'],
    status: 'active',
  },
  ApiKeyRenamed: { operation: 'changeKey', subject: 'key' },
  ApiKeyNarrowed: { operation: 'narrowKey', subject: 'key', sets: allowances },
  ApiKeyRotated: { operation: 'rotateKey', subject: 'key', says: ['previous_valid_until'] },
  ApiKeyRevoked: { operation: 'revokeKey', subject: 'key', status: 'revoked' },
  ApiKeyLimitsSet: { operation: 'limitKey', subject: 'key', sets: limits, byLevel: 'limits' },
  ApiKeyTagsRequired: { operation: 'requireTags', subject: 'key', sets: ['tags'], byLevel: 'required_tags' },
  ApiKeyBudgetRaised: { operation: 'raiseKeyBudget', subject: 'key', says: raise },
  BudgetAlertSet: { operation: 'setBudgetAlert', subject: 'key', sets: ['left_eur'] },
  WalletOpened: { operation: 'createWallet', subject: 'wallet' },
  WalletCredited: { operation: 'creditWallet', subject: 'wallet', says: ['amount_eur', 'corrects'] },
  WalletDebited: { operation: 'correctWallet', subject: 'wallet', says: ['amount_eur', 'corrects'] },
  WalletAlertSet: { operation: 'setWalletAlert', subject: 'wallet', sets: ['below_eur'] },
  WalletRestrictionLifted: { operation: 'unrestrictWallet', subject: 'wallet' },
  ReservationReleased: { operation: 'releaseReservation', subject: 'reservation', says: ['amount_eur'] },
  ReservationSettled: { operation: 'settleReservation', subject: 'reservation', says: ['cost_eur'] },
  TopupRequested: { operation: 'requestTopup', subject: 'topup', says: ['wallet_id', 'amount_eur'] },
  TopupConfirmed: { operation: 'confirmTopup', subject: 'topup', says: ['received_eur', 'bank_date'] },
  TopupReturned: { operation: 'importPayments', subject: 'topup', says: ['returned_eur', 'bank_date'] },
  TopupCancelled: { operation: 'cancelTopup', subject: 'topup' },
  PayoutRequested: { operation: 'requestPayout', subject: 'payout', says: ['wallet_id', 'amount_eur'] },
  PayoutConfirmed: { operation: 'confirmPayout', subject: 'payout', says: ['bank_date'] },
  PayoutCancelled: { operation: 'cancelPayout', subject: 'payout' },
  TransferDirected: {
    operation: 'createTransfer',
    subject: 'transfer',
    says: ['source_id', 'destination_id', 'amount_eur', 'to'],
  },
  AllocationCreated: {
    operation: 'createAllocation',
    subject: 'allocation',
    says: ['parent_id', 'frequency', 'shares'],
  },
  AllocationStopped: { operation: 'stopAllocation', subject: 'allocation' },
  // An address may hold a word that only its owner knows.
  WebhookCreated: { operation: 'createWebhook', subject: 'webhook', sets: ['alerts'], status: 'active' },
  WebhookChanged: { operation: 'changeWebhook', subject: 'webhook', sets: ['alerts'], status: 'active' },
  WebhookSecretRotated: { operation: 'rotateWebhook', subject: 'webhook', says: ['previous_valid_until'] },
  WebhookDeleted: { operation: 'deleteWebhook', subject: 'webhook', status: 'deleted' },
  BillClosed: { operation: 'closeBill', subject: 'bill', says: ['month', 'zone', 'opening_eur', 'closing_eur'] },
  ResponseDeleted: { operation: 'deleteResponse', subject: 'response', says: ['user_id'] },
  FileRemovalDeferred: { operation: 'deleteFile', subject: 'file', says: ['user_id'] },
} as const satisfies Partial<Record<DomainEvent['type'], ActionForm>>;

/** The type of an event that may be an action. */
export type ActionType = keyof typeof forms;
/** An event that may be an action. */
export type ActionEvent = Extract<DomainEvent, { readonly type: ActionType }>;

/** The types of these events. */
export const actionTypes: ReadonlySet<ActionType> = new Set(Object.keys(forms) as ActionType[]);

/** The form of an event; `null`: a part of something else, or of a request. */
export function actionForm(event: ActionEvent): ActionForm | null {
  const { type, data } = event;
  const form: ActionForm = forms[type];
  if (type === 'WalletCredited' || type === 'WalletDebited') return movementForm(form, data.cause?.kind);
  if (type === 'TopupConfirmed') return data.by_hand ? form : { ...form, operation: 'importPayments' };
  if (type === 'WalletRestrictionLifted') return data.cause === 'operator' ? form : null;
  if ('resolved_by' in data) return data.resolved_by === 'operator' ? form : null;
  // Their owner does not administer.
  if (type === 'ResponseDeleted' || type === 'FileRemovalDeferred') return data.actor === undefined ? null : form;
  return form;
}

/** The rest of what has a cause is a part of what its cause is. */
function movementForm(form: ActionForm, cause: MovementCause['kind'] | undefined): ActionForm | null {
  if (cause === undefined) return form;
  if (cause === 'grant') return { ...form, operation: 'grantCredit' };
  return cause === 'correction' ? { ...form, operation: 'correctWallet' } : null;
}
