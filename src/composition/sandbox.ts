import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, sandboxMark, type Config } from '../config.ts';
import { sandboxActor } from '../domain/actor.ts';
import { apiKeySecret } from '../domain/api-key-secret.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import { nanoFromEur } from '../domain/money.ts';
import { createApiKey, registerPrincipal } from '../ledger/identities.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { SandboxUpstreamPlace } from './sandbox-upstreams.ts';

/** The contents of `sandbox.json`: enough for a first call. */
interface SandboxCredentials {
  readonly base_url: string;
  readonly api_key: string;
  readonly wallet_id: string;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly key_id: string;
  /** Key of an operator for the management API. */
  readonly admin_api_key?: string;
  /** URL of the management API; absent: it is off. */
  readonly admin_url?: string;
  readonly upstreams?: readonly SandboxUpstreamPlace[];
}

/** Addresses that are known only after the start. */
interface SandboxPlaces {
  readonly baseUrl: string;
  /** `null`: the management API is off. */
  readonly adminUrl: string | null;
  readonly upstreams: readonly SandboxUpstreamPlace[];
}

/** File in the data directory, mode 0600. */
export const sandboxCredentialsFile = 'sandbox.json';

/**
 * Raises `ConfigError` for a start with its own configuration on a ledger of the sandbox, whose keys and credit would
 * be valid.
 */
export function assertNotOfSandbox({ isSandbox, usesSandboxData, dataDir, ledger }: Config): void {
  if (isSandbox || usesSandboxData || ledger.engine !== 'sqlite') return;
  if (![sandboxMark, sandboxCredentialsFile].some((file) => existsSync(join(dataDir, file)))) return;
  throw new ConfigError(
    `${dataDir} was created by the sandbox, whose keys and credit would be valid in this gateway. Set WAYBILL_DATA_DIR to another directory, or WAYBILL_SANDBOX_DATA=use to take this one as it is`,
  );
}

const demoCredit = nanoFromEur('10');
const demoProfiles = ['light', 'average', 'advanced', switchyardProfile];

/**
 * The demo tenant: a wallet with 10 euro, a user who requires protection of personal data, and a key for `light`,
 * `average`, `advanced` and `switchyard`. The first start creates it; later starts find it in `sandbox.json` (mode
 * 0600) and only update the addresses.
 */
export async function prepareSandboxTenant(
  dataDir: string,
  ledger: Pick<OpenedLedger, 'log' | 'wallets'>,
  keyHasher: KeyHasher,
): Promise<(places: SandboxPlaces) => void> {
  const path = join(dataDir, sandboxCredentialsFile);
  const credentials = existsSync(path) ? readCredentials(path) : await createTenant(ledger, keyHasher);
  const admin_api_key = credentials.admin_api_key ?? (await createOperator(ledger, keyHasher, credentials));
  return ({ baseUrl, adminUrl, upstreams }) => {
    const { admin_url: _, ...rest } = credentials;
    const own = adminUrl === null ? {} : { admin_url: adminUrl };
    writeAtomically(path, { ...rest, base_url: baseUrl, admin_api_key, ...own, upstreams });
  };
}

/** A second user, who administers the platform. Returns the secret of their key. */
async function createOperator(
  { log }: Pick<OpenedLedger, 'log'>,
  keyHasher: KeyHasher,
  { tenant_id: tenantId, wallet_id: walletId }: SandboxCredentials,
): Promise<string> {
  const [userId, secret] = [randomUUID(), apiKeySecret(randomBytes(32))];
  const identities = { log, keyHasher, createId: randomUUID, actor: sandboxActor };
  await registerPrincipal(identities, {
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    role: 'member',
    platform_role: 'operator',
    pii_enabled: true,
    reseller_id: null,
    group_ids: [],
  });
  await createApiKey(identities, {
    keyId: randomUUID(),
    secret,
    name: 'sandbox operator',
    userId,
    tenantId,
    walletId,
    allowedProfiles: [],
    // A key that it makes allows no more than it does.
    allowAllModels: true,
    maxRequestEur: null,
    budgetEur: null,
    expiresAt: null,
    administers: true,
  });
  return secret;
}

/** Raises `ConfigError` for a file that was cut or edited: the secrets that it had are nowhere else. */
function readCredentials(path: string): SandboxCredentials {
  try {
    // `as`: this module wrote the file.
    return JSON.parse(readFileSync(path, 'utf8')) as SandboxCredentials;
  } catch (error) {
    // What is no JSON may be a secret, which the message of the parser would quote.
    const reason = error instanceof Error && !(error instanceof SyntaxError) ? error.message : 'it is not JSON';
    throw new ConfigError(
      `${path} cannot be read: ${reason}. Delete it, and the sandbox makes a new tenant with keys of its own`,
    );
  }
}

async function createTenant(
  { log, wallets }: Pick<OpenedLedger, 'log' | 'wallets'>,
  keyHasher: KeyHasher,
): Promise<SandboxCredentials> {
  const [tenantId, walletId, userId, keyId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const secret = apiKeySecret(randomBytes(32));
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId, actor: sandboxActor });
  await wallets.execute(walletId, {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount: demoCredit,
    reason: 'sandbox',
    actor: sandboxActor,
  });
  const identities = { log, keyHasher, createId: randomUUID, actor: sandboxActor };
  await registerPrincipal(identities, {
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    role: 'member',
    platform_role: null,
    pii_enabled: true,
    reseller_id: null,
    group_ids: [],
  });
  await createApiKey(identities, {
    keyId,
    secret,
    name: 'sandbox',
    userId,
    tenantId,
    walletId,
    allowedProfiles: demoProfiles,
    allowAllModels: false,
    maxRequestEur: null,
    budgetEur: null,
    expiresAt: null,
  });
  return { base_url: '', api_key: secret, wallet_id: walletId, tenant_id: tenantId, user_id: userId, key_id: keyId };
}

function writeAtomically(path: string, credentials: SandboxCredentials): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
