// `npm run bench:processes`: a gateway with one, two and three processes, in turns, with short calls and with long ones in which
// personal data are replaced. The load and the upstream are bound to one processor, the last, with `taskset`. Calls are
// spread over eight wallets. Writes its part of a page.
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { childProcessesOf } from '../_support/child-processes.ts';
import { environmentFor, seedTenant, testConfig, type TestTenant } from '../_support/gateway.ts';
import { writePart } from './bench-page.ts';
import { cpuMicrosOf, send } from './http-load.ts';
import { median } from './median.ts';

const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 4 : 8;
const warmUpSeconds = isQuick ? 4 : 12;
const rounds = isQuick ? 1 : 3;
const connections = 32;
const wallets = 8;
const root = join(import.meta.dirname, '..', '..');

const prose =
  'The meeting of the working group took place on Monday, and its minutes were sent to everybody who asked. ';
const calls = {
  'short chat': 'hello '.repeat(100),
  'protected, 40 KB of prose': `Write to ada.lovelace@example.com: ${prose.repeat(380)}`,
} as const;
type Call = keyof typeof calls;

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of all processes, for each request, microseconds. */
  readonly cpuMicros: number;
  /** The part of the process that counts. */
  readonly countingMicros: number;
}

const processors = availableParallelism();
const last = String(processors - 1);

/** Binds a process, and those that it starts from then on, to processors. */
function bind(pid: number, to: string): void {
  if (spawnSync('taskset', ['-pc', to, String(pid)]).status !== 0)
    throw new Error('the load needs taskset (util-linux)');
}

async function started(script: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  return fork(join(root, script), { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

interface Loaded {
  readonly baseUrl: string;
  readonly tenants: readonly TestTenant[];
  readonly content: string;
}

async function load({ baseUrl, tenants, content }: Loaded, ms: number): Promise<number[]> {
  const url = new URL(`${baseUrl}/chat/completions`);
  const pool = new Pool(url.origin, { connections });
  const body = JSON.stringify({ model: 'light', messages: [{ role: 'user', content }] });
  const begin = performance.now();
  const latencies: number[] = [];
  const lane = async (_: unknown, nth: number): Promise<void> => {
    const headers = {
      authorization: `Bearer ${tenants[nth % wallets]?.apiKey ?? ''}`,
      'content-type': 'application/json',
    };
    while (performance.now() - begin < ms) {
      const sentAt = performance.now();
      const status = await send(pool, { method: 'POST', path: url.pathname, headers, body });
      if (status !== 200) throw new Error(`answered ${status}`);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  await pool.close();
  return latencies.toSorted((a, b) => a - b);
}

async function measured(call: Call, processes: number, sandbox: { readonly base_url: string }): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const config = testConfig(
    { baseUrl: sandbox.base_url, apiKey: 'sandbox-upstream-key' },
    {
      server: { processes },
      target: { context_tokens_max: 100_000 },
      top: { personal_data: { languages: ['en'], required: { EMAIL: 'A', PERSON: 'C' } } },
      ledger: { projection_batch_ms: 100 },
      reservations: { sweep_interval_ms: 2_000 },
    },
  );
  const environment = environmentFor(directory, config);
  const tenants: TestTenant[] = [];
  while (tenants.length < wallets)
    tenants.push(await seedTenant(environment, { creditEur: '1000000', piiEnabled: call !== 'short chat' }));
  bind(process.pid, `0-${last}`);
  const gateway = await started('src/main.ts', environment);
  bind(process.pid, last);
  try {
    const [line] = (await once(gateway.stdout ?? gateway, 'data')) as [Buffer];
    const { base_url: baseUrl } = JSON.parse(line.toString().replace('waybill ready ', '')) as { base_url: string };
    const loaded = { baseUrl, tenants, content: calls[call] };
    await load(loaded, warmUpSeconds * 1_000);
    const first = gateway.pid ?? 0;
    const pids = [first, ...childProcessesOf(first)];
    const before = pids.map(cpuMicrosOf);
    const begin = performance.now();
    const latencies = await load(loaded, seconds * 1_000);
    const ms = performance.now() - begin;
    const spent = pids.map((pid, index) => (cpuMicrosOf(pid) - (before[index] ?? 0)) / latencies.length);
    const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
    return {
      perSecond: (latencies.length / ms) * 1_000,
      p50: at(0.5),
      p99: at(0.99),
      cpuMicros: spent.reduce((sum, each) => sum + each, 0),
      countingMicros: processes === 1 ? 0 : (spent[0] ?? 0),
    };
  } finally {
    gateway.kill('SIGTERM');
    await once(gateway, 'exit');
    rmSync(directory, { recursive: true, force: true });
  }
}

const upstream = await started('infra/sandbox-upstream/main.ts', { SANDBOX_UPSTREAM_RECORD: '0' });
const [sandbox] = (await once(upstream, 'message')) as [{ readonly base_url: string }];
bind(upstream.pid ?? 0, last);
bind(process.pid, last);
const rows = (Object.keys(calls) as Call[]).flatMap((call) =>
  [1, 2, 3].map((processes) => ({ call, processes, figures: [] as Figures[] })),
);
for (let round = 0; round < rounds; round += 1) {
  for (const { call, processes, figures } of rows) figures.push(await measured(call, processes, sandbox));
}
upstream.kill('SIGTERM');

const of = (figures: readonly Figures[], name: keyof Figures): number => median(figures.map((each) => each[name]));
const lines = rows.map(({ call, processes, figures }) => {
  const alone = rows.find((row) => row.call === call && row.processes === 1)?.figures ?? [];
  const share = (name: keyof Figures): string => (of(figures, name) / of(alone, name)).toFixed(2);
  return [
    `| ${call} | ${processes}`,
    of(figures, 'perSecond').toFixed(0),
    share('perSecond'),
    of(figures, 'p50').toFixed(1),
    of(figures, 'p99').toFixed(1),
    of(figures, 'cpuMicros').toFixed(0),
    share('cpuMicros'),
    `${of(figures, 'countingMicros').toFixed(0)} |`,
  ].join(' | ');
});
const text = [
  `Made by \`npm run bench:processes\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${processors} processors, of which one`,
  `also has the load and the upstream. Load at the end: ${loadavg()[0]?.toFixed(1)}. Median of ${rounds} rounds of ${seconds} s, ${connections} connections, ${wallets} wallets.`,
  '`counting`: the part of the process that counts and hands out connections.',
  '',
  '| call | processes | requests/s | × | p50 ms | p99 ms | CPU µs/request | × | counting |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...lines,
  '',
].join('\n');
console.log(text);
if (!isQuick) writePart(join('docs', 'bench', 'request.md'), 'Several processes', text);
