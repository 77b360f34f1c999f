// `npm run bench:long-log [-- --nightly]`: what a command, a gateway and `ledger verify` take that begin with an empty data
// directory, by the length of the log, on the protocol peer. "stored" is after a gateway has stored its read models.
// Writes its part of a page. `-- --joins 400000`: instead, the first calls of a gateway without read models beside later ones.
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiKeys } from '../../projections/api-keys.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { SANDBOX_UPSTREAM_KEY, startSandboxUpstream } from '../../infra/sandbox-upstream/server.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { patientLog, patientLogEnd } from '../../src/ledger/patient-log.ts';
import { readModelStream, walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLog, Position } from '../../src/ports/event-log.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import { projectionId } from '../../src/ports/read-models.ts';
import { environmentFor, recordTenant, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import * as words from '../_support/wallet-vocabulary.ts';
import { writePart } from './bench-page.ts';
import { median } from './median.ts';
import { runWaybill } from './watched-process.ts';

const root = join(import.meta.dirname, '..', '..');
const isOfJoins = process.argv.includes('--joins');
const isNightly = process.argv.includes('--nightly');
const named = process.argv.slice(2).map(Number).filter(Number.isFinite);
const sizes = named.length > 0 ? named : [10_000, 200_000, ...(isNightly ? [2_000_000] : [])];
const eventsOfWallet = 200;
const lanes = 8;
/** And so much more for each event. */
const storedWaitMsMin = 300_000;
const storedWaitMsOfEvent = 1;
/** Nothing is stored for so long any more: what there is to store has been. */
const storedQuietMs = 20_000;
/** The bench asks a peer again that gets no processor, as a command does. */
const patienceMsMax = 600_000;
/** Of shorter logs not all read models are stored. */
const storedEventsMin = 50_000;

/** Calls one after another; the later ones once the subscription is live. */
const callsOfJoiner = 20;

const rows: string[] = [];
/** Of the last minute, each time that something began. */
const loads: number[] = [];
for (const events of sizes) rows.push(...(await measured(events)));
note(sizes.at(-1) ?? 0, 'done');
const text = [
  `Made by \`npm run bench:long-log${isNightly ? ' -- --nightly' : ''}\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; load of the two CPUs from ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`,
  `Each from an empty data directory, seconds; wallets of ${eventsOfWallet} events.`,
  '',
  ...(isOfJoins
    ? [
        '| events | gateway ready | live | first 20 calls, ms: median, longest | later 20 calls |',
        '|---:|---:|---:|---:|---:|',
      ]
    : [
        '| events | stored | gateway ready | `keys create` | `keys list` | `wallets list` | `reservations list` | `ledger verify` |',
        '|---:|---|---:|---:|---:|---:|---:|---:|',
      ]),
  ...rows,
  '',
].join('\n');
console.log(text);
if (named.length === 0 && !isOfJoins) {
  const part = isNightly ? 'Long logs, nightly' : 'Long logs';
  writePart(join('docs', 'bench', 'eventstoredb.md'), part, text);
}

async function measured(events: number): Promise<string[]> {
  note(events, 'peer');
  const directory = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const children: ChildProcess[] = [];
  await using closing = new AsyncDisposableStack();
  try {
    const url = await startPeer(children);
    const folder = (): string => mkdtempSync(join(directory, 'data-'));
    const seeding = folder();
    await using opened = await openEventStoreDbEventLog({ connectionString: url, openMs: 60_000 });
    const log = patientLog(chainedLog(opened), { waitMsMax: patienceMsMax, onWait: () => note(events, 'bench waits') });
    const tenant = await recordTenant(seeding, log);
    note(events, 'seeding');
    await seed(log, events, tenant.tenantId);
    const sandbox = await startSandboxUpstream();
    closing.defer(sandbox.close);
    const config = testConfig(
      { baseUrl: sandbox.baseUrl, apiKey: SANDBOX_UPSTREAM_KEY },
      {
        ledger: { engine: 'eventstoredb', connection_string: '${LEDGER_URL}', projection_batch_ms: 100 },
        top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] },
      },
    );
    const shared = { LEDGER_URL: url, WAYBILL_KEY_PEPPER: keyPepper(seeding).toString('hex') };
    const empty = (): Record<string, string> => {
      const environment: Record<string, string> = { ...environmentFor(folder(), config), ...shared };
      mkdirSync(environment['WAYBILL_DATA_DIR'] ?? '', { recursive: true });
      return environment;
    };
    if (isOfJoins) return [await joinerRow(events, empty(), tenant.apiKey)];
    const before = await row(events, 'no', empty, tenant.walletId);
    if (events < storedEventsMin) return [before];
    note(events, 'read models being stored');
    const keeper = await startGateway(empty(), children);
    await untilStored(log, opened, events);
    keeper.child.kill('SIGKILL');
    return [before, await row(events, 'yes', empty, tenant.walletId)];
  } finally {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(directory, { recursive: true, force: true });
  }
}

async function row(
  events: number,
  stored: string,
  empty: () => Record<string, string>,
  walletId: string,
): Promise<string> {
  const children: ChildProcess[] = [];
  note(events, 'gateway');
  const gateway = await startGateway(empty(), children);
  gateway.child.kill('SIGKILL');
  const seconds = async (...args: readonly string[]): Promise<string> => {
    note(events, args.slice(0, 2).join(' '));
    return ((await runWaybill(empty(), ...args)).milliseconds / 1_000).toFixed(2);
  };
  const figures = [
    (gateway.readyMs / 1_000).toFixed(2),
    await seconds('keys', 'create', '--wallet-id', walletId, '--name', 'bench', '--json'),
    await seconds('keys', 'list', '--limit', '10', '--json'),
    await seconds('wallets', 'list', '--limit', '10', '--json'),
    await seconds('reservations', 'list', '--json'),
    stored === 'no' ? await seconds('ledger', 'verify', '--json') : '',
  ];
  return `| ${events} | ${stored} | ${figures.join(' | ')} |`;
}

async function joinerRow(events: number, environment: Record<string, string>, apiKey: string): Promise<string> {
  note(events, 'joiner');
  const beganAtMs = performance.now();
  const { child, readyMs, told } = await startGateway(environment, []);
  const calls = async (): Promise<string> => {
    const took: number[] = [];
    for (let n = 0; n < callsOfJoiner; n += 1) {
      const askedAtMs = performance.now();
      const { status } = await httpCall(`${told.base_url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'hello' }] }),
      });
      if (status !== 200) throw new Error(`the joiner answered ${status}`);
      took.push(performance.now() - askedAtMs);
    }
    return `${median(took).toFixed(1)}, ${Math.max(...took).toFixed(1)}`;
  };
  const first = await calls();
  while (!(await httpCall(told.metrics_url)).text.includes('waybill_projection_is_live 1')) await pause(100);
  const liveMs = performance.now() - beganAtMs;
  const later = await calls();
  child.kill('SIGKILL');
  return `| ${events} | ${(readyMs / 1_000).toFixed(2)} | ${(liveMs / 1_000).toFixed(2)} | ${first} | ${later} |`;
}

async function startPeer(children: ChildProcess[]): Promise<string> {
  const child = fork(join(root, 'test/bench/eventstoredb-peer.ts'), {
    execArgv: ['--max-old-space-size=12000'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [told] = (await once(child, 'message')) as [{ readonly connection_string: string }];
  return told.connection_string;
}

/** What a gateway says when it is ready. */
interface Told {
  readonly base_url: string;
  readonly metrics_url: string;
}

async function startGateway(
  environment: Record<string, string>,
  children: ChildProcess[],
): Promise<{ readonly child: ChildProcess; readonly readyMs: number; readonly told: Told }> {
  const beganAtMs = performance.now();
  const child = fork(join(root, 'src', 'main.ts'), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  if (child.stdout === null) throw new Error('the gateway says nothing');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the gateway ended with ${String(code)} before it was ready`);
  });
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  const told = JSON.parse(line.toString().replace('waybill ready ', '')) as Told;
  return { child, readyMs: performance.now() - beganAtMs, told };
}

async function seed(log: EventLog, events: number, tenantId: string): Promise<void> {
  let left = Math.ceil(events / eventsOfWallet);
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const walletId = randomUUID();
      const opened = { type: 'WalletOpened' as const, data: { wallet_id: walletId, tenant_id: tenantId } };
      const credits = Array.from({ length: eventsOfWallet - 1 }, () => words.credited('1', randomUUID()));
      const batch = [opened, ...credits].map((event) => {
        const encoded = encodeEvent(event, randomUUID());
        return { ...encoded, data: encoded.data.replaceAll(words.walletId, walletId) };
      });
      await log.append(walletStream(walletId), 'no_stream', batch);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** They are stored on the way, too: as long as the log grows, what is stored is not all of it. */
async function untilStored(log: EventLog, logEnd: LogEndReader, events: number): Promise<void> {
  const lateAtMs = performance.now() + storedWaitMsMin + events * storedWaitMsOfEvent;
  const streams = [walletBalances, openReservations, apiKeys].map((projection) =>
    readModelStream(projectionId(projection)),
  );
  const patience = { waitMsMax: patienceMsMax, onWait: () => note(events, 'bench waits') };
  let end: Position | null = null;
  let grewAtMs = performance.now();
  while (performance.now() < lateAtMs) {
    const now = (await patientLogEnd(logEnd, patience).end()).end;
    if (now !== end) grewAtMs = performance.now();
    end = now;
    const stored = await Promise.all(streams.map((stream) => log.readStream(stream, { limit: 1 })));
    if (stored.every(({ length }) => length > 0) && performance.now() - grewAtMs > storedQuietMs) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the read models were not stored');
}

/** What is under way, so that a run of an hour tells where it is, and a failure where it was. */
function note(events: number, what: string): void {
  const [load = 0] = loadavg();
  loads.push(load);
  process.stderr.write(`${new Date().toISOString()} ${events} events, load ${load.toFixed(1)}: ${what}\n`);
}
