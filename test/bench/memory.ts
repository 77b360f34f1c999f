// `npm run bench:memory`: what a gateway holds while it answers, streams and is hung up on, and whether that grows. Writes its
// section of docs/bench/report.md and leaves the rest as it is.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { MixedLoad } from './mixed-load.ts';
import { writeSection } from './report-sections.ts';

const root = join(import.meta.dirname, '..', '..');
const heading = '## Memory';
const minutes = Number(process.argv[process.argv.indexOf('--minutes') + 1] ?? Number.NaN) || 20;
const sampleMs = 2_000;

const directory = mkdtempSync(join(tmpdir(), 'waybill-memory-'));
const children: ChildProcess[] = [];
try {
  const sandbox = await started('infra/sandbox-upstream/main.ts', { SANDBOX_UPSTREAM_RECORD: '0' });
  const upstream = { baseUrl: sandbox.baseUrl, apiKey: 'sandbox-upstream-key' };
  const config = testConfig(upstream, {
    ledger: { projection_batch_ms: 100 },
    reservations: { sweep_interval_ms: 2_000 },
    target: { model: 'sandbox-small:frames-20' },
  });
  const environment = { ...environmentFor(directory, config), WAYBILL_LOG_LEVEL: 'info' };
  const { apiKey } = await seedTenant(environment, { creditEur: '1000000' });
  const gateway = await started('src/main.ts', environment);
  const load = new MixedLoad(gateway.baseUrl, apiKey);
  const samples = await sampled(gateway.child.pid ?? 0);
  await load.stop();
  const section = sectionOf(samples, load);
  console.log(section);
  writeSection(heading, section);
} finally {
  for (const child of children) child.kill('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
}

/** A process that tells its address: by a message, or by the line of a gateway that is ready. */
async function started(script: string, env: Record<string, string>): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = fork(join(root, script), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  children.push(child);
  const { base_url: baseUrl } = await new Promise<{ base_url: string }>((resolve, reject) => {
    child.once('message', resolve);
    child.stdout?.on('data', (line: Buffer) => {
      const said = /^waybill ready (\{.*\})/m.exec(line.toString())?.[1];
      if (said !== undefined) resolve(JSON.parse(said) as { base_url: string });
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { child, baseUrl };
}

interface Sample {
  readonly minute: number;
  readonly memoryMb: number;
}

async function sampled(pid: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const beganAtMs = performance.now();
  for (let minute = 0; minute < minutes; minute = (performance.now() - beganAtMs) / 60_000) {
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    samples.push({ minute, memoryMb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024 });
  }
  return samples;
}

/** The least of each minute: what is there behind what the collector has not come to yet. */
function leastByMinute(samples: readonly Sample[]): readonly Sample[] {
  const byMinute = Map.groupBy(samples, ({ minute }) => Math.floor(minute));
  return [...byMinute].map(([minute, of]) => ({
    minute,
    memoryMb: Math.min(...of.map(({ memoryMb }) => memoryMb)),
  }));
}

/** MB in ten minutes, by least squares. */
function growthOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, it) => sum + of(it), 0) / samples.length;
  const [minute, memoryMb] = [mean((it) => it.minute), mean((it) => it.memoryMb)];
  const along = samples.reduce((sum, it) => sum + (it.minute - minute) * (it.memoryMb - memoryMb), 0);
  return (along / samples.reduce((sum, it) => sum + (it.minute - minute) ** 2, 0)) * 10;
}

function sectionOf(samples: readonly Sample[], { answered, streamed, hungUp }: MixedLoad): string {
  const least = leastByMinute(samples);
  const warm = least.filter(({ minute }) => minute >= minutes / 2);
  const growthMb = growthOf(warm);
  const at = (minute: number): string => (least[Math.min(minute, least.length - 1)]?.memoryMb ?? Number.NaN).toFixed(1);
  return [
    heading,
    '',
    `**${growthMb.toFixed(1)} MB** is what the resident memory of a gateway grows by in ten minutes of mixed load, by least squares`,
    `over the least of each minute of the second half of ${minutes} minutes (goal: below 1 MB).`,
    '',
    `Made by \`npm run bench:memory\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; the machine was at a`,
    `load of ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors. ${answered} whole answers, ${streamed} streams, ${hungUp} hung up on.`,
    '',
    '| after | MB |',
    '|---|---:|',
    `| one minute | ${at(1)} |`,
    `| half of the time | ${at(Math.floor(minutes / 2))} |`,
    `| the end | ${at(Math.ceil(minutes) - 1)} |`,
    `| the most that was seen | ${Math.max(...samples.map(({ memoryMb }) => memoryMb)).toFixed(1)} |`,
    '',
  ].join('\n');
}
