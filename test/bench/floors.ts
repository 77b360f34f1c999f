// `npm run bench:floors`: what each guarantee costs at least, by itself and warm, and for how long who stands still under load.
// `-- --quick`: fewer. Writes two parts of docs/bench/levers.md.
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { readChatInference } from '../../src/protocols/chat/inference.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, testConfig } from '../_support/gateway.ts';
import { spawnSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePart } from './bench-page.ts';
import { runLoad } from './http-load.ts';
import { ledgerPairsPerSecond } from './ledger-load.ts';

const scale = process.argv.includes('--quick') ? 0.1 : 1;
const page = 'docs/bench/levers.md';
const measured = (): string => `Made by \`npm run bench:floors\` at a load of ${(loadavg()[0] ?? 0).toFixed(1)}`;

/** CPU time of all threads of this process, microseconds for each of so many. */
async function micros(count: number, work: (count: number) => unknown): Promise<string> {
  await work(Math.ceil(count / 4));
  const before = process.cpuUsage();
  await work(count);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / count).toFixed(1);
}

function times(work: () => unknown): (count: number) => void {
  return (count) => {
    for (let nth = 0; nth < count; nth += 1) work();
  };
}

/** Holds and settlements as two events of 400 bytes, of so many requests a commit. */
async function microsOfCommits(requests: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const log = await openSqliteEventLog({ path: join(folder, 'ledger.db') });
  const data = JSON.stringify({ filled: 'x'.repeat(388) });
  const event = () => ({ id: randomUUID(), type: 'CreditReserved', data, metadata: '{}' });
  const spent = await micros(400 * requests * scale, async (count) => {
    for (let nth = 0; nth < (2 * count) / requests; nth += 1) {
      await log.append('wallet-1', 'any', Array.from({ length: requests }, event));
    }
  });
  await log[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
  return spent;
}

const body = Buffer.from(
  JSON.stringify({ model: 'light', max_tokens: 64, messages: [{ role: 'user', content: 'How many? '.repeat(140) }] }),
);
const reading = { jsonLimits: {}, mintResponseId: () => 'resp_1' };
const target = { model: 'small', outputTokensMax: 64, effort: null, efforts: [], thinking: 'none' } as const;

function readAndWrite(): unknown {
  const own = Buffer.from(body); // what was scanned once is known by its buffer
  return readChatInference(own, reading).write({ ...target, hasOpaqueReasoning: false, hostedToolUsesMax: 0 });
}

async function floors(): Promise<string> {
  const hasher = createHmacKeyHasher(randomBytes(32));
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const rows = [
    [
      'look a key up by its hash',
      await micros(
        50_000 * scale,
        times(() => hasher.hash('wb_0123456789abcdef')),
      ),
    ],
    ['scan, read and write a body of 1.5 kB', await micros(20_000 * scale, times(readAndWrite))],
    [
      'seal an answer of 1.5 kB that is stored',
      await micros(
        20_000 * scale,
        times(() => cipher.seal(body, 'bench')),
      ),
    ],
    [
      'decide, encode, commit: hold and settlement, 32 at once',
      await micros(20_000 * scale, (n) => ledgerPairsPerSecond(1, n, 32)),
    ],
  ];
  for (const requests of [1, 8, 16, 32]) {
    const row = `of it: two events of 400 bytes to the disk, ${requests} requests a commit`;
    rows.push([row, await microsOfCommits(requests)]);
  }
  return `${markdownTable(['guarantee', 'CPU, µs a request'], rows)}\n\n${measured()}.\n`;
}

/** What a thread ran, and what it waited for a processor, milliseconds (Linux, `schedstat`). */
function scheduled(pid: number): readonly [number, number] {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return [ran / 1e6, waited / 1e6];
}

/** How long the disk takes for a file of 40 KB, as long as `isOn`: what a commit writes. Milliseconds. */
async function diskTimes(isOn: () => boolean): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const file = openSync(join(folder, 'written'), 'w');
  const piece = Buffer.alloc(40_960, 1);
  const took: number[] = [];
  while (isOn()) {
    writeSync(file, piece, 0, piece.length, (took.length % 100) * piece.length);
    const beganAt = performance.now();
    fsyncSync(file);
    took.push(performance.now() - beganAt);
    await pause(20);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return took;
}

function distribution(what: string, took: readonly number[], seconds: number): readonly string[] {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  const perSecond = took.reduce((sum, one) => sum + one, 0) / seconds;
  return [what, String(took.length), at(0.5), at(0.9), at(0.99), at(1), perSecond.toFixed(1)];
}

interface Standstills {
  readonly young: readonly number[];
  readonly whole: readonly number[];
  readonly turnsMs: readonly number[];
}

/** One gateway under 32 requests at once: who stood still for how long, beside the disk by itself. */
async function tail(): Promise<string> {
  const shared = new SharedTeardown();
  try {
    const sandbox = await spawnSandbox(shared, { record: false });
    const directory = dataDirectory(shared);
    const written = join(directory, 'standstills.json');
    const environment = {
      ...environmentFor(directory, testConfig(sandbox, { ledger: { projection_batch_ms: 100 } })),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'standstill-probe.ts')}`,
      BENCH_STANDSTILLS: written,
    };
    const { apiKey } = await seedTenant(environment, { creditEur: '1000000' });
    const { baseUrl, child, kill } = await spawnGateway(shared, environment);
    const load = { baseUrl, apiKey, body: body.toString(), concurrency: 32, pid: child.pid ?? 0 };
    await runLoad({ ...load, requests: 12_000 * scale });
    const before = scheduled(load.pid);
    const beganAt = performance.now();
    let isOn = true;
    const disk = diskTimes(() => isOn);
    const { p50, p99, requestsPerSecond } = await runLoad({ ...load, requests: 12_000 * scale });
    isOn = false;
    const seconds = (performance.now() - beganAt) / 1_000;
    const [ran, waited] = scheduled(load.pid).map((now, nth) => (now - (before[nth] ?? 0)) / seconds);
    const waits = await disk;
    await kill('SIGTERM');
    // The probe has written it.
    const { young, whole, turnsMs } = JSON.parse(readFileSync(written, 'utf8')) as Standstills;
    const [turn50 = 0, turn90 = 0, turn99 = 0, turnMost = 0] = turnsMs;
    const rows = [
      distribution('collection of young objects', young, seconds * 2),
      distribution('other collections', whole, seconds * 2),
      [
        'lateness of a timer, whatever the cause',
        '',
        ...[turn50, turn90, turn99, turnMost].map((ms) => ms.toFixed(1)),
        '',
      ],
      distribution('the disk by itself: 40 KB and `fsync`', waits, seconds),
    ];
    const headings = ['what stands still', 'times', 'p50 ms', 'p90 ms', 'p99 ms', 'most ms', 'ms a second'];
    const thread = `The thread of requests ran for ${(ran ?? 0).toFixed(0)} ms of a second and waited ${(waited ?? 0).toFixed(0)} ms for a processor.`;
    const requests = `A request took ${p50.toFixed(1)} ms at the median and ${p99.toFixed(1)} ms at the 99th percentile, ${requestsPerSecond.toFixed(0)} a second.`;
    return `${markdownTable(headings, rows)}\n\n${measured()}. ${requests}\n${thread}\n`;
  } finally {
    await shared.end();
  }
}

const floorsText = await floors();
const tailText = await tail();
console.log(`${floorsText}\n${tailText}`);
if (scale === 1) {
  writePart(page, 'The floor of each guarantee', floorsText);
  writePart(page, 'Who stands still', tailText);
}
