import { randomUUID } from 'node:crypto';
import type { AdminRole } from '../../src/domain/scopes/permissions.ts';
import { changePrincipal } from '../../src/ledger/identities.ts';
import { checkpointOf } from '../_support/checkpoints.ts';
import { adminScene, type AdminScene, type Person, type Tenancy } from '../_support/admin-scene.ts';
import type { Teardown } from '../_support/gateway.ts';
import { plantFile, plantResponse } from '../_support/planted-contents.ts';
import { release } from '../_support/wallet-vocabulary.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';

/** What each operation may be asked for, by whom, and with which effect: a row an operation. */

export const targets = ['own', 'tenant', 'sibling', 'foreign'] as const;
export type Target = (typeof targets)[number];

/** How far each role gets, in the order of the roles: a(ll), r(eseller), t(enant), o(wn), or not at all. */
type Reaches = string;

export interface Case {
  readonly reaches: Reaches;
  /** What is asked, made anew for each cell. */
  ask(at: At): Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
}

export interface At {
  readonly target: Target;
  readonly role: AdminRole;
  readonly tenancy: Tenancy;
  /** The caller where the target is their own; else a member of the tenancy. */
  readonly person: Person;
}

export interface OperationCases {
  readonly scene: AdminScene;
  /** By the ids of the operations. */
  readonly cases: Readonly<Record<string, Case>>;
}

/** Whose things a cell asks for. */
export function tenancyOf({ tenant, sibling, foreign }: AdminScene, target: Target): Tenancy {
  return { own: tenant, tenant, sibling, foreign }[target];
}

export async function operationCases(t: Teardown): Promise<OperationCases> {
  const scene = await adminScene(t);
  const lost = await lostInstance(scene.environment);
  const reason = 'test';
  // Nothing was recorded in it, and it is over.
  const month = '2020-01';
  // Nobody is there, and nobody may be called there.
  const hookUrl = 'https://127.0.0.1:1/';
  const victim = ({ tenancy }: At): Promise<Person> => scene.addPerson(tenancy);
  const victimGroup = ({ tenancy }: At): Promise<string> => scene.addScope('group', tenancy.tenantId);
  const victimTenant = ({ tenancy }: At): Promise<string> => scene.addScope('tenant', tenancy.resellerId);
  const victimReseller = (): Promise<string> => scene.addScope('reseller', null);
  const emptyStatement = Buffer.from('bank_reference,bank_date,received_eur,remittance\r\n').toString('base64');
  const rules = {
    allowed_profiles: ['light'],
    default_profile: 'light',
    pii_required: false,
    max_request_eur: '1',
  };
  const inQuery = { allowed_profiles: 'light', pii_required: 'false' };

  //                     operator finance auditor reseller tenant member
  const cases: Readonly<Record<string, Case>> = {
    listTargets: { reaches: 'aaa---', ask: () => ({}) },
    listPostings: { reaches: 'aaa---', ask: () => ({}) },
    showCheckpoint: { reaches: 'aaaaaa', ask: () => checkpointOf(scene.ledger.log).then(() => ({})) },
    proveCheckpoint: {
      reaches: 'aaaaaa',
      ask: async () => ({ older_size: (await checkpointOf(scene.ledger.log)).size }),
    },
    createReseller: { reaches: 'a-----', ask: () => ({ name: 'x' }) },
    listResellers: { reaches: 'aaar--', ask: () => ({}) },
    showReseller: { reaches: 'aaar--', ask: ({ tenancy }) => ({ reseller_id: tenancy.resellerId }) },
    changeReseller: { reaches: 'a-----', ask: ({ tenancy }) => ({ reseller_id: tenancy.resellerId, name: 'y' }) },
    suspendReseller: { reaches: 'a-----', ask: async () => ({ reseller_id: await victimReseller(), reason }) },
    resumeReseller: { reaches: 'a-----', ask: async () => ({ reseller_id: await victimReseller() }) },
    closeReseller: { reaches: 'a-----', ask: async () => ({ reseller_id: await victimReseller(), reason }) },
    createTenant: { reaches: 'a--r--', ask: ({ tenancy }) => ({ name: 'x', reseller_id: tenancy.resellerId }) },
    listTenants: { reaches: 'aaarM-', ask: ({ tenancy }) => ({ reseller_id: tenancy.resellerId }) },
    showTenant: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    changeTenant: { reaches: 'a--r--', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, name: 'y' }) },
    suspendTenant: { reaches: 'a--r--', ask: async (at) => ({ tenant_id: await victimTenant(at), reason }) },
    resumeTenant: { reaches: 'a--r--', ask: async (at) => ({ tenant_id: await victimTenant(at) }) },
    closeTenant: { reaches: 'a--r--', ask: async (at) => ({ tenant_id: await victimTenant(at), reason }) },
    createGroup: { reaches: 'a--rt-', ask: ({ tenancy }) => ({ name: 'x', tenant_id: tenancy.tenantId }) },
    listGroups: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showGroup: { reaches: 'aaart-', ask: ({ tenancy }) => ({ group_id: tenancy.groupId }) },
    changeGroup: { reaches: 'a--rt-', ask: ({ tenancy }) => ({ group_id: tenancy.groupId, name: 'y' }) },
    suspendGroup: { reaches: 'a--rt-', ask: async (at) => ({ group_id: await victimGroup(at), reason }) },
    resumeGroup: { reaches: 'a--rt-', ask: async (at) => ({ group_id: await victimGroup(at) }) },
    closeGroup: { reaches: 'a--rt-', ask: async (at) => ({ group_id: await victimGroup(at), reason }) },
    createUser: { reaches: 'a--rt-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    listUsers: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showUser: { reaches: 'aaarto', ask: ({ person }) => ({ user_id: person.userId }) },
    listUserPolicies: { reaches: 'aaarto', ask: ({ person }) => ({ user_id: person.userId }) },
    changeUser: { reaches: 'a--rt-', ask: async (at) => ({ user_id: (await victim(at)).userId, role: 'member' }) },
    suspendUser: { reaches: 'a--rt-', ask: async (at) => ({ user_id: (await victim(at)).userId, reason }) },
    resumeUser: { reaches: 'a--rt-', ask: async (at) => ({ user_id: (await victim(at)).userId }) },
    closeUser: { reaches: 'a--rt-', ask: async (at) => ({ user_id: (await victim(at)).userId, reason }) },
    inviteUser: { reaches: 'a--rt-', ask: async (at) => ({ user_id: (await victim(at)).userId }) },
    joinGroup: {
      reaches: 'a--rt-',
      ask: async (at) => ({ group_id: at.tenancy.groupId, user_id: (await victim(at)).userId }),
    },
    leaveGroup: {
      reaches: 'a--rt-',
      ask: async (at) => ({ group_id: at.tenancy.groupId, user_id: (await victim(at)).userId }),
    },
    setPolicy: {
      reaches: 'a--rt-',
      ask: async (at) => ({ scope_kind: 'group', scope_id: await victimGroup(at), ...rules }),
    },
    diffPolicy: {
      reaches: 'a--rt-',
      ask: async (at) => ({ scope_kind: 'group', scope_id: await victimGroup(at), ...rules, ...inQuery }),
    },
    deletePolicy: { reaches: 'a--rt-', ask: async (at) => ({ scope_kind: 'group', scope_id: await policyGroup(at) }) },
    showPolicy: { reaches: 'aaart-', ask: async (at) => ({ scope_kind: 'group', scope_id: await policyGroup(at) }) },
    createKey: { reaches: 'aooRTo', ask: ({ person }) => ({ user_id: person.userId, name: 'x' }) },
    listKeys: { reaches: 'aaarto', ask: ({ person }) => ({ user_id: person.userId }) },
    showKey: { reaches: 'aaarto', ask: ({ person }) => ({ key_id: person.keyId }) },
    changeKey: { reaches: 'aooRTo', ask: ({ person }) => ({ key_id: person.keyId, name: 'y' }) },
    narrowKey: { reaches: 'aooRTo', ask: ({ person }) => ({ key_id: person.keyId, allowed_profiles: ['light'] }) },
    rotateKey: { reaches: 'aooRTo', ask: ({ person }) => ({ key_id: person.keyId }) },
    revokeKey: { reaches: 'aooRTo', ask: async (at) => ({ key_id: await spareKey(at), reason }) },
    raiseKeyBudget: {
      reaches: 'a--rt-',
      ask: async (at) => ({ key_id: await membersBudgetedKey(at), ...raised() }),
    },
    setUserBudgets: {
      reaches: 'a--rt-',
      ask: async (at) => ({
        user_id: (await victim(at)).userId,
        budgets: [{ amount_eur: '5', per: 'month', zone: 'Europe/Rome' }],
      }),
    },
    raiseUserBudget: {
      reaches: 'a--rt-',
      ask: async (at) => ({ user_id: await budgetedUser(at), ...raised() }),
    },
    createWallet: { reaches: 'aa-r--', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    listWallets: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    requestTopup: { reaches: 'oaorto', ask: async (at) => ({ wallet_id: await walletOf(at), amount_eur: '5' }) },
    listTopups: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showTopup: { reaches: 'aaarto', ask: async (at) => ({ topup_id: await topupOf(at) }) },
    exportTopup: { reaches: 'aaarto', ask: async (at) => ({ topup_id: await paidTopupOf(at) }) },
    printTopup: { reaches: 'aaarto', ask: async (at) => ({ topup_id: await paidTopupOf(at) }) },
    confirmTopup: {
      reaches: '-a----',
      ask: async (at) => ({
        topup_id: await topupOf(at),
        bank_reference: randomUUID(),
        bank_date: '2026-11-20',
        received_eur: '5',
      }),
    },
    importPayments: { reaches: '-a----', ask: () => ({ statement: emptyStatement }) },
    cancelTopup: { reaches: '-a-rt-', ask: async (at) => ({ topup_id: await topupOf(at), reason }) },
    createTransfer: {
      reaches: '-a-rt-',
      ask: async ({ tenancy }) => ({
        source_id: tenancy.walletId,
        destination_id: await scene.addWallet(tenancy.tenantId),
        amount_eur: '0.01',
      }),
    },
    listTransfers: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showTransfer: { reaches: 'aaart-', ask: async (at) => ({ transfer_id: await transferOf(at) }) },
    createAllocation: {
      reaches: '-a-rt-',
      ask: async ({ tenancy }) => ({
        parent_id: await scene.addWallet(tenancy.tenantId),
        allocations: [{ wallet_id: tenancy.walletId, basis_points: 100 }],
      }),
    },
    listAllocations: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showAllocation: { reaches: 'aaart-', ask: async (at) => ({ allocation_id: await allocationOf(at) }) },
    stopAllocation: { reaches: '-a-rt-', ask: async (at) => ({ allocation_id: await allocationOf(at) }) },
    correctWallet: {
      reaches: '-a----',
      ask: ({ tenancy }) => ({
        wallet_id: tenancy.walletId,
        direction: 'credit',
        amount_eur: '0.01',
        reason,
        corrects: randomUUID(),
      }),
    },
    requestPayout: {
      reaches: '-a-rt-',
      ask: async (at) => ({ wallet_id: await fundedWallet(at), amount_eur: '0.01' }),
    },
    listPayouts: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showPayout: { reaches: 'aaart-', ask: async (at) => ({ payout_id: await payoutOf(at) }) },
    confirmPayout: {
      reaches: '-a----',
      ask: async (at) => ({
        payout_id: await payoutOf(at),
        bank_reference: `PAYOUT-${randomUUID()}`,
        bank_date: '2026-11-20',
      }),
    },
    showBill: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, month }) },
    exportBill: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, month }) },
    exportBillWorkbook: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, month }) },
    printBill: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, month }) },
    closeBill: { reaches: '-a----', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, month }) },
    cancelPayout: { reaches: '-a-rt-', ask: async (at) => ({ payout_id: await payoutOf(at), reason }) },
    grantCredit: {
      reaches: '-a----',
      ask: ({ tenancy }) => ({ wallet_id: tenancy.walletId, amount_eur: '0.01', reason }),
    },
    listReservations: { reaches: 'aaart-', ask: ({ tenancy }) => ({ wallet_id: tenancy.walletId }) },
    showReservation: { reaches: 'aaarto', ask: async (at) => ({ reservation_id: await holdOf(at) }) },
    listReservationEvents: { reaches: 'aaarto', ask: async (at) => ({ reservation_id: await holdOf(at) }) },
    showReceipt: { reaches: 'aaarto', ask: async (at) => ({ reservation_id: await endedChargeOf(at) }) },
    releaseReservation: { reaches: 'aa----', ask: async (at) => ({ reservation_id: await holdOf(at), reason }) },
    settleReservation: {
      reaches: 'aa----',
      ask: async (at) => ({ reservation_id: await holdOf(at), cost_eur: '0.001', reason }),
    },
    setWalletAlert: { reaches: 'aa-rt-', ask: async (at) => ({ wallet_id: await walletOf(at), below_eur: '1' }) },
    setBudgetAlert: { reaches: 'aa-rt-', ask: async (at) => ({ key_id: await budgetedKey(at), left_eur: '1' }) },
    createWebhook: { reaches: 'a--rt-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, url: hookUrl }) },
    listWebhooks: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showWebhook: { reaches: 'aaart-', ask: async (at) => ({ webhook_id: await webhookOf(at) }) },
    changeWebhook: { reaches: 'a--rt-', ask: async (at) => ({ webhook_id: await webhookOf(at), url: hookUrl }) },
    rotateWebhook: { reaches: 'a--rt-', ask: async (at) => ({ webhook_id: await webhookOf(at) }) },
    deleteWebhook: { reaches: 'a--rt-', ask: async (at) => ({ webhook_id: await webhookOf(at) }) },
    tryWebhook: { reaches: 'a--rt-', ask: async (at) => ({ webhook_id: await webhookOf(at) }) },
    listDeliveries: { reaches: 'aaart-', ask: async (at) => ({ webhook_id: await webhookOf(at) }) },
    retryDelivery: { reaches: 'a--rt-', ask: async (at) => await deliveryOf(at) },
    limitKey: { reaches: 'a--rt-', ask: ({ tenancy }) => ({ key_id: tenancy.member.keyId, requests_at_once_max: 9 }) },
    declareTags: {
      reaches: 'a--rt-',
      ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId, tags: [{ name: 'project', characters: 'letters' }] }),
    },
    setPrices: {
      reaches: 'aa-r--',
      ask: ({ tenancy }) => ({ scope_kind: 'tenant', scope_id: tenancy.tenantId, factor_basis_points: 12_000 }),
    },
    listPriceLists: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    showPrices: { reaches: 'aaar--', ask: ({ tenancy }) => ({ scope_kind: 'tenant', scope_id: tenancy.tenantId }) },
    listMargins: { reaches: 'aaar--', ask: ({ tenancy }) => ({ reseller_id: tenancy.resellerId }) },
    requireTags: { reaches: 'a--rt-', ask: ({ tenancy }) => ({ key_id: tenancy.member.keyId, required_tags: [] }) },
    limitUser: {
      reaches: 'a--rt-',
      ask: async (at) => ({ user_id: (await victim(at)).userId, requests_at_once_max: 9 }),
    },
    limitGroup: {
      reaches: 'a--rt-',
      ask: async (at) => ({ group_id: await victimGroup(at), tokens_per_minute_max: 9_000 }),
    },
    limitTenant: {
      reaches: 'a--r--',
      ask: async (at) => ({ tenant_id: await victimTenant(at), requests_at_once_max: 9 }),
    },
    listUsage: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    exportUsageWorkbook: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    measureUsage: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    measureWallets: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    exportUsage: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    listResponses: { reaches: 'aaarto', ask: ({ person }) => ({ user_id: person.userId }) },
    listFiles: { reaches: 'aaarto', ask: ({ person }) => ({ user_id: person.userId }) },
    deleteResponse: { reaches: 'aooRTo', ask: async (at) => ({ response_id: await storedResponseOf(at), reason }) },
    deleteFile: { reaches: 'aooRTo', ask: async (at) => ({ file_id: await storedFileOf(at), reason }) },
    deleteStored: { reaches: 'aooRTo', ask: ({ person }) => ({ user_id: person.userId, reason }) },
    listCharges: { reaches: 'aaartL', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    listActions: { reaches: 'aaart-', ask: ({ tenancy }) => ({ tenant_id: tenancy.tenantId }) },
    listEntries: { reaches: 'aaarto', ask: async (at) => ({ wallet_id: await walletOf(at) }) },
    exportEntries: { reaches: 'aaarto', ask: async (at) => ({ wallet_id: await walletOf(at) }) },
    showWallet: { reaches: 'aaarto', ask: async (at) => ({ wallet_id: await walletOf(at) }) },
  };

  async function webhookOf({ tenancy }: At): Promise<string> {
    const body = { tenant_id: tenancy.tenantId, url: hookUrl };
    const { json } = await scene.ask(scene.people.operator, '/webhooks', { method: 'POST', body });
    return String(json['id']);
  }

  async function deliveryOf(at: At): Promise<Readonly<Record<string, string>>> {
    const webhook_id = await webhookOf(at);
    const { json } = await scene.ask(scene.people.operator, `/webhooks/${webhook_id}/try`, { method: 'POST' });
    return { webhook_id, delivery_id: String(json['id']) };
  }

  /** A key beside the one that calls. */
  async function spareKey({ person }: At): Promise<string> {
    const operator = scene.people.operator;
    const { json } = await scene.ask(operator, '/keys', {
      method: 'POST',
      body: { name: 'x', user_id: person.userId },
    });
    return String(json['id']);
  }

  const raised = () => ({
    per: 'total',
    profiles: ['light'],
    amount_eur: '9',
    until: new Date(Date.now() + 3_600_000).toISOString(),
    reason,
  });

  async function membersBudgetedKey({ tenancy }: At): Promise<string> {
    const budgets = [{ amount_eur: '5', per: 'total', profiles: ['light'] }];
    const body = { name: 'x', user_id: tenancy.member.userId, budgets };
    return String((await scene.ask(scene.people.operator, '/keys', { method: 'POST', body })).json['id']);
  }

  /** By the lowest level. */
  async function budgetedUser(at: At): Promise<string> {
    const { userId } = await victim(at);
    const deps = { log: scene.ledger.log, createId: randomUUID, actor: 'api:key=1 user=2 role=tenant_admin' };
    const budgets = [
      { budget_id: randomUUID(), amount_eur: '5.000000000', per: 'total', profiles: ['light'] },
    ] as const;
    await changePrincipal(deps, userId, { type: 'set_person_budgets', budgets });
    return userId;
  }

  async function budgetedKey({ person }: At): Promise<string> {
    const body = { name: 'x', user_id: person.userId, budget_eur: '5' };
    const { json } = await scene.ask(scene.people.operator, '/keys', { method: 'POST', body });
    return String(json['id']);
  }

  const finance = (path: string, body: object) => scene.ask(scene.people.finance, path, { method: 'POST', body });

  async function topupOf(at: At): Promise<string> {
    const { json } = await finance('/topups', { wallet_id: await walletOf(at), amount_eur: '5' });
    return String(json['id']);
  }

  async function paidTopupOf(at: At): Promise<string> {
    const id = await topupOf(at);
    const received = { bank_reference: randomUUID(), bank_date: '2026-11-20', received_eur: '5' };
    await finance(`/topups/${id}/confirm`, received);
    return id;
  }

  async function transferOf({ tenancy }: At): Promise<string> {
    const destination_id = await scene.addWallet(tenancy.tenantId);
    const { json } = await finance('/transfers', { source_id: tenancy.walletId, destination_id, amount_eur: '0.01' });
    return String(json['id']);
  }

  const fundedWallet = ({ tenancy }: At): Promise<string> => scene.addWallet(tenancy.tenantId, '5');

  async function payoutOf(at: At): Promise<string> {
    const { json } = await finance('/payouts', { wallet_id: await fundedWallet(at), amount_eur: '0.01' });
    return String(json['id']);
  }

  async function allocationOf({ tenancy }: At): Promise<string> {
    const parent_id = await scene.addWallet(tenancy.tenantId);
    const shares = [{ wallet_id: tenancy.walletId, basis_points: 100 }];
    const { json } = await finance('/allocations', { parent_id, allocations: shares });
    return String(json['id']);
  }

  async function walletOf({ person }: At): Promise<string> {
    const { json } = await scene.ask(scene.people.operator, `/users/${person.userId}`);
    return String(json['wallet_id']);
  }

  /** Flagged, at an upstream of which nothing is known: nobody ends it but by hand. */
  async function holdOf({ tenancy: { tenantId, walletId }, person }: At): Promise<string> {
    const holder = { ...person, tenantId, walletId };
    const planted = { instanceId: lost, upstream: 'elsewhere', flag: 'process_lost' };
    return await plantReservation(scene.ledger.log, holder, planted);
  }

  /** One that ended, and that a checkpoint covers. */
  async function endedChargeOf(at: At): Promise<string> {
    const { walletId } = at.tenancy;
    const reservationId = await holdOf(at);
    await scene.ledger.wallets.execute(walletId, release(reservationId));
    await checkpointOf(scene.ledger.log);
    return reservationId;
  }

  const ownerAt = ({ tenancy, person }: At) => ({ userId: person.userId, tenantId: tenancy.tenantId });
  const storedResponseOf = (at: At): Promise<string> => plantResponse(scene.ledger.log, ownerAt(at));
  const storedFileOf = (at: At): Promise<string> => plantFile(scene.ledger.log, ownerAt(at));

  async function policyGroup(at: At): Promise<string> {
    const groupId = await victimGroup(at);
    await scene.ask(scene.people.operator, `/policies/group/${groupId}`, { method: 'PUT', body: rules });
    return groupId;
  }

  return { scene, cases };
}
