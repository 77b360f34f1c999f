// `npm run bench:gateways`: one, two and three gateways on one ledger, with one wallet and with a wallet each, in one run.
// The protocol peer takes some milliseconds for each write, as a server's disk does, and calls are paced by the upstream,
// so that what gateways do to each other shows, not how many processors the machine has. Writes its part of a page.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { writePart } from './bench-page.ts';
import { loadGateways, startGateways, type Fleet, type FleetResult } from './gateway-fleet.ts';

const isQuick = process.argv.includes('--quick');
const flushMs = 3;
const upstreamMs = 20;
const connections = 48;
const seconds = isQuick ? 4 : 10;
const rounds = isQuick ? 1 : 3;

interface Row {
  readonly engine: Fleet['engine'];
  readonly wallets: 'one wallet' | 'a wallet each';
  readonly gateways: number;
  readonly results: FleetResult[];
}

const rows: Row[] = [];
for (const engine of ['eventstoredb', 'sqlite'] as const) {
  await using fleet = await startGateways({ engine, gateways: 3, flushMs, upstreamMs });
  for (let round = 0; round <= rounds; round += 1) {
    for (const wallets of ['one wallet', 'a wallet each'] as const) {
      for (const gateways of [1, 2, 3]) {
        const load = { gateways, isWalletShared: wallets === 'one wallet', connections };
        // The first round is for the compiler.
        const result = await loadGateways(fleet, { ...load, ms: (round === 0 ? 3 : seconds) * 1_000 });
        if (round > 0) rowOf({ engine, wallets, gateways }).results.push(result);
      }
    }
  }
}

const text = pageOf(rows);
console.log(text);
if (!isQuick) writePart(join('docs', 'bench', 'eventstoredb.md'), 'Several gateways', text);

function rowOf(wanted: Omit<Row, 'results'>): Row {
  const { engine, wallets, gateways } = wanted;
  const found = rows.find((row) => row.engine === engine && row.wallets === wallets && row.gateways === gateways);
  if (found !== undefined) return found;
  const row = { ...wanted, results: [] };
  rows.push(row);
  return row;
}

function median(row: Row, figure: keyof FleetResult): number {
  const sorted = row.results.map((result) => result[figure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function pageOf(measured: readonly Row[]): string {
  const lines = measured.map((row) => {
    const alone = rowOf({ ...row, gateways: 1 });
    const share = (figure: keyof FleetResult): string => (median(row, figure) / median(alone, figure)).toFixed(2);
    return [
      `| ${row.engine}, ${row.wallets} | ${row.gateways}`,
      median(row, 'perSecond').toFixed(0),
      share('perSecond'),
      median(row, 'p50').toFixed(0),
      median(row, 'p99').toFixed(0),
      share('p99'),
      median(row, 'cpuMicros').toFixed(0),
      share('cpuMicros'),
      `${row.results.reduce((sum, { refused }) => sum + refused, 0)} |`,
    ].join(' | ');
  });
  return [
    `Made by \`npm run bench:gateways\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${cpus().length} CPUs for everything.`,
    `${connections} connections in all, shared evenly by the gateways; the upstream answers after ${upstreamMs} ms; the peer takes ${flushMs} ms for each`,
    `write to its disk, and has none. Median of ${rounds} rounds. × is beside one gateway in the same run; CPU is of all gateways.`,
    '',
    '| ledger | gateways | requests/s | × | p50 ms | p99 ms | × | CPU µs/request | × | not 200 |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}
