// `npm run bench:archive`: what an archive costs, by the length of the ledger. Writes docs/bench/archive.md.
// `--events=1000000,10000000` chooses the sizes; `--histories=DIRECTORY` takes histories that `npm run bench:ledger` has kept.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { startS3StandIn } from '../_support/s3-stand-in.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePage } from './bench-page.ts';
import { ProcessWatch, runWaybill, type Watched } from './watched-process.ts';

const sizes = (option('events') ?? '100000,1000000').split(',').map(Number);
const histories = option('histories');
const rangeBytes = 33_554_432;
const wallets = 10_000;

interface Row extends Written {
  readonly events: number;
  readonly archived: Watched & { readonly ranges: number; readonly threadCpuMs: number; readonly pauseMs: number };
  readonly verified: Watched;
  readonly restored: Watched;
  readonly ledgerVerified: Watched;
}

interface Written {
  readonly bytes: Readonly<Record<'events' | 'charges' | 'postings', number>>;
}

function option(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

const rows: Row[] = [];
for (const events of sizes) {
  const row = await measured(events);
  rows.push(row);
  console.log(lineOf(row));
}
writePage('docs/bench/archive.md', pageOf(rows));

async function measured(events: number): Promise<Row> {
  const [teardown, scratch] = [new SharedTeardown(), mkdtempSync(join(tmpdir(), 'waybill-archive-'))];
  try {
    const s3 = await startS3StandIn(teardown);
    const path = await historyOf(events, scratch);
    const archived = await archiving(path, JSON.stringify(s3.settings));
    const bytes = { events: 0, charges: 0, postings: 0 };
    const copy = join(scratch, 'copy');
    for (const [key, object] of s3.objects) {
      const name = key.slice(s3.settings.prefix.length);
      const folder = name.split('/')[0] ?? '';
      if (folder === 'events' || folder === 'charges' || folder === 'postings') bytes[folder] += object.length;
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      writeFileSync(join(copy, name), object);
    }
    s3.objects.clear();
    const restoredInto = { WAYBILL_DATA_DIR: join(scratch, 'restored') };
    const verified = await runWaybill({}, 'archive', 'verify', copy, '--json');
    const restored = await runWaybill(restoredInto, 'archive', 'restore', copy, '--json');
    const ledgerVerified = await runWaybill(restoredInto, 'ledger', 'verify', '--json');
    return { events, bytes, archived, verified, restored, ledgerVerified };
  } finally {
    await teardown.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The file of a ledger with so many events. */
async function historyOf(events: number, scratch: string): Promise<string> {
  const kept = histories === undefined ? null : join(histories, `${events}-${wallets}`, 'data', 'ledger.db');
  if (kept !== null && existsSync(kept)) return kept;
  const path = join(scratch, 'ledger.db');
  await writeLedgerHistory({ path, events, wallets: Math.min(wallets, events / 4), closingEvents: 256 });
  return path;
}

async function archiving(path: string, settings: string): Promise<Row['archived']> {
  const script = join(import.meta.dirname, '..', '_support', 'archiving-process.ts');
  const child = spawn(process.execPath, [script, path, settings, String(rangeBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const watch = new ProcessWatch(child.pid ?? 0);
  // Its last line is what it took.
  const said = JSON.parse((await text(child.stdout)).split('\n').at(-2) ?? '') as Omit<Row['archived'], keyof Watched>;
  return { ...watch.stop(), ...said };
}

function lineOf({ events, bytes, archived, verified, restored, ledgerVerified }: Row): string {
  const mb = (value: number): string => (value / 1e6).toFixed(1);
  return `| ${[
    whole(events),
    whole(archived.ranges),
    (archived.milliseconds / 1_000).toFixed(1),
    ((archived.cpuMilliseconds * 1_000) / events).toFixed(1),
    ((archived.threadCpuMs * 1_000) / events).toFixed(1),
    archived.pauseMs.toFixed(0),
    whole(archived.memoryMb),
    mb(bytes.events),
    mb(bytes.charges),
    mb(bytes.postings),
    ...[verified, restored, ledgerVerified].map(
      ({ cpuMilliseconds, memoryMb }) => `${(cpuMilliseconds / 1_000).toFixed(1)} · ${whole(memoryMb)}`,
    ),
  ].join(' | ')} |`;
}

function pageOf(found: readonly Row[]): string {
  return [
    '# The archive',
    '',
    'What [archiving](../archive.md) a ledger costs that was not archived before: holds and settlements of 10,000 wallets (2,500 where there are only 100,000',
    `events), in ranges of ${rangeBytes / 1_048_576} MiB, into a bucket on the same machine. *CPU*: of all threads of the process for an event, and of its first thread alone, which in a`,
    'gateway serves requests; *pause*: the longest time in which that thread did nothing else. *verify*, *restore* and `ledger verify` of what was restored are commands of their own:',
    'seconds of processor time, and MB. Memory is the most that the process held: of `archive verify` and `restore` it grows with the streams, not with the events.',
    '',
    `Made by \`npm run bench:archive -- --events=${sizes.join(',')}\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${cpus().length} processors at a load of ${(loadavg()[0] ?? 0).toFixed(1)} at the end:`,
    'what others do there is in the figures.',
    '',
    '| events | ranges | s | CPU µs/event | first thread µs/event | pause ms | MB | events MB | charges MB | postings MB | verify CPU s · MB | restore CPU s · MB | ledger verify CPU s · MB |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...found.map(lineOf),
    '',
    ...found.slice(-1).map(tenMillion),
  ].join('\n');
}

/** What ten million events would cost by the last row: each range is packed by itself, whatever was before it. */
function tenMillion({ events, archived, bytes }: Row): string {
  const times = 10_000_000 / events;
  const [minutes, gb] = [
    (archived.cpuMilliseconds * times) / 60_000,
    (bytes.events + bytes.charges + bytes.postings) * times,
  ];
  return (
    `Ten million events, by the last row, because each range is packed by itself: ${whole(archived.ranges * times)} ranges, ` +
    `${whole(minutes)} minutes of processor time, ${(gb / 1e9).toFixed(1)} GB.\n`
  );
}
