// `npm run bench`: the gateway beside a bare Koa + undici proxy, in one run, and the ledger alone. Interleaved rounds, so
// that a machine that changes its pace changes it for both; ratios are what to read. Writes docs/bench/request.md.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { busyShares } from './cpu-profile.ts';
import { eventStoreDbReport } from './eventstoredb-load.ts';
import { medianResult, runLoad, type LoadResult } from './http-load.ts';
import { ledgerPairsPerSecond } from './ledger-load.ts';
import { median } from './median.ts';
import { writePage } from './bench-page.ts';
import { prepareGateway, requestBody, requestsAtOnce, warmUpRequests } from './request-load.ts';

const root = join(import.meta.dirname, '..', '..');
const scale = process.argv.includes('--quick') ? 0.2 : 1;
const rounds = process.argv.includes('--quick') ? 3 : 5;

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly apiKey: string;
}

if (process.argv.includes('--eventstoredb')) {
  const text = await eventStoreDbReport(scale);
  console.log(text);
  if (scale === 1) writeFileSync(join(root, 'docs', 'bench', 'eventstoredb.md'), text);
  process.exit(0);
}

const directory = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
const children: ChildProcess[] = [];

try {
  const sandbox = await start('infra/sandbox-upstream/main.ts', { SANDBOX_UPSTREAM_RECORD: '0' });
  const upstream = { baseUrl: sandbox.baseUrl, apiKey: 'sandbox-upstream-key' };
  const bare = await start('test/bench/bare-proxy.ts', {
    BENCH_UPSTREAM: upstream.baseUrl,
    BENCH_UPSTREAM_KEY: upstream.apiKey,
  });
  const gateway = await startGateway(upstream);
  const contenders: readonly Contender[] = [{ name: 'bare proxy', apiKey: 'none', ...bare }, gateway];

  const json = await compare(contenders, { model: 'light' }, 4_000 * scale);
  const stream = await compare(contenders, { model: 'light', stream: true }, 2_000 * scale);
  const alone = await compare(contenders, { model: 'light' }, 500, 1);
  const one = await medianRun(3, () => ledgerPairsPerSecond(1, 20_000 * scale, 256));
  const many = await medianRun(3, () => ledgerPairsPerSecond(10_000, 20_000 * scale, 256));

  const shares = await profile(upstream);

  const report = reportOf({ json, stream, alone, one, many, shares });
  console.log(report);
  if (scale === 1) writePage('docs/bench/request.md', report);
} finally {
  for (const child of children) child.kill('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
}

async function start(script: string, env: Record<string, string>): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = fork(join(root, script), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const message = await new Promise<{ base_url: string }>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { child, baseUrl: message.base_url };
}

async function startGateway(
  upstream: { baseUrl: string; apiKey: string },
  nodeOptions: readonly string[] = [],
): Promise<Contender> {
  const { environment, apiKey } = await prepareGateway(root, mkdtempSync(join(directory, 'gateway-')), upstream);
  const child = fork(join(root, 'src/main.ts'), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    execArgv: [...nodeOptions],
  });
  children.push(child);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => {
      resolve((JSON.parse(line.toString().replace('waybill ready ', '')) as { base_url: string }).base_url);
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  return { name: 'gateway', child, baseUrl, apiKey };
}

/** A gateway of its own under the sampling profiler, with JSON requests; its CPU time is not comparable, its shares are. */
async function profile(upstream: { baseUrl: string; apiKey: string }): Promise<ReturnType<typeof busyShares>> {
  const folder = mkdtempSync(join(directory, 'profile-'));
  const { child, baseUrl, apiKey } = await startGateway(upstream, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const body = requestBody({ model: 'light' });
  await runLoad({ baseUrl, apiKey, body, concurrency: requestsAtOnce, requests: 30_000 * scale, pid: child.pid ?? 0 });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return busyShares(folder);
}

async function compare(
  contenders: readonly Contender[],
  fields: Record<string, unknown>,
  requests: number,
  concurrency = requestsAtOnce,
): Promise<ReadonlyMap<string, LoadResult>> {
  const results = new Map<string, LoadResult[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const { name, child, baseUrl, apiKey } of contenders) {
      // The bare proxy does not rename models: it is sent the upstream's name.
      const model = name === 'gateway' ? fields['model'] : 'sandbox-small:frames-20';
      const body = requestBody({ ...fields, model });
      const count = round === 0 && concurrency > 1 ? warmUpRequests * scale : requests;
      const result = await runLoad({ baseUrl, apiKey, body, concurrency, requests: count, pid: child.pid ?? 0 });
      if (round > 0) results.set(name, [...(results.get(name) ?? []), result]);
    }
  }
  return new Map([...results].map(([name, measured]) => [name, medianResult(measured)]));
}

async function medianRun(times: number, measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let time = 0; time < times; time++) figures.push(await measure());
  return median(figures);
}

interface Figures {
  readonly json: ReadonlyMap<string, LoadResult>;
  readonly stream: ReadonlyMap<string, LoadResult>;
  readonly alone: ReadonlyMap<string, LoadResult>;
  readonly one: number;
  readonly many: number;
  readonly shares: ReturnType<typeof busyShares>;
}

function reportOf({ json, stream, alone, one, many, shares }: Figures): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`;
  const lines = [
    '# What a request takes',
    '',
    `Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${machine}.`,
    'Server, upstream and load share the machine. Median of the rounds; read the ratios. `npm run bench:pairs` compares two commits.',
    '',
    `Gateway: authentication, durable hold and settlement (SQLite, synchronous=FULL), projections, access log. ${requestsAtOnce} requests at once, but for the rows that say otherwise.`,
    '',
    '| load | server | requests/s | p50 ms | p99 ms | CPU µs/request | CPU ratio |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...rowsOf('JSON', json),
    ...rowsOf('SSE, 20 frames', stream),
    ...rowsOf('JSON, one at a time', alone),
    '',
    '| ledger, reserve + settle pairs | pairs/s |',
    '|---|---:|',
    `| one wallet, 256 at once | ${Math.round(one)} |`,
    `| 10,000 wallets, 256 at once | ${Math.round(many)} |`,
    '',
    '| goal | figure | |',
    '|---|---:|---|',
    ...goalRows({ json, stream, alone, one, many }),
    '',
    'Where the time of the gateway goes, JSON, all threads (sampling profiler; commit includes waiting for the disk):',
    '',
    '| area | share |',
    '|---|---:|',
    ...shares.map(([area, share]) => `| ${area} | ${(share * 100).toFixed(1)} % |`),
    '',
  ];
  return lines.join('\n');
}

/** The project's goals beside what was measured: a missed one says by how much. */
function goalRows({ json, stream, alone, one, many }: Omit<Figures, 'shares'>): string[] {
  const ratio = (results: ReadonlyMap<string, LoadResult>): number =>
    (results.get('gateway')?.cpuMicros ?? Number.NaN) / (results.get('bare proxy')?.cpuMicros ?? Number.NaN);
  const addedMs = (alone.get('gateway')?.p50 ?? Number.NaN) - (alone.get('bare proxy')?.p50 ?? Number.NaN);
  const atMost = (name: string, figure: number, goal: number, unit: string): string =>
    `| ${name} ≤ ${goal} ${unit} | ${figure.toFixed(2)} ${unit} | ${figure <= goal ? 'met' : `missed by ${(figure - goal).toFixed(2)} ${unit}`} |`;
  const atLeast = (name: string, figure: number, goal: number): string =>
    `| ${name} ≥ ${goal} pairs/s | ${Math.round(figure)} pairs/s | ${figure >= goal ? 'met' : `missed by ${Math.round(goal - figure)} pairs/s`} |`;
  return [
    atMost('CPU of the gateway, JSON', ratio(json), 2, '× bare'),
    atMost('CPU of the gateway, SSE', ratio(stream), 2, '× bare'),
    atMost('added p50, one at a time', addedMs, 1, 'ms'),
    atLeast('ledger, one wallet', one, 4_000),
    atLeast('ledger, many wallets', many, 5_000),
  ];
}

function rowsOf(load: string, results: ReadonlyMap<string, LoadResult>): string[] {
  const yardstick = results.get('bare proxy')?.cpuMicros ?? Number.NaN;
  return [...results].map(([name, result]) => {
    const cells = [
      Math.round(result.requestsPerSecond),
      result.p50.toFixed(2),
      result.p99.toFixed(2),
      Math.round(result.cpuMicros),
      `${(result.cpuMicros / yardstick).toFixed(2)} ×`,
    ];
    return `| ${load} | ${name} | ${cells.join(' | ')} |`;
  });
}
