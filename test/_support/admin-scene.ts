import { randomBytes, randomUUID } from 'node:crypto';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { openLedger, type OpenedLedger } from '../../src/composition/opened-ledger.ts';
import { apiKeySecret } from '../../src/domain/api-key-secret.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import type { PlatformRole } from '../../src/domain/principal.ts';
import type { AdminRole } from '../../src/domain/scopes/permissions.ts';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { createApiKey, registerPrincipal } from '../../src/ledger/identities.ts';
import type { Wrappers } from '../../src/main.ts';
import type { ManagedScopeKind } from '../../src/domain/scopes/scope-events.ts';
import { assertDescribed } from './described-answer.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig, type Teardown } from './gateway.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';

/** Two resellers; the first has two tenants, the second one. In the first tenant there is somebody of every role. */

export interface Person {
  readonly userId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

export interface Tenancy {
  readonly resellerId: string;
  readonly tenantId: string;
  readonly groupId: string;
  readonly walletId: string;
  /** Somebody without a role. */
  readonly member: Person;
}

export interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>> & {
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly param?: string;
      readonly credit_hint?: string;
    };
  };
}

export interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Ask = (person: Pick<Person, 'apiKey'>, path: string, asked?: Asked) => Promise<Answer>;

export interface AdminScene {
  readonly ledger: OpenedLedger;
  readonly environment: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly sandbox: SandboxForTest;
  readonly people: Readonly<Record<AdminRole, Person>>;
  readonly tenant: Tenancy;
  readonly sibling: Tenancy;
  readonly foreign: Tenancy;
  readonly ask: Ask;
  /** Calls a model as a person. Resolves to the id of the reservation. */
  call(person: Pick<Person, 'apiKey'>): Promise<string>;
  /** A link that begins a session of the console. */
  consoleLink(): URL;
  /** Another person of a tenant, with a key for management and one that calls. */
  addPerson(
    tenancy: Pick<Tenancy, 'tenantId' | 'walletId'> & { readonly resellerId: string | null },
    roles?: Roles,
  ): Promise<Person>;
  addScope(kind: ManagedScopeKind, parentId: string | null): Promise<string>;
  addWallet(tenantId: string, creditEur?: string): Promise<string>;
}

interface Roles {
  readonly role?: string;
  readonly platformRole?: PlatformRole | null;
}

/** Calls the management API, and holds each answer to its description. */
export function asker(adminUrl: string): Ask {
  return async ({ apiKey }, path, { method = 'GET', body, headers = {} } = {}) => {
    const response = await fetch(adminUrl + path, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json = (isJson ? JSON.parse(text) : { text }) as Answer['json'];
    if (response.status === 200) assertDescribed(method, path, json);
    return { status: response.status, json };
  };
}

interface AdminSetting {
  readonly top?: Readonly<Record<string, unknown>>;
  readonly upstream?: Readonly<Record<string, unknown>>;
  readonly wrappers?: Wrappers;
}

/** A gateway with its management API, and the ledger that it writes. */
export async function adminScene(
  t: Teardown,
  { top = {}, upstream = {}, wrappers = {} }: AdminSetting = {},
): Promise<AdminScene> {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, {
    target: { surfaces: ['chat_completions', 'messages', 'responses'] },
    upstream,
    top: {
      credit_hint: { text: 'Credit is at https://pay.example' },
      limits: { key: { requests_per_minute_max: 1_000_000 } },
      bank_account: { name: 'Example GmbH', iban: 'DE89 3704 0044 0532 0130 00' },
      ...top,
    },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const gateway = await startTestGateway(t, environment, wrappers);
  const ledger = await openLedger({ dataDir, engine: 'sqlite', projections: [] });
  t.teardown(() => ledger.close());
  const makers = makersOn(ledger, dataDir);
  const [tenant, sibling, foreign] = await tenancies(makers);
  const add = (roles: Roles): Promise<Person> => makers.addPerson(tenant, roles);
  return {
    ...makers,
    ledger,
    environment,
    sandbox,
    baseUrl: gateway.baseUrl,
    adminUrl: gateway.adminUrl ?? '',
    people: {
      operator: await add({ platformRole: 'operator' }),
      finance: await add({ platformRole: 'finance' }),
      auditor: await add({ platformRole: 'auditor' }),
      reseller_admin: await add({ role: 'reseller_admin' }),
      tenant_admin: await add({ role: 'admin' }),
      member: await add({}),
    },
    tenant,
    sibling,
    foreign,
    ask: asker(gateway.adminUrl ?? ''),
    call: ({ apiKey }) => reservationOfCall(gateway.baseUrl, apiKey),
    consoleLink: () => new URL(gateway.consoleLink('cli:uid-1') ?? ''),
  };
}

async function reservationOfCall(baseUrl: string, apiKey: string): Promise<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await response.text();
  return response.headers.get('x-waybill-reservation') ?? '';
}

type Makers = Pick<AdminScene, 'addPerson' | 'addScope' | 'addWallet'>;

async function tenancies(makers: Makers): Promise<readonly [Tenancy, Tenancy, Tenancy]> {
  const first = await makers.addScope('reseller', null);
  const second = await makers.addScope('reseller', null);
  const tenancyOf = async (resellerId: string): Promise<Tenancy> => {
    const tenantId = await makers.addScope('tenant', resellerId);
    const groupId = await makers.addScope('group', tenantId);
    const walletId = await makers.addWallet(tenantId, '100');
    const member = await makers.addPerson({ resellerId, tenantId, walletId });
    return { resellerId, tenantId, groupId, walletId, member };
  };
  return [await tenancyOf(first), await tenancyOf(first), await tenancyOf(second)];
}

function makersOn(ledger: OpenedLedger, dataDir: string): Makers {
  const { log, wallets } = ledger;
  const identities = {
    log,
    createId: randomUUID,
    actor: 'system:test',
    keyHasher: createHmacKeyHasher(keyPepper(dataDir, null)),
  };
  const addWallet = async (tenantId: string, creditEur = '0'): Promise<string> => {
    const walletId = randomUUID();
    await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    const amount = nanoFromEur(creditEur);
    if (amount > 0n) {
      await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test' });
    }
    return walletId;
  };
  return {
    addWallet,
    addScope: async (scope_kind, parent_id) => {
      const scope_id = randomUUID();
      const scope = { scope_kind, scope_id, parent_id, name: `a ${scope_kind}` };
      await changeScope(identities, { kind: scope_kind, scopeId: scope_id }, { type: 'create_scope', scope });
      return scope_id;
    },
    addPerson: async ({ resellerId, tenantId }, { role = 'member', platformRole = null } = {}) => {
      const [userId, keyId, secret] = [randomUUID(), randomUUID(), apiKeySecret(randomBytes(32))];
      const walletId = await addWallet(tenantId, '10');
      await registerPrincipal(identities, {
        user_id: userId,
        tenant_id: tenantId,
        wallet_id: walletId,
        role,
        platform_role: platformRole,
        pii_enabled: false,
        reseller_id: resellerId,
        group_ids: [],
      });
      const key = { keyId, secret, name: 'test', userId, tenantId, walletId, allowedProfiles: [] };
      // A key allows no other key more than itself: these leave the limits to the policies.
      const limits = { allowAllModels: true, maxRequestEur: null, budgetEur: null, expiresAt: null };
      await createApiKey(identities, { ...key, ...limits, administers: true, inference: true });
      return { userId, keyId, apiKey: secret };
    },
  };
}
