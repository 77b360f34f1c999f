// `npm run bench:gateways`: one to four gateways on one ledger, with one wallet and a wallet each, in one run.
// The protocol peer takes some milliseconds for each write, as a server's disk does, and calls are paced by the upstream,
// so that what gateways do to each other shows, not how many processors the machine has. One gateway with as little load as
// each of several is measured beside them, as less load alone costs more CPU for a request. Writes its part of a page.
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { writePart } from './bench-page.ts';
import { loadGateways, startGateways, type Fleet, type FleetResult } from './gateway-fleet.ts';
import { median } from './median.ts';

const page = join('docs', 'bench', 'eventstoredb.md');
const isQuick = process.argv.includes('--quick');
const flushMs = 3;
const upstreamMs = 20;
const connections = 48;
const seconds = isQuick ? 4 : 6;
/** For the compiler: each gateway alone serves some ten thousand requests before anything is measured. */
const warmUpSeconds = isQuick ? 8 : 15;
const fleetSize = 4;
const rounds = isQuick ? 1 : 3;

interface Row {
  readonly engine: Fleet['engine'];
  readonly wallets: 'one wallet' | 'a wallet each';
  readonly gateways: number;
  /** At all gateways together. */
  readonly connections: number;
  readonly results: FleetResult[];
}

const loads: readonly Pick<Row, 'wallets' | 'gateways' | 'connections'>[] = [
  { wallets: 'one wallet', gateways: 1, connections },
  { wallets: 'one wallet', gateways: 2, connections },
  { wallets: 'one wallet', gateways: 3, connections },
  { wallets: 'one wallet', gateways: 4, connections },
  { wallets: 'one wallet', gateways: 1, connections: connections / 2 },
  { wallets: 'one wallet', gateways: 1, connections: connections / 3 },
  { wallets: 'one wallet', gateways: 1, connections: connections / 4 },
  { wallets: 'a wallet each', gateways: 1, connections },
  { wallets: 'a wallet each', gateways: 2, connections },
  { wallets: 'a wallet each', gateways: 3, connections },
  { wallets: 'a wallet each', gateways: 4, connections },
];

const rows: Row[] = [];
for (const engine of ['eventstoredb', 'sqlite'] as const) {
  await using fleet = await startGateways({ engine, gateways: fleetSize, flushMs, upstreamMs });
  for (let from = 0; from < fleetSize; from += 1) {
    await loadGateways(fleet, { gateways: 1, from, isWalletShared: true, connections, ms: warmUpSeconds * 1_000 });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const load of loads) {
      const isWalletShared = load.wallets === 'one wallet';
      // Each gateway is measured alone in turn: one that was called more often would be the faster for it.
      const from = round % fleetSize;
      const result = await loadGateways(fleet, { ...load, from, isWalletShared, ms: seconds * 1_000 });
      rowOf({ engine, ...load }).results.push(result);
    }
  }
}

const text = pageOf(rows);
console.log(text);
const parts = partsOf(rows);
console.log(parts);
if (!isQuick) {
  writePart(page, 'Several gateways', text);
  writePart(page, 'CPU of several gateways, by part', parts);
}

function rowOf(wanted: Omit<Row, 'results'>): Row {
  const found = rows.find(
    (row) =>
      row.engine === wanted.engine &&
      row.wallets === wanted.wallets &&
      row.gateways === wanted.gateways &&
      row.connections === wanted.connections,
  );
  if (found !== undefined) return found;
  const row = { ...wanted, results: [] };
  rows.push(row);
  return row;
}

function medianOf(row: Row, figure: keyof FleetResult): number {
  return median(row.results.map((result) => result[figure]));
}

/** Where the CPU time of a request goes. What is left of it is of Node's own threads: the compiler, the garbage collector. */
function partsOf(measured: readonly Row[]): string {
  const figures = ['cpuMicros', 'mainMicros', 'engineMicros', 'followerMicros'] as const;
  const lines = measured.map((row) => {
    const told = figures.map((figure) => medianOf(row, figure).toFixed(0));
    const wallets = `${row.engine}, ${row.wallets}`;
    return `| ${[wallets, `${row.gateways} × ${row.connections / row.gateways}`, ...told].join(' | ')} |`;
  });
  return [
    `Made by the same run, at a load of ${loadavg()[0]?.toFixed(1)} at its end. Microseconds for each request, of all gateways that were called: all threads, the main`,
    'threads (requests, and read models), the threads of the engine. The last column is what each gateway spent that was not called and followed only.',
    '',
    '| ledger | gateways × connections | CPU | main | engine | each follower |',
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}

function pageOf(measured: readonly Row[]): string {
  const lines = measured.map((row) => {
    const { engine, wallets, gateways } = row;
    const alone = rowOf({ engine, wallets, gateways: 1, connections });
    const alike = rowOf({ engine, wallets: 'one wallet', gateways: 1, connections: row.connections / gateways });
    const share = (figure: keyof FleetResult, other = alone): string =>
      (medianOf(row, figure) / medianOf(other, figure)).toFixed(2);
    return [
      `| ${engine}, ${wallets} | ${gateways} × ${row.connections / gateways}`,
      medianOf(row, 'perSecond').toFixed(0),
      share('perSecond'),
      medianOf(row, 'p50').toFixed(0),
      medianOf(row, 'p99').toFixed(0),
      share('p99'),
      medianOf(row, 'cpuMicros').toFixed(0),
      share('cpuMicros'),
      share('cpuMicros', alike),
      `${row.results.reduce((sum, { refused }) => sum + refused, 0)} |`,
    ].join(' | ');
  });
  return [
    `Made by \`npm run bench:gateways\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${cpus().length} CPUs for everything.`,
    `Load of them at the end: ${loadavg()[0]?.toFixed(1)}. The upstream answers after ${upstreamMs} ms; the peer takes ${flushMs} ms for each write to its disk,`,
    `and has none. Median of ${rounds} rounds of ${seconds} s. × is beside one gateway with ${connections} connections in the same run; CPU is of all`,
    `gateways. "alike": beside one gateway with as many connections as each has.`,
    '',
    '| ledger | gateways × connections | requests/s | × | p50 ms | p99 ms | × | CPU µs/request | × | × alike | not 200 |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}
