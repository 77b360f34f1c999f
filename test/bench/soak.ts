// `npm run soak -- --hours 8`: two gateways on one ledger under mixed load, with kills, drains, reloads, rotated keys and
// secrets, full disks and jumping clocks. Rounds with tenants and upstreams of their own end with their books: what each wallet
// was charged is what the simulated upstreams recorded, to the nano-euro, and nothing stays held.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callChat } from '../_support/chat-call.ts';
import type { Checks } from '../_support/checks.ts';
import { assertAllBillingRecordsAgree } from '../_support/failing-over-scene.ts';
import { environmentFor, type TestTenant } from '../_support/gateway.ts';
import { viewLedger, type LedgerView } from '../_support/ledger-view.ts';
import { mixedBooks, mixedConfig, mixedProfiles } from '../_support/mixed-scene.ts';
import { MixedTraffic, outcomeOf } from '../_support/mixed-traffic.ts';
import { chat } from '../_support/sandbox-post.ts';
import { spawnSandbox, type SpawnedSandbox } from '../_support/sandbox.ts';
import { seededRandom } from '../_support/seeded-random.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { SoakFigures, soakTable, type SoakLine } from './soak-figures.ts';
import { foundLibfaketime, SoakGateways } from './soak-gateways.ts';
import { runWaybill } from './watched-process.ts';

const { values: asked } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (asked.help) {
  console.log(`npm run soak [-- --hours 8] [--seed N] [--json]

Calls two gateways on one ledger for so many hours (0.2 is twelve minutes) and disturbs them all the while.
Progress goes to stderr. Ends with a line for each hour, or for each quarter of a shorter run, and with what was
found: exit 1 if there is anything.

  --hours N   default 8
  --seed N    what is called and disturbed, as far as the machine allows; default: a random one, which is printed
  --json      the result as one object`);
  process.exit(0);
}
const hours = Number(asked.hours);
if (!(hours > 0 && hours <= 100)) throw new RangeError('--hours is a number above 0, at most 100');
const soakMs = hours * 3_600_000;
const lineMs = Math.min(3_600_000, soakMs / 4);
const roundMs = 60_000;
const callersOfRound = 4;
const plainEveryMs = 250;
const findingsMax = 100;
/** More than these at the end than after the first line are a leak. */
const descriptorsGrownMax = 50;

const random = seededRandom(Number(asked.seed));
const beganAtMs = performance.now();
const elapsedMs = (): number => performance.now() - beganAtMs;
const findings: string[] = [];
const loads: number[] = [];

function found(what: string): void {
  if (findings.length < findingsMax) findings.push(what.slice(0, 2_000));
  say(`FOUND ${what}`);
}

function say(what: string): void {
  process.stderr.write(`${(elapsedMs() / 60_000).toFixed(1)} of ${(soakMs / 60_000).toFixed(1)} min: ${what}\n`);
}

/** Keeps what fails, and goes on. */
function keeping<Given extends readonly unknown[]>(check: (...given: Given) => void) {
  return (...given: readonly [...Given, about?: string]): void => {
    try {
      // What it is about comes last, and is no business of the check.
      check(...(given as readonly unknown[] as Given));
    } catch (error) {
      const about = given.at(-1);
      found(
        `${typeof about === 'string' ? `${about}: ` : ''}${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
}

const checks: Checks = {
  is: keeping((actual: unknown, expected: unknown) => assert.equal(actual, expected)),
  true: keeping((actual: unknown) => assert.equal(actual, true)),
  deepEqual: keeping((actual: unknown, expected: unknown) => assert.deepEqual(actual, expected)),
  notRegex: keeping((text: string, pattern: RegExp) => assert.doesNotMatch(text, pattern)),
};

const teardown = new SharedTeardown();
const directory = mkdtempSync(join(tmpdir(), 'waybill-soak-'));
teardown.teardown(() => rmSync(directory, { recursive: true, force: true }));
const contentKeys = [contentKey('1')];
const figures = new SoakFigures();
const lines: SoakLine[] = [];
let [ports, bookedNano, roundsDone] = [[0, 0], 0n, 0];

function contentKey(id: string): { readonly id: string; readonly key: string } {
  return { id, key: randomBytes(32).toString('hex') };
}

type Sandboxes = Readonly<Record<'first' | 'second', SpawnedSandbox>>;

/** Upstreams of a round: their books begin empty, and their keys are new. */
async function startUpstreams(): Promise<Sandboxes> {
  const start = (port = 0): Promise<SpawnedSandbox> =>
    spawnSandbox(teardown, {
      port,
      apiKey: randomBytes(16).toString('hex'),
      record: false,
      billingRecordsMax: 1_000_000,
    });
  const [first, second] = [await start(ports[0]), await start(ports[1])];
  ports = [first.port, second.port];
  return { first, second };
}

function configured(sandboxes: Sandboxes): Record<string, string> {
  const config = mixedConfig(sandboxes, {
    ledger: { projection_batch_ms: 100 },
    // What was sent may reach an upstream on a busy machine late.
    reservations: { sweep_interval_ms: 1_000, never_seen_grace_ms: 20_000 },
    top: { clock: {}, content_keys: contentKeys },
  });
  return environmentFor(directory, config);
}

interface Scene {
  readonly gateways: SoakGateways;
  readonly ledger: LedgerView;
  readonly environment: Readonly<Record<string, string>>;
}

/** A plain call; its latency counts where it was answered. */
async function callPlainly(gateways: SoakGateways, apiKey: string): Promise<string> {
  const calledAtMs = performance.now();
  try {
    const { baseUrl } = gateways;
    const { status, text, broken } = await callChat({ baseUrl }, apiKey, chat('How are you?', { model: 'light' })).seen;
    if (status === 200) figures.answered(performance.now() - calledAtMs);
    return outcomeOf(broken ? null : { status, text });
  } catch {
    return 'none';
  }
}

async function rotateKey({ environment }: Scene, tenant: TestTenant): Promise<TestTenant> {
  const { stdout } = await runWaybill(environment, 'keys', 'rotate', tenant.keyId, '--overlap-seconds', '60', '--json');
  return { ...tenant, apiKey: (JSON.parse(stdout) as { readonly api_key: string }).api_key };
}

/** Tenants of their own call and are disturbed; then their books are compared. */
async function playRound(scene: Scene, sandboxes: Sandboxes): Promise<void> {
  const { gateways, ledger } = scene;
  const options = { profiles: mixedProfiles, piiEnabled: true };
  let rich = await ledger.tenant({ ...options, creditEur: '1000' });
  const poor = await ledger.tenant({ ...options, creditEur: '0.01' });
  const plain = await ledger.tenant({ creditEur: '1000' });
  await until('the upstreams of the round are taken', async () => {
    gateways.reload();
    await pause(200);
    const looks = gateways.all.map(
      ({ baseUrl }) => callChat({ baseUrl }, plain.apiKey, chat('?', { model: 'light' })).seen,
    );
    return (await Promise.all(looks)).every(({ status }) => status === 200);
  });
  const endsAtMs = Math.min(soakMs, elapsedMs() + roundMs);
  const isOver = (): boolean => elapsedMs() > endsAtMs;
  const baseUrl = (): string => gateways.baseUrl;
  const callers = Array.from({ length: callersOfRound }, (_, index) => {
    const isPoor = index === callersOfRound - 1;
    return new MixedTraffic(checks, {
      random,
      baseUrl,
      get apiKey() {
        return isPoor ? poor.apiKey : rich.apiKey;
      },
    });
  });
  let calls = 0;
  const mixed = callers.map(async (caller) => {
    while (!isOver()) await caller.step((calls += 1), `q${random.whole(100_000_000, 999_999_999)}`);
  });
  const plainly = async (): Promise<void> => {
    while (!isOver()) {
      figures.came(new Map([[await callPlainly(gateways, plain.apiKey), 1]]));
      await pause(plainEveryMs);
    }
  };
  const disturbing = async (): Promise<void> => {
    while (!isOver()) {
      await pause(random.whole(2_000, 10_000));
      if (random.whole(0, 5) === 0) rich = await rotateKey(scene, rich);
      else await gateways.disturb();
    }
  };
  await Promise.all([...mixed, plainly(), disturbing()]);
  for (const { outcomes } of callers) figures.came(outcomes);
  const sights = [];
  for (const { walletId } of [rich, poor, plain]) sights.push(await ledger.settledWallet(walletId));
  await assertAllBillingRecordsAgree(checks, sights, mixedBooks(sandboxes));
  bookedNano += sights.reduce((sum, { state }) => sum + state.settled, 0n);
  roundsDone += 1;
}

/** As docs/content-keys.md has it: the new key last, everywhere, then first. */
async function rotateContentKey(gateways: SoakGateways, sandboxes: Sandboxes): Promise<void> {
  const fresh = contentKey(String(contentKeys.length + 1));
  for (const place of [contentKeys.length, 0]) {
    contentKeys.splice(
      0,
      contentKeys.length,
      ...contentKeys.filter(({ id }) => id !== fresh.id).toSpliced(place, 0, fresh),
    );
    configured(sandboxes);
    gateways.reload();
    await pause(1_000);
  }
}

function lineNow(gateways: SoakGateways): SoakLine {
  const ledgerMb = statSync(join(directory, 'data', 'ledger.db')).size / 1_024 ** 2;
  return figures.line({ minutes: elapsedMs() / 60_000, ledgerMb, ...gateways.held });
}

async function soak(): Promise<Readonly<Record<string, number>>> {
  let sandboxes = await startUpstreams();
  const environment = configured(sandboxes);
  const ledger = await viewLedger(teardown, environment);
  const gateways = await SoakGateways.start(teardown, {
    environment,
    random,
    clockFolder: directory,
    libfaketime: foundLibfaketime(),
    onLost: found,
  });
  const scene = { gateways, ledger, environment };
  for (let lineAtMs = lineMs; elapsedMs() < soakMs;) {
    await playRound(scene, sandboxes).catch((error: unknown) =>
      found(error instanceof Error ? error.message : String(error)),
    );
    const { memoryMb, descriptors } = gateways.held;
    loads.push(loadavg()[0] ?? 0);
    say(`round ${roundsDone}: ${memoryMb.toFixed(0)} MB, ${descriptors} descriptors, load ${loads.at(-1)?.toFixed(1)}`);
    if (elapsedMs() >= lineAtMs || elapsedMs() >= soakMs) {
      lines.push(lineNow(gateways));
      lineAtMs += lineMs;
      await rotateContentKey(gateways, sandboxes);
    }
    await Promise.all([sandboxes.first.kill('SIGKILL'), sandboxes.second.kill('SIGKILL')]);
    sandboxes = await startUpstreams();
    configured(sandboxes);
  }
  await gateways.stop();
  await assertWhole(environment);
  const grown = (lines.at(-1)?.descriptors ?? 0) - (lines[0]?.descriptors ?? 0);
  if (grown > descriptorsGrownMax) found(`${grown} descriptors more at the end than after the first line`);
  return Object.fromEntries(gateways.disturbances);
}

/** The ledger by itself, when everything has ended. */
async function assertWhole(environment: Readonly<Record<string, string>>): Promise<void> {
  say('verifying the ledger');
  const verdict = await runWaybill(environment, 'ledger', 'verify', '--json').catch((error: unknown) => error as Error);
  if (verdict instanceof Error) found(verdict.message);
  const { stdout } = await runWaybill(environment, 'reservations', 'list', '--json');
  const { data } = JSON.parse(stdout) as { readonly data: readonly unknown[] };
  if (data.length > 0) found(`holds that nobody ends: ${stdout}`);
}

say(`seed ${asked.seed}`);
let disturbances: Readonly<Record<string, number>> = {};
try {
  disturbances = await soak();
} catch (error) {
  found(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await teardown.end();
}
const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} on ${cpus().length} CPUs`;
const result = {
  seed: asked.seed,
  hours,
  rounds: roundsDone,
  charged_nano_eur: String(bookedNano),
  load,
  disturbances,
  lines,
  findings,
};
if (asked.json) console.log(JSON.stringify(result, null, 2));
else {
  console.log(soakTable(lines));
  console.log(`\nseed ${asked.seed}; ${roundsDone} rounds; load ${load}; charged as booked: ${bookedNano} nano-euro`);
  console.log(`disturbances: ${JSON.stringify(disturbances)}`);
  console.log(findings.length === 0 ? 'nothing was found' : findings.join('\n'));
}
process.exitCode = findings.length === 0 ? 0 : 1;
