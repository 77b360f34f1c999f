import type { ClientOptions } from 'openai';
import OpenAI from 'openai';
import type { RecordedEvent, EventLog } from '../../src/ports/event-log.ts';
import type { Wrappers } from '../../src/main.ts';
import {
  dataDirectory,
  environmentFor,
  recordTenant,
  startTestGateway,
  testConfig,
  type Teardown,
  type TenantOptions,
  type TestTenant,
} from './gateway.ts';
import { startSandbox, type SandboxForTest } from './sandbox.ts';
import { SharedTeardown } from './shared-teardown.ts';

export interface ServedOptions {
  readonly config?: Parameters<typeof testConfig>[1];
  readonly wrappers?: Wrappers;
}

/** A gateway on a socket with a sandbox behind it, and its log for reading and for seeding. */
export interface ServedGateway {
  readonly sandbox: SandboxForTest;
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  /** The origin for operators: metrics and readiness. */
  readonly operations: string;
  readonly dataDir: string;
  readonly log: EventLog;
  readonly stop: () => Promise<void>;
  /** Records a tenant while the gateway runs. */
  tenant(options?: TenantOptions): Promise<TestTenant>;
  /** The events of a wallet as they are durable now. */
  wallet(walletId: string): Promise<readonly WalletRecord[]>;
  /** The official client: no retries unless asked for. */
  client(apiKey: string, options?: ClientOptions): OpenAI;
}

export interface WalletRecord {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function serveGateway(t: Teardown, { config, wrappers }: ServedOptions = {}): Promise<ServedGateway> {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, config));
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const { promise, resolve } = Promise.withResolvers<EventLog>();
  const gateway = await startTestGateway(t, environment, {
    ...wrappers,
    wrapLog: (log) => {
      const watched = wrappers?.wrapLog?.(log) ?? log;
      resolve(watched);
      return watched;
    },
  });
  const log = await promise;
  return {
    sandbox,
    dataDir,
    log,
    baseUrl: gateway.baseUrl,
    origin: new URL(gateway.baseUrl).origin,
    operations: new URL(gateway.metricsUrl ?? '').origin,
    stop: () => gateway.stop(),
    tenant: (options) => recordTenant(dataDir, log, options),
    wallet: async (walletId) => (await log.readStream(`wallet-${walletId}`, { limit: 10_000 })).map(parsed),
    client: (apiKey, options) => new OpenAI({ apiKey, baseURL: gateway.baseUrl, maxRetries: 0, ...options }),
  };
}

function parsed({ type, data }: RecordedEvent): WalletRecord {
  return { type, data: JSON.parse(data) as Record<string, unknown> };
}

/** One gateway for all tests of a file, started when the first of them asks; `end` belongs into `test.after.always`. */
export function sharedGateway(options: ServedOptions = {}): {
  readonly start: () => Promise<ServedGateway>;
  readonly end: () => Promise<void>;
} {
  const shared = new SharedTeardown();
  let started: Promise<ServedGateway> | null = null;
  return {
    start: () => (started ??= serveGateway(shared, options)),
    end: async () => {
      await started;
      await shared.end();
    },
  };
}
