import { apiKey } from '../../src/domain/api-key.ts';
import type { Decider } from '../../src/domain/decider.ts';
import { fileLife } from '../../src/domain/file-life.ts';
import { logIns, noLogIns } from '../../src/domain/log-ins/log-ins.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { allocation } from '../../src/domain/payments/allocation.ts';
import { topup } from '../../src/domain/payments/topup.ts';
import { payout } from '../../src/domain/payments/payout.ts';
import { transfer } from '../../src/domain/payments/transfer.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import { principal } from '../../src/domain/principal.ts';
import { responseLife } from '../../src/domain/responses/response-life.ts';
import type { SelectionChoice } from '../../src/domain/selection/selection-events.ts';
import { scope } from '../../src/domain/scopes/scope.ts';
import { delivery } from '../../src/domain/webhooks/delivery.ts';
import { webhook } from '../../src/domain/webhooks/webhook.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { processUnknown } from '../../src/domain/wallet-state.ts';

/** From one state to another by events. */
export interface Transition {
  readonly from: string;
  readonly command: string;
  readonly event: string;
  readonly to: string;
}

/** A state after which an id is never used again, and which the decider may have forgotten. */
export const over = 'ended';

/** What is driven through its states. */
export interface Life<State, Command, Event> {
  readonly decider: Decider<State, Command, Event, string>;
  /** What was done before, if the thing is a part of something larger. */
  readonly given: readonly Command[];
  readonly commands: readonly Command[];
  /** The name of a state; `–`: there is nothing yet. `hasBegun`: something was recorded of it. */
  stateOf(state: State, hasBegun: boolean): string;
}

type Drive = <State, Command extends { readonly type: string }, Event extends { readonly type: string }>(
  life: Life<State, Command, Event>,
) => readonly Transition[];

/** A life whose types are known to nobody but itself. */
export interface DrivenLife {
  readonly title: string;
  readonly about: string;
  transitions(drive: Drive): readonly Transition[];
}

function life<State, Command extends { readonly type: string }, Event extends { readonly type: string }>(
  title: string,
  about: string,
  of: Omit<Life<State, Command, Event>, 'given'> & { readonly given?: readonly Command[] },
): DrivenLife {
  return { title, about, transitions: (drive) => drive({ given: [], ...of }) };
}

const named = (isSo: boolean, so: string, otherwise: string): string => (isSo ? so : otherwise);
const id = (digit: string, n = 1): string => `${digit.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [earlier, at] = ['2026-11-01T11:00:00.000Z', '2026-11-01T12:00:00.000Z'];
const amount = '10.000000000';
/** A level below the platform, which acts where a command names nobody. */
const below = 'api:key=k user=u role=tenant_admin';
const ten = nanoFromEur(amount);
const newSecret = { rotationId: id('d'), keyHash: 'b'.repeat(64), keyPrefix: 'wb_b' };
const [tenant_id, user_id, wallet_id, key_id] = [id('1'), id('2'), id('3'), id('4')];

const call = {
  billingReference: id('5'),
  inference: { surface: 'chat_completions', profile: 'p', target: 't', upstream: 'u', upstream_model: 'm' },
  priceList: createPriceList({ id: 'p', version: '1', eur_per_million_tokens: { input: '1', output: '1' } }),
  inputTokensMax: 1,
  outputTokensMax: 1,
} as const;
/** The reservation that the commands of the page are about. */
export const heldReservationId = id('5');
const reserve = {
  type: 'reserve_credit',
  reservationId: heldReservationId,
  amount: ten,
  keyId: key_id,
  userId: user_id,
  instanceId: 'i',
  expiresAt: at,
  ...call,
  requestCap: null,
  keyBudget: null,
} as const;
const settle = {
  type: 'settle_reservation',
  reservationId: heldReservationId,
  cost: { total: 0n, lines: [] },
  priceListId: 'p',
  priceListVersion: '1',
  serviceTier: null,
  usageSource: 'upstream',
  resolvedBy: null,
} as const;
const choice: SelectionChoice = {
  strategy: 'embedded',
  strategy_version: '1',
  policy: 'p',
  candidates: [],
  selected: 'p',
  fallback_order: [],
  reason_codes: [],
  bins: {},
  effort_requested: null,
  effort_applied: null,
  outcome: 'decided',
  attempts: 0,
  duration_us: 0,
};
const choose = {
  type: 'charge_selection',
  reservationId: heldReservationId,
  choice,
  spent: { kind: 'nothing' },
  reason: 'never_forwarded',
  resolvedBy: null,
} as const;

const asked = { topup_id: id('6'), tenant_id, wallet_id, amount_eur: amount, reference: 'WB-1', expires_at: at };
const payment = {
  payment_id: id('7'),
  bank_reference: 'BANK-1',
  bank_date: '2026-11-01',
  received_eur: amount,
  identity: { servicer: 'a'.repeat(64), days: ['2026-11-01'] },
};
const paidBack = {
  return_id: id('8'),
  bank_reference: 'BACK-1',
  bank_date: '2026-11-02',
  returned_eur: amount,
  identity: { servicer: 'b'.repeat(64), days: ['2026-11-02'] },
};

const direction = {
  transfer_id: id('9'),
  tenant_id,
  source_id: id('3'),
  destination_id: id('3', 2),
  amount_eur: amount,
};
const shares = [{ wallet_id: id('3', 2), basis_points: 5_000 }];
const run = { type: 'run_allocation', available: ten, transferIds: new Map([[id('3', 2), id('9')]]) } as const;

const person = {
  user_id,
  tenant_id,
  wallet_id,
  role: 'member',
  platform_role: null,
  pii_enabled: true,
  reseller_id: null,
  group_ids: [],
};
const budgets = [{ budget_id: id('f'), amount_eur: '1.000000000', per: 'total' }] as const;
const key = {
  key_id,
  user_id,
  tenant_id,
  wallet_id,
  name: 'n',
  key_hash: 'a'.repeat(64),
  key_prefix: 'wb_a',
  allowed_profiles: ['p', 'q'],
  allow_all_models: false,
  max_request_eur: null,
  budget_eur: null,
  expires_at: null,
  created_at: at,
};

const response = {
  response_id: 'r',
  user_id,
  tenant_id,
  key_id,
  reservation_id: id('5'),
  profile: 'p',
  target: 't',
  previous_response_id: null,
  created_at: at,
  expires_at: at,
  content_bytes: 1,
  counted_bytes: 1,
  content_digest: 'd',
  item_hashes: [],
};
const file = {
  file_id: 'f',
  dialect: 'openai',
  user_id,
  tenant_id,
  key_id,
  upstream: 'u',
  account: 'a',
  bytes: 1,
} as const;
const upload = { ...file, name_hash: 'h', began_at: at };
const times = { created_at: at, expires_at: at };
const facts = { ...file, ...times, upstream_file_id: 'u', purpose: null, counted_bytes: 1, content_digest: 'd' };

const hook = {
  webhook_id: id('a', 2),
  tenant_id,
  reseller_id: null,
  url: 'https://hooks.example',
  alerts: ['wallet.low'],
} as const;
const message = {
  delivery_id: id('b', 2),
  webhook_id: hook.webhook_id,
  event_id: id('c', 2),
  message_type: 'wallet.low',
  message: '{}',
  due_at: at,
} as const;
const now = Date.parse(at);

/** Everything that has states, in the order of the page. */
export const stateSamples: readonly DrivenLife[] = [
  life(
    'Reservations',
    'One hold in the stream of its wallet. It does not expire by time ([26](adr/0026-reservations-do-not-expire.md)), and is ended once: by its request, the billing records, the rule or an operator. What a failed attempt may have cost is a flagged reservation of its own. Where the wallet was alerted, or is restricted by an overrun, those events stand beside.',
    {
      decider: wallet,
      given: [
        { type: 'open_wallet', walletId: wallet_id, tenantId: tenant_id },
        { type: 'credit_wallet', creditId: id('0'), amount: ten * 10n, reason: 'r' },
      ],
      commands: [
        reserve,
        { ...reserve, selection: { selectionId: id('a'), cap: 0n, call: null } },
        { ...choose, answer: { ...call, hold: ten } },
        { ...choose, answer: null },
        {
          type: 'fail_attempt',
          reservationId: heldReservationId,
          attempt: 1,
          failed: call,
          failure: 'timed_out',
          leftOpen: null,
          next: { ...call, billingReference: id('b') },
          hold: ten,
          requestCap: null,
          keyBudget: null,
        },
        settle,
        { type: 'release_reservation', reservationId: heldReservationId, reason: 'r', resolvedBy: null },
        { type: 'release_reservation', reservationId: heldReservationId, reason: 'r', resolvedBy: 'rule' },
        { type: 'flag_reservation', reservationId: heldReservationId, reason: 'connection_lost' },
        { type: 'flag_reservation', reservationId: heldReservationId, reason: processUnknown },
      ],
      stateOf: (state, hasBegun) => {
        const open = state.reservations.get(heldReservationId);
        if (open === undefined && state.awaited.get(heldReservationId) !== undefined)
          return 'released, may be charged late';
        if (open === undefined) return hasBegun ? over : '–';
        if (open.flag !== null) return 'flagged';
        return open.selection === null ? 'open' : 'open, model not chosen';
      },
    },
  ),
  life(
    'Top-ups',
    '`confirmed`: a payment is recorded, and not yet in the wallet. `credited`: everything that arrived is in the wallet. A confirmed payment whose bank reference a person had meanwhile stated for another top-up, or whose bank entry was meanwhile credited otherwise, is taken out again (`TopupReopened`).',
    {
      decider: topup,
      commands: [
        { type: 'request_topup', topup: asked },
        { type: 'confirm_topup', payment },
        {
          type: 'receive_payments',
          payments: [
            { ...payment, payment_id: id('7', 2), identity: { ...payment.identity, servicer: 'c'.repeat(64) } },
          ],
        },
        {
          type: 'receive_payments',
          payments: [{ ...payment, identity: { ...payment.identity, transaction: 'd'.repeat(64) } }],
        },
        { type: 'credit_topup', paymentId: payment.payment_id },
        { type: 'credit_topup', paymentId: id('7', 2) },
        { type: 'reopen_topup', paymentId: payment.payment_id },
        { type: 'return_payments', returns: [paidBack] },
        {
          type: 'return_payments',
          returns: [{ ...paidBack, identity: { ...paidBack.identity, transaction: 'e'.repeat(64) } }],
        },
        { type: 'reverse_topup', returnId: paidBack.return_id },
        { type: 'cancel_topup', reason: 'r' },
        { type: 'expire_topup' },
      ],
      stateOf: (state) => state?.status ?? '–',
    },
  ),
  life(
    'Transfers',
    'The debit of the source begins a transfer; until its direction is recorded and credited it is `open`. The money comes back where the destination cannot take it, or its tenant is closed.',
    {
      decider: transfer,
      commands: (['destination', 'source'] as const).map((to) => ({
        type: 'direct_transfer' as const,
        direction: { ...direction, to },
      })),
      stateOf: (state) => (state === null ? '–' : named(state.to === 'source', 'undone', 'completed')),
    },
  ),
  life(
    'Payouts',
    'The debit of the wallet begins a payout, before its request is recorded. A cancelled one is credited again.',
    {
      decider: payout,
      commands: [
        {
          type: 'request_payout',
          payout: { payout_id: id('9', 3), tenant_id, wallet_id: id('3'), amount_eur: amount, reason: 'r' },
        },
        { type: 'confirm_payout', bankReference: 'E2E-0044', bankDate: '2026-11-02' },
        { type: 'cancel_payout', reason: 'r' },
      ],
      stateOf: (state) => state?.status ?? '–',
    },
  ),
  life('Allocations', 'A run is recorded before its transfers are made, and ended when they are.', {
    decider: allocation,
    commands: [
      {
        type: 'create_allocation',
        allocation: { allocation_id: id('c'), tenant_id, parent_id: wallet_id, shares, frequency: 'monthly' },
      },
      { ...run, run: '2026-11' },
      { ...run, run: '2026-12' },
      { type: 'end_run', run: '2026-11', unpaid: [] },
      { type: 'stop_allocation' },
    ],
    stateOf: (state) => {
      if (state === null) return '–';
      return `${state.stopped ? 'stopped' : 'active'}${state.unpaid === null ? '' : ', paying'}`;
    },
  }),
  life(
    'Keys',
    'A key is never widened, and a revoked one stays revoked. A key that another key made ends with that one.',
    {
      decider: apiKey,
      commands: [
        { type: 'create_api_key', key },
        { type: 'rename_api_key', name: 'm' },
        { type: 'narrow_api_key', limits: { ...key, allowed_profiles: ['p'] } },
        { type: 'limit_api_key', limits: { requests_at_once_max: 1 } },
        { type: 'narrow_api_key', limits: { ...key, budgets } },
        { type: 'raise_key_budget', budgetId: id('f'), raise: { amount_eur: '2.000000000', until: at, reason: 'r' } },
        { type: 'require_tags', tags: ['project'] },
        { type: 'rotate_api_key', ...newSecret, previousValidUntil: at, endsEarlier: false },
        { type: 'revoke_api_key', reason: 'r' },
      ],
      stateOf: (state) => (state === null ? '–' : named(state.revoked, 'revoked', 'active')),
    },
  ),
  life(
    'People',
    'A suspension is lifted by the level that made it, or one above ([53](adr/0053-suspensions-have-a-level.md)).',
    {
      decider: principal,
      commands: [
        { type: 'register_principal', principal: person },
        { type: 'register_principal', principal: { ...person, platform_role: 'finance' } },
        { type: 'change_principal', role: 'admin' },
        { type: 'change_principal', platformRole: 'finance' },
        { type: 'change_principal_pii', piiEnabled: false },
        { type: 'limit_principal', limits: { requests_at_once_max: 1 } },
        { type: 'set_person_budgets', budgets },
        {
          type: 'raise_person_budget',
          name: { per: 'total' },
          raise: { amount_eur: '2.000000000', until: at, reason: 'r' },
        },
        { type: 'join_group', groupId: id('e') },
        { type: 'leave_group', groupId: id('e') },
        { type: 'suspend_principal', reason: 'r', actor: below },
        { type: 'suspend_principal', reason: 'r' },
        { type: 'resume_principal' },
        { type: 'close_principal', reason: 'r', actor: below },
        { type: 'close_principal', reason: 'r' },
      ],
      stateOf: (state) => (state === null ? '–' : state.status) ?? 'active',
    },
  ),
  life(
    'Log-ins',
    'How a person logs in to the console without a key: by passkeys, and by accounts at issuers, each set with a link that works once. Closing a person ends all. The state says what they have. Sessions are no events ([64](adr/0064-pages-are-made-from-the-operations.md)).',
    {
      // Whoever is registered has no way in yet.
      decider: { ...logIns, initialState: noLogIns },
      commands: [
        ...[false, false, true].map((replaces, n) => {
          const invitation = { invitation_id: id('1', n), invitation_hash: 'a'.repeat(64), expires_at: at };
          return { type: 'invite_principal', userId: id('c'), invitation, replaces } as const;
        }),
        ...[1, 2].map((n) => {
          const passkey = {
            passkey_id: id('2', n),
            credential_hash: `${n}`.repeat(64),
            public_key: 'k',
            sign_count: 0,
          };
          const used = { userId: id('c'), invitationHash: 'a'.repeat(64), at: earlier };
          return { type: 'set_passkey', passkey, ...used } as const;
        }),
        ...[1, 2].map((n) => {
          const used = { userId: id('c'), invitationHash: 'a'.repeat(64), at: earlier };
          return { type: 'join_account', accountId: id('3', n), ...used } as const;
        }),
        { type: 'remove_passkey', userId: id('c'), passkeyId: id('2', 1) },
      ],
      stateOf: (state) => {
        const { invitation, passkeys, accounts } = state ?? noLogIns;
        const has = [
          named(invitation !== null, 'link', ''),
          named(passkeys.length > 0, 'passkey', ''),
          named(accounts.length > 0, 'account', ''),
        ].filter((name) => name !== '');
        return has.length === 0 ? 'no log-in' : has.join(' and ');
      },
    },
  ),
  life(
    'Tenants, groups and resellers',
    'A suspended tenant takes money and spends none; a closed one takes none, and is closed for ever.',
    {
      decider: scope,
      commands: [
        { type: 'create_scope', scope: { scope_kind: 'tenant', scope_id: tenant_id, parent_id: null, name: 'n' } },
        { type: 'rename_scope', name: 'm' },
        { type: 'limit_scope', limits: { requests_at_once_max: 1 } },
        { type: 'declare_tags', tags: { declared: [{ name: 'project', values: ['a'] }], from_metadata: false } },
        { type: 'set_prices', pricesId: tenant_id, terms: { factor_basis_points: 12_000 } },
        { type: 'suspend_scope', reason: 'r', actor: below },
        { type: 'suspend_scope', reason: 'r' },
        { type: 'resume_scope' },
        { type: 'close_scope', reason: 'r', actor: below },
        { type: 'close_scope', reason: 'r' },
      ],
      stateOf: (state) => state?.status ?? '–',
    },
  ),
  life('Webhooks', 'A receiver that answers 410 disables its webhook; any change of it enables it again.', {
    decider: webhook,
    commands: [
      { type: 'create_webhook', webhook: hook, sealed: 's' },
      { type: 'change_webhook', alerts: ['budget.low'] },
      { type: 'rotate_webhook_secret', rotationId: id('d', 2), sealed: 't', previousValidUntil: at },
      { type: 'disable_webhook' },
      { type: 'delete_webhook' },
    ],
    stateOf: (state) => state?.status ?? '–',
  }),
  life(
    'Deliveries',
    'One message for one webhook. An attempt that has not ended after a minute is made again, as its process has ended.',
    {
      decider: delivery,
      commands: [
        { type: 'request_delivery', delivery: message },
        { type: 'begin_attempt', now: now + 3_600_000 },
        { type: 'begin_attempt', now: now + 7_200_000 },
        { type: 'end_attempt', attempt: 1 },
        { type: 'fail_attempt', attempt: 1, now, chance: 0, failure: 'status', status: 500 },
        { type: 'fail_attempt', attempt: 1, now, chance: 0, failure: 'webhook_off', isFinal: true },
        { type: 'retry_delivery', now },
      ],
      stateOf: (state) => {
        if (state === null) return '–';
        return state.is_running ? 'running' : state.status;
      },
    },
  ),
  life('Stored responses', 'A response is removed once: by its owner, an administrator, or its age.', {
    decider: responseLife,
    commands: [{ type: 'store_response', response }, { type: 'delete_response' }, { type: 'expire_response' }],
    stateOf: (state) => (state === null ? '–' : named(state.isRemoved, 'removed', 'stored')),
  }),
  life(
    'Files',
    '`removing`: the upstream is asked, or about to be asked. `orphaned`: gone for its owner, and still to be deleted at the upstream.',
    {
      decider: fileLife,
      commands: [
        { type: 'begin_upload', upload },
        { type: 'fail_upload', reason: 'refused' },
        { type: 'record_file', file: facts },
        { type: 'begin_removal', beganAt: at },
        { type: 'refuse_removal' },
        { type: 'defer_removal' },
        { type: 'delete_file' },
        { type: 'expire_file' },
      ],
      stateOf: (state) => state?.stage ?? '–',
    },
  ),
];
