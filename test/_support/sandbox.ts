// A sandbox upstream for a test: in this process, or as one of its own that can be killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { BillingReport, ReservationRecords } from '../../infra/sandbox-upstream/billing-records.ts';
import type { RecordedRequest } from '../../infra/sandbox-upstream/request-record.ts';
import { SANDBOX_UPSTREAM_KEY, startSandboxUpstream } from '../../infra/sandbox-upstream/server.ts';
import type { SandboxUpstreamOptions } from '../../infra/sandbox-upstream/server.ts';

const MAIN = join(import.meta.dirname, '../../infra/sandbox-upstream/main.ts');

type Teardown = Pick<ExecutionContext, 'teardown'>;

export interface SandboxForTest {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  billingRecords(): Promise<BillingReport>;
  /** What the billing records say about one reservation; null when it was never seen. */
  lookUp(reservationId: string): Promise<ReservationRecords | null>;
  /** The last 100 requests on `/v1`, oldest first. */
  requests(): Promise<readonly RecordedRequest[]>;
  /** Queues a behaviour for the next `times` requests (default 1), written as in a directive. */
  misbehave(behaviour: string, times?: number): Promise<void>;
  /** Empties the queue. */
  behave(): Promise<void>;
}

export interface SpawnedSandbox extends SandboxForTest {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process is gone, with its exit code, or null when a signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

async function call(url: URL, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  if (response.status === 404) return null;
  const text = await response.text();
  if (!response.ok) throw new Error(`sandbox answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** By their origins: those of this process that are still there. */
const sandboxes = new Map<string, SandboxForTest>();

/** The sandbox that answers at this URL; `null` for what is none, or is gone. */
export function sandboxAt(url: string): SandboxForTest | null {
  return sandboxes.get(new URL(url).origin) ?? null;
}

/** A sandbox that somebody else has started. */
export function clientOf(baseUrl: string, apiKey: string): SandboxForTest {
  const at = (path: string): URL => new URL(path, baseUrl);
  return {
    baseUrl,
    apiKey,
    billingRecords: async () => (await call(at('/sandbox/billing-records'))) as BillingReport,
    lookUp: async (reservationId) => {
      const url = at(`/v1/sandbox/billing-records/${encodeURIComponent(reservationId)}`);
      return (await call(url, { headers: { authorization: `Bearer ${apiKey}` } })) as ReservationRecords | null;
    },
    requests: async () => {
      const { requests } = (await call(at('/sandbox/requests'))) as { requests: readonly RecordedRequest[] };
      return requests;
    },
    misbehave: async (behaviour, times = 1) => {
      await call(at('/sandbox/misbehave'), { method: 'POST', body: JSON.stringify({ behaviour, times }) });
    },
    behave: async () => {
      await call(at('/sandbox/misbehave'), { method: 'DELETE' });
    },
  };
}

/** Starts a sandbox in this process; it ends with the test. */
export async function startSandbox(t: Teardown, options: SandboxUpstreamOptions = {}): Promise<SandboxForTest> {
  const sandbox = await startSandboxUpstream(options);
  const { origin } = new URL(sandbox.baseUrl);
  t.teardown(async () => {
    sandboxes.delete(origin);
    await sandbox.close();
  });
  const client = clientOf(sandbox.baseUrl, options.apiKey ?? SANDBOX_UPSTREAM_KEY);
  sandboxes.set(origin, client);
  return client;
}

const environmentOf = (options: SandboxUpstreamOptions): Record<string, string> => ({
  SANDBOX_UPSTREAM_PORT: String(options.port ?? 0),
  SANDBOX_UPSTREAM_KEY: options.apiKey ?? '',
  SANDBOX_UPSTREAM_BILLING_RECORDS: options.billingRecordsFile ?? '',
  SANDBOX_UPSTREAM_BILLING_RECORDS_MAX: String(options.billingRecordsMax ?? ''),
  SANDBOX_UPSTREAM_PROMPT_CACHE: options.promptCache === true ? '1' : '0',
  SANDBOX_UPSTREAM_RECORD: options.record === false ? '0' : '1',
});

/** Starts a sandbox as a process of its own; it is killed with the test. */
export async function spawnSandbox(t: Teardown, options: SandboxUpstreamOptions = {}): Promise<SpawnedSandbox> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environmentOf(options) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  };
  t.teardown(() => kill('SIGKILL'));
  const ended = exited.then(([code]) => {
    throw new Error(`the sandbox ended with code ${code} before it was ready`);
  });
  ended.catch(() => {});
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ base_url: string }];
  const client = clientOf(message.base_url, options.apiKey ?? SANDBOX_UPSTREAM_KEY);
  return { ...client, pid: child.pid ?? 0, port: Number(new URL(message.base_url).port), kill };
}
