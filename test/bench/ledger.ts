// `npm run bench:ledger`: what a long history costs: start, first call, verify, rebuild and memory, in one wallet and in
// many. Writes docs/bench/ledger.md. `--events=10000,1000000` chooses the sizes; `--nightly` adds ten million.
// `--histories=DIRECTORY` writes the histories there and takes those that are: ten million events take ten minutes to write.
// With `--write-only` too they are written and rebuilt, and nothing is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { callChat } from '../_support/chat-call.ts';
import { environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePage } from './bench-page.ts';
import { verifyFloor, type FloorLine } from './verify-floor.ts';
import { ProcessWatch, runWaybill } from './watched-process.ts';

const root = join(import.meta.dirname, '..', '..');
const named = option('events');
const histories = option('histories');
const nightly = process.argv.includes('--nightly') ? [10_000_000] : [];
const sizes = [...(named?.split(',').map(Number) ?? [10_000, 1_000_000]), ...nightly];
/** A wallet has at least its opening, a credit and one pair. */
const eventsPerWalletMin = 4;
/** The pieces of a verification take as long each as it takes: of longer histories they are not told apart. */
const floorEventsMax = 2_000_000;
/** As the gateway closes wallets. */
const closingEvents = 256;

interface Row {
  readonly events: number;
  readonly wallets: number;
  readonly rebuildMs: number;
  readonly startMs: number;
  readonly firstCallMs: number;
  readonly secondCallMs: number;
  readonly gatewayMb: number;
  readonly showMs: number;
  readonly verifyMs: number;
  readonly verifyCpuMs: number;
  readonly verifyMb: number;
  readonly floor: readonly FloorLine[];
}

function option(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

const teardown = new SharedTeardown();
const rows: Row[] = [];
const loads: number[] = [];
try {
  const sandbox = await startSandbox(teardown);
  for (const events of sizes) {
    for (const wallets of [1, Math.min(10_000, Math.floor(events / eventsPerWalletMin))]) {
      if (process.argv.includes('--write-only')) await written(sandbox, events, wallets);
      else rows.push(await measured(sandbox, events, wallets));
      loads.push(loadavg()[0] ?? 0);
      console.log(lineOf(rows.at(-1)));
    }
  }
  if (rows.length > 0) {
    const page = pageOf(rows);
    console.log(page);
    writePage('docs/bench/ledger.md', page);
  }
} finally {
  await teardown.end();
}

/** A history on the disk, its read models rebuilt. */
interface History {
  readonly events: number;
  readonly walletId: string;
  readonly rebuildMs: number;
}

async function measured(sandbox: Parameters<typeof testConfig>[0], wanted: number, wallets: number): Promise<Row> {
  const { environment, history, end } = await written(sandbox, wanted, wallets);
  try {
    const { events, walletId, rebuildMs } = history;
    const { apiKey } = await seedTenant(environment, { walletId });
    const gateway = await startedGateway(environment);
    const calls = [await callMs(gateway, apiKey), await callMs(gateway, apiKey)];
    const { memoryMb } = await gateway.stop();
    const shown = await runWaybill(environment, 'wallets', 'show', walletId, '--json');
    const verified = await runWaybill(environment, 'ledger', 'verify', '--json');
    return {
      events,
      wallets,
      rebuildMs,
      startMs: gateway.startMs,
      firstCallMs: calls[0] ?? 0,
      secondCallMs: calls[1] ?? 0,
      gatewayMb: memoryMb,
      showMs: shown.milliseconds,
      verifyMs: verified.milliseconds,
      verifyCpuMs: verified.cpuMilliseconds,
      verifyMb: verified.memoryMb,
      floor: events > floorEventsMax ? [] : await verifyFloor(environment['WAYBILL_DATA_DIR'] ?? ''),
    };
  } finally {
    end();
  }
}

/** A history of that size: one that was written before, where there is one. `end` removes what is not to be kept. */
async function written(sandbox: Parameters<typeof testConfig>[0], wanted: number, wallets: number) {
  const directory =
    histories === undefined ? mkdtempSync(join(tmpdir(), 'waybill-history-')) : join(histories, `${wanted}-${wallets}`);
  const end = (): void => {
    if (histories === undefined) rmSync(directory, { recursive: true, force: true });
  };
  mkdirSync(directory, { recursive: true });
  const environment = environmentFor(directory, testConfig(sandbox));
  const note = join(directory, 'history.json');
  // Its own note, written last.
  if (existsSync(note)) return { environment, history: JSON.parse(readFileSync(note, 'utf8')) as History, end };
  const path = join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db');
  const events = await writeLedgerHistory({ path, events: wanted, wallets, closingEvents });
  const walletId = await firstWallet(path);
  const rebuilt = await runWaybill(environment, 'projections', 'rebuild', '--json');
  const history: History = { events, walletId, rebuildMs: rebuilt.milliseconds };
  writeFileSync(note, JSON.stringify(history));
  return { environment, history, end };
}

async function firstWallet(path: string): Promise<string> {
  await using log = await openSqliteEventLog({ path });
  const [first] = await log.readAll({ limit: 1 });
  return first?.stream.replace('wallet-', '') ?? '';
}

/** A gateway as a process of its own, from its start until it says that it is ready. */
async function startedGateway(environment: Readonly<Record<string, string>>) {
  const began = performance.now();
  const child = fork(join(root, 'src/main.ts'), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const watch = new ProcessWatch(child.pid ?? 0);
  const [line] = (await Promise.race([
    once(child.stdout ?? child, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the gateway ended with ${String(code)}`))),
  ])) as [Buffer];
  const startMs = performance.now() - began;
  const { base_url: baseUrl } = JSON.parse(line.toString().replace('waybill ready ', '')) as { base_url: string };
  return {
    baseUrl,
    startMs,
    stop: async () => {
      const watched = watch.stop();
      child.kill('SIGTERM');
      await once(child, 'exit');
      return watched;
    },
  };
}

/** How long an answer took; one that is refused because the wallet is still being read is asked for again. */
async function callMs(gateway: { readonly baseUrl: string }, apiKey: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const body = { model: 'light', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };
    const { status, text } = await callChat(gateway, apiKey, body).seen;
    if (status === 200) return performance.now() - began;
    if (status !== 503) throw new Error(`the call was answered with ${status}: ${text}`);
  }
}

function lineOf(row: Row | undefined): string {
  if (row === undefined) return '';
  const perSecond = (row.events * 1_000) / row.verifyMs;
  const cpu = (row.verifyCpuMs * 1_000) / row.events;
  const history = [row.events, row.wallets, row.startMs, row.firstCallMs, row.secondCallMs, row.gatewayMb, row.showMs];
  const cells = [...history, row.rebuildMs, row.verifyMs, perSecond].map(whole);
  return `| ${[...cells, cpu.toFixed(1), whole(row.verifyMb)].join(' | ')} |`;
}

function floorLineOf({ events, wallets, floor }: Row): string {
  const cells = [whole(events), whole(wallets), ...floor.map(([, microseconds]) => microseconds.toFixed(1))];
  return `| ${cells.join(' | ')} |`;
}

function pageOf(found: readonly Row[]): string {
  return [
    '# Long histories',
    '',
    'What a ledger costs that has grown long, embedded engine. *first call*: after the start, its wallet not yet in memory; *second*:',
    'the one after it, both with an upstream that answers at once. *show*: `waybill wallets show`, *rebuild*: all read models, each a',
    'process of its own. *CPU*: of `waybill ledger verify`, startup included. Memory is the most that the process held.',
    ...(histories === undefined
      ? []
      : ['Histories that an earlier run had written (`--histories`) stand with the rebuild of that run.']),
    '',
    `Made by \`npm run bench:ledger\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; the machine was at a`,
    `load of ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} on ${cpus().length} processors: what others do there is in the figures.`,
    '',
    '| events | wallets | start ms | first call ms | second ms | gateway MB | show ms | rebuild ms | verify ms | verify events/s | CPU µs/event | verify MB |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...found.map(lineOf),
    '',
    'Where the processor time of `waybill ledger verify` goes, µs for an event, in its one thread: the last three columns add up to the',
    'whole. What SQLite and SHA-256 take by themselves is the floor.',
    '',
    `| events | wallets | ${(found[0]?.floor ?? []).map(([what]) => what).join(' | ')} |`,
    `|---:|---:|${(found[0]?.floor ?? []).map(() => '---:').join('|')}|`,
    ...found.filter(({ floor }) => floor.length > 0).map(floorLineOf),
    '',
  ].join('\n');
}
