import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { environmentFor, recordTenant, seedTenant, testConfig, type TestTenant } from '../_support/gateway.ts';
import { cpuMicrosOf, mainThreadMicrosOf, send, threadMicrosOf } from './http-load.ts';

const root = join(import.meta.dirname, '..', '..');

export interface FleetOptions {
  readonly engine: 'eventstoredb' | 'sqlite';
  readonly gateways: number;
  /** What a write to the disk of the protocol peer takes. */
  readonly flushMs: number;
  readonly upstreamMs: number;
  /** Checkouts of this repository whose code the gateways run, one for each. Default: this one. */
  readonly roots?: readonly string[];
}

/** Gateways as processes of their own on one ledger, with a wallet for each. */
export interface Fleet extends AsyncDisposable {
  readonly engine: FleetOptions['engine'];
  readonly gateways: readonly { readonly pid: number; readonly baseUrl: string; readonly tenant: TestTenant }[];
}

export interface FleetLoad {
  /** So many of the fleet are called. */
  readonly gateways: number;
  /** The first of them; default: the first of the fleet. After the last of the fleet its first follows. */
  readonly from?: number;
  /** All call for the wallet of the first that is called. */
  readonly isWalletShared: boolean;
  /** Requests under way at once, at all gateways together. */
  readonly connections: number;
  readonly ms: number;
}

export interface FleetResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the gateways that were called, microseconds for each request. */
  readonly cpuMicros: number;
  /** Of it: the main threads, which serve requests and fold read models, and the threads of the log's engine. */
  readonly mainMicros: number;
  readonly engineMicros: number;
  /** CPU time of each gateway that was not called and followed only, microseconds for each request; 0: there was none. */
  readonly followerMicros: number;
  /** Answers other than 200. */
  readonly refused: number;
}

export async function startGateways(options: FleetOptions): Promise<Fleet> {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const children: ChildProcess[] = [];
  const dispose = async (): Promise<void> => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const { environments, tenants } = await prepare(options, directory, children);
    const gateways = [];
    for (const [index, environment] of environments.entries()) {
      const child = fork(join(options.roots?.[index] ?? root, 'src', 'main.ts'), {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      children.push(child);
      const tenant = tenants[index];
      if (tenant === undefined || child.pid === undefined) throw new Error('a gateway has no tenant');
      gateways.push({ pid: child.pid, baseUrl: await readyLine(child), tenant });
    }
    return { engine: options.engine, gateways, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The upstream, the ledger, its tenants, and how each gateway is started. */
async function prepare(
  { engine, gateways, flushMs, upstreamMs }: FleetOptions,
  directory: string,
  children: ChildProcess[],
): Promise<{ environments: Record<string, string>[]; tenants: TestTenant[] }> {
  const upstream = await startScript('infra/sandbox-upstream/main.ts', { SANDBOX_UPSTREAM_RECORD: '0' }, children);
  const config = testConfig(
    { baseUrl: String(upstream['base_url']), apiKey: 'sandbox-upstream-key' },
    {
      ledger:
        engine === 'sqlite'
          ? { projection_batch_ms: 100 }
          : { engine, connection_string: '${LEDGER_URL}', projection_batch_ms: 100 },
      reservations: { sweep_interval_ms: 2_000 },
      target: { model: `sandbox-small:delay_ms-${upstreamMs}` },
      top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] },
    },
  );
  const folder = (name: string): string => mkdtempSync(join(directory, `${name}-`));
  const seeding = folder('seeding');
  const rich = { creditEur: '1000000' };
  const tenants: TestTenant[] = [];
  if (engine === 'sqlite') {
    const environment = environmentFor(seeding, config);
    for (let made = 0; made < gateways; made += 1) tenants.push(await seedTenant(environment, rich));
    return { environments: Array.from({ length: gateways }, () => environment), tenants };
  }
  const peer = await startScript('test/bench/eventstoredb-peer.ts', { PEER_FLUSH_MS: String(flushMs) }, children);
  const url = String(peer['connection_string']);
  await using log = await openEventStoreDbEventLog({ connectionString: url });
  for (let made = 0; made < gateways; made += 1) tenants.push(await recordTenant(seeding, chainedLog(log), rich));
  const shared = { LEDGER_URL: url, WAYBILL_KEY_PEPPER: keyPepper(seeding).toString('hex') };
  const environments = tenants.map(() => ({ ...environmentFor(folder('gateway'), config), ...shared }));
  return { environments, tenants };
}

async function startScript(
  script: string,
  env: Record<string, string>,
  children: ChildProcess[],
): Promise<Record<string, unknown>> {
  const child = fork(join(root, script), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  // What it sends first.
  const [message] = (await once(child, 'message')) as [Record<string, unknown>];
  return message;
}

async function readyLine(child: ChildProcess): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => {
      resolve((JSON.parse(line.toString().replace('waybill ready ', '')) as { base_url: string }).base_url);
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
}

/** Calls for so long, with each connection calling again when it was answered. */
export async function loadGateways(fleet: Fleet, load: FleetLoad): Promise<FleetResult> {
  const from = load.from ?? 0;
  const all = [...fleet.gateways, ...fleet.gateways].slice(from, from + fleet.gateways.length);
  const [called, followers] = [all.slice(0, load.gateways), all.slice(load.gateways)];
  const body = JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'hello '.repeat(100) }] });
  const spentBefore = [spentBy(called), spentBy(followers)] as const;
  const latencies: number[] = [];
  let refused = 0;
  const begin = performance.now();
  const calls = called.map(async ({ baseUrl, tenant }) => {
    const { apiKey } = load.isWalletShared ? (called[0]?.tenant ?? tenant) : tenant;
    const url = new URL(`${baseUrl}/chat/completions`);
    const lanes = load.connections / load.gateways;
    const pool = new Pool(url.origin, { connections: lanes });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const lane = async (): Promise<void> => {
      while (performance.now() - begin < load.ms) {
        const sentAt = performance.now();
        const status = await send(pool, { method: 'POST', path: url.pathname, headers, body });
        if (status !== 200) refused += 1;
        latencies.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    await pool.close();
  });
  await Promise.all(calls);
  const ms = performance.now() - begin;
  const spent = differenceOf(spentBy(called), spentBefore[0]);
  const following = differenceOf(spentBy(followers), spentBefore[1]);
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  // What is still to be folded from this load is not to be paid by the next.
  await pause(500);
  return {
    perSecond: (latencies.length / ms) * 1_000,
    p50: at(0.5),
    p99: at(0.99),
    cpuMicros: spent.all / latencies.length,
    mainMicros: spent.main / latencies.length,
    engineMicros: spent.engine / latencies.length,
    followerMicros: followers.length === 0 ? 0 : following.all / followers.length / latencies.length,
    refused,
  };
}

/** CPU time of gateways, microseconds since their start. */
interface Spent {
  readonly all: number;
  readonly main: number;
  readonly engine: number;
}

function spentBy(gateways: Fleet['gateways']): Spent {
  const sumOf = (micros: (pid: number) => number): number => gateways.reduce((sum, { pid }) => sum + micros(pid), 0);
  return {
    all: sumOf(cpuMicrosOf),
    main: sumOf(mainThreadMicrosOf),
    engine: sumOf((pid) => threadMicrosOf(pid, 'event-log')),
  };
}

function differenceOf(after: Spent, before: Spent): Spent {
  return { all: after.all - before.all, main: after.main - before.main, engine: after.engine - before.engine };
}
