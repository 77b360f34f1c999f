import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { stringify } from 'yaml';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { apiKeySecret } from '../../src/domain/api-key-secret.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { createApiKey, registerPrincipal, setPolicy } from '../../src/ledger/identities.ts';
import type { RunningGateway } from '../../src/composition/processes/running-gateway.ts';
import { startGateway, type Wrappers } from '../../src/main.ts';
import type { Budget } from '../../src/domain/budgets/budget.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { auditLedger } from './ledger-audit.ts';

/** What outlives neither its test nor, when a file shares it, its file. */
export type Teardown = Pick<ExecutionContext, 'teardown'>;

/** A data directory of the test's own, gone at its end; before that its ledger is audited. */
export function dataDirectory(t: Teardown): string {
  const directory = unauditedDirectory(t);
  t.teardown(() => auditLedger(directory));
  return directory;
}

/** The same for what is no ledger, or is spoilt. */
export function unauditedDirectory(t: Teardown): string {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Prices that make bills easy to check: 1 euro per million input tokens, 2 per million output tokens. */
export const plainPrices = {
  id: 'plain',
  version: '1',
  eur_per_million_tokens: { input: '1', output: '2' },
};

type Section = Readonly<Record<string, unknown>>;

/** A configuration over one sandbox upstream; sections given replace or extend the defaults key by key. */
export function testConfig(
  sandbox: { readonly baseUrl: string; readonly apiKey: string },
  overrides: {
    readonly server?: Section;
    readonly ledger?: Section;
    readonly reservations?: Section;
    readonly upstream?: Section;
    readonly target?: Section;
    readonly targets?: Section;
    readonly profiles?: Section;
    readonly top?: Section;
  } = {},
): Section {
  return {
    // A loaded machine is no outage and no silence.
    server: { heartbeat_ms: 60_000, ...overrides.server },
    // What these tests let grow old does so in milliseconds.
    clock: { settle_ms: 1 },
    ledger: { projection_batch_ms: 10, reserve_wait_ms: 15_000, ...overrides.ledger },
    reservations: { sweep_interval_ms: 50, never_seen_grace_ms: 200, ...overrides.reservations },
    upstreams: {
      sandbox: {
        base_url: sandbox.baseUrl,
        api_key: sandbox.apiKey,
        connect_timeout_ms: 60_000,
        billing_records_path: '/sandbox/billing-records/{reservation_id}',
        ...overrides.upstream,
      },
    },
    targets: {
      small: {
        upstream: 'sandbox',
        model: 'sandbox-small',
        surfaces: ['chat_completions'],
        context_tokens_max: 10_000,
        output_tokens_max: 1_000,
        prices: plainPrices,
        ...overrides.target,
      },
      ...overrides.targets,
    },
    profiles: { light: { targets: ['small'] }, ...overrides.profiles },
    default_profile: 'light',
    ...overrides.top,
  };
}

/** Writes a configuration and answers the environment that starts a gateway on it. */
export function environmentFor(dataDir: string, config: Section, port = 0): Record<string, string> {
  const path = join(dataDir, 'waybill.yaml');
  writeFileSync(path, stringify(config));
  return {
    WAYBILL_CONFIG: path,
    WAYBILL_DATA_DIR: join(dataDir, 'data'),
    WAYBILL_PORT: String(port),
    WAYBILL_METRICS_PORT: '0',
    WAYBILL_ADMIN_PORT: '0',
    WAYBILL_LOG_LEVEL: 'silent',
  };
}

export interface TenantOptions {
  readonly creditEur?: string;
  readonly profiles?: readonly string[];
  readonly allowAllModels?: boolean;
  readonly maxRequestEur?: string;
  readonly budgetEur?: string;
  readonly budgets?: readonly Budget[];
  readonly expiresAt?: string;
  /** A key for the management API too. */
  readonly administers?: boolean;
  readonly piiEnabled?: boolean;
  readonly policies?: readonly Policy[];
  /** Give the key to an existing wallet of an existing tenant. */
  readonly walletId?: string;
  readonly tenantId?: string;
  /** Minted by the test when a policy has to name the person. */
  readonly userId?: string;
}

export interface TestTenant {
  readonly apiKey: string;
  readonly keyId: string;
  readonly walletId: string;
  readonly tenantId: string;
  readonly userId: string;
}

/** Records a tenant with a wallet, a person and a key, straight into the ledger of a data directory. */
export async function seedTenant(
  environment: Readonly<Record<string, string>>,
  options: TenantOptions = {},
): Promise<TestTenant> {
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const ledger = await openLedger({ dataDir, engine: 'sqlite' });
  try {
    return await recordTenant(dataDir, ledger.log, options);
  } finally {
    await ledger.close();
  }
}

/** The same on a log that is open already. */
export async function recordTenant(dataDir: string, log: EventLog, options: TenantOptions = {}): Promise<TestTenant> {
  const keyHasher = createHmacKeyHasher(keyPepper(dataDir, null));
  const identities = { log, createId: randomUUID, actor: 'system:test', keyHasher };
  const wallets = new Wallets({ log, createId: randomUUID, commandMsMax: 240_000 });
  const walletId = options.walletId ?? randomUUID();
  const tenantId = options.tenantId ?? randomUUID();
  const [keyId, apiKey] = [randomUUID(), apiKeySecret(randomBytes(32))];
  const userId = options.userId ?? randomUUID();
  if (options.walletId === undefined) {
    await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    const amount = nanoFromEur(options.creditEur ?? '10');
    if (amount > 0n) {
      await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test' });
    }
  }
  await registerPrincipal(identities, {
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    role: 'member',
    platform_role: null,
    pii_enabled: options.piiEnabled ?? false,
    reseller_id: null,
    group_ids: [],
  });
  for (const rules of options.policies ?? []) await setPolicy(identities, rules);
  await createApiKey(identities, {
    keyId,
    secret: apiKey,
    name: 'test',
    userId,
    tenantId,
    walletId,
    allowedProfiles: options.profiles ?? ['light'],
    allowAllModels: options.allowAllModels ?? false,
    maxRequestEur: options.maxRequestEur === undefined ? null : nanoFromEur(options.maxRequestEur),
    budgetEur: options.budgetEur === undefined ? null : nanoFromEur(options.budgetEur),
    ...(options.budgets !== undefined && { budgets: options.budgets }),
    expiresAt: options.expiresAt ?? null,
    administers: options.administers ?? false,
    inference: true,
  });
  return { apiKey, keyId, walletId, tenantId, userId };
}

/** A gateway in this process; stopped at the end of the test. */
export async function startTestGateway(
  t: Teardown,
  environment: Readonly<Record<string, string>>,
  wrappers: Wrappers = {},
): Promise<RunningGateway> {
  const gateway = await startGateway(environment, wrappers);
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= gateway.stop());
  t.teardown(stop);
  return { ...gateway, stop };
}

export interface GatewayProcess {
  readonly baseUrl: string;
  readonly metricsUrl: string | null;
  readonly adminUrl: string | null;
  readonly child: ChildProcess;
  /** Ends the process by a signal and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** A gateway as a process of its own, as `npm start` runs it; killed at the end of the test. `pipe`: the test reads its log. */
export async function spawnGateway(
  t: Teardown,
  environment: Readonly<Record<string, string>>,
  script = join(import.meta.dirname, '..', '..', 'src', 'main.ts'),
  { log = 'inherit' }: { readonly log?: 'inherit' | 'pipe' | 'ignore' } = {},
): Promise<GatewayProcess> {
  const child = fork(script, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', log, 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const told = await new Promise<{
    readonly base_url: string;
    readonly metrics_url?: string;
    readonly admin_url?: string;
  }>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (piece: Buffer) => {
      output += piece.toString();
      const ready = /^waybill ready (\{.*\})$/m.exec(output)?.[1];
      if (ready !== undefined) resolve(JSON.parse(ready) as { readonly base_url: string });
    });
    child.once('exit', (code, signal) => reject(new Error(`the gateway ended with ${code ?? signal}: ${output}`)));
  });
  return {
    baseUrl: told.base_url,
    metricsUrl: told.metrics_url ?? null,
    adminUrl: told.admin_url ?? null,
    child,
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** A wallet's events as they stand in the log of a data directory, data parsed. */
export async function walletEvents(environment: Readonly<Record<string, string>>, walletId: string) {
  const ledger = await openLedger({ dataDir: environment['WAYBILL_DATA_DIR'] ?? '', engine: 'sqlite' });
  try {
    const recorded = await ledger.log.readStream(`wallet-${walletId}`, { limit: 10_000 });
    return recorded.map(({ type, data }) => ({ type, data: JSON.parse(data) as Record<string, unknown> }));
  } finally {
    await ledger.close();
  }
}

/** What `sandbox.json` of a data directory says. */
export function sandboxCredentials(dataDir: string): {
  readonly base_url: string;
  readonly api_key: string;
  readonly wallet_id: string;
} {
  return JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as ReturnType<typeof sandboxCredentials>;
}
