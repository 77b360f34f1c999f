// `npm run bench:packs`: what an audit pack and an export cost. Writes docs/bench/packs.md. `--charges=100000,1000000`
// chooses the sizes.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { writePage } from './bench-page.ts';
import { runWaybill } from './watched-process.ts';

const named = process.argv.find((word) => word.startsWith('--charges='))?.slice('--charges='.length);
const sizes = named?.split(',').map(Number) ?? [100_000, 500_000, 1_000_000];
const walletCount = 1_000;
const whole = (value: number): string => Math.round(value).toLocaleString('en');

interface Manifest {
  readonly events: { readonly count: number; readonly bytes: number };
  readonly sheets: readonly { readonly rows: number; readonly bytes: number }[];
}

const rows: string[] = [];
const loads: number[] = [];
for (const charges of sizes) {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-packs-'));
  try {
    await writeLedgerHistory({ path: join(directory, 'ledger.db'), events: charges * 2, wallets: walletCount });
    const environment = { WAYBILL_DATA_DIR: directory };
    const today = new Date().toISOString().slice(0, 10);
    const days = ['--from', '2000-01-01', '--to', today];
    const checkpoint = await runWaybill(environment, 'ledger', 'checkpoint', '--json');
    loads.push(loadavg()[0] ?? 0);
    const pack = await runWaybill(environment, 'audit', 'pack', ...days, '--out', join(directory, 'pack'), '--json');
    const exported = await runWaybill(environment, 'ledger', 'export', '--format', 'csv');
    const { events, sheets } = JSON.parse(pack.stdout) as Manifest;
    const bytes = sheets.reduce((sum, sheet) => sum + sheet.bytes, events.bytes);
    rows.push(
      `| ${[
        whole(charges),
        whole(events.count),
        whole(sheets.reduce((sum, sheet) => sum + sheet.rows, 0)),
        whole(bytes / 1e6),
        whole(checkpoint.milliseconds),
        whole(pack.milliseconds),
        whole(pack.cpuMilliseconds),
        whole(pack.memoryMb),
        whole(exported.milliseconds),
        whole(exported.cpuMilliseconds),
        whole(exported.memoryMb),
      ].join(' | ')} |`,
    );
    console.log(rows.at(-1));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

writePage(
  'docs/bench/packs.md',
  `# Audit packs

What \`waybill audit pack\` and \`ledger export\` cost, of a ledger with so many charges in ${whole(walletCount)} wallets,
embedded engine, all of it within the days of the pack: the log is read twice, and events, postings, balances
and digests are written. *checkpoint*: the first one, of the whole log; *export*: \`waybill ledger export --format csv\` of all of it.
CPU is of all threads; memory is the most that the process held.

Made by \`npm run bench:packs\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; load
${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} on ${cpus().length} processors: others' work is in the figures.

| charges | events | rows | MB written | checkpoint ms | pack ms | CPU ms | MB | export ms | CPU ms | MB |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}
`,
);
