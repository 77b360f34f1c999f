// `npm run bench:management`: what administration takes on a platform of 1,000 tenants with 100 keys each: a page of every list,
// a start beside one with an empty ledger, and how soon a revoked key and a suspended tenant are refused. Writes
// docs/bench/management.md. `--tenants=100 --keys=10` chooses another size.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminOperations } from '../../src/admin/operations.ts';
import type { AdminOperation } from '../../src/admin/operation.ts';
import { environmentFor, spawnGateway, testConfig, type GatewayProcess } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePart } from './bench-page.ts';
import { cpuMicrosOf } from './http-load.ts';
import { writePlatform, type BenchKey, type BenchPlatform, type BenchTenant } from './management-ledger.ts';
import { ProcessWatch, runWaybill } from './watched-process.ts';

const sizeOf = (name: string, usual: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
const size = { tenants: sizeOf('tenants', 1_000), keys: sizeOf('keys', 100) };
const page = 'docs/bench/management.md';
const goals = { pageMs: 50, startMs: 2_000 };
/** Of each list with each filter: as many as one goes through. */
const pagesMax = 40;
/** The first is one page, and is not counted: nothing of the list is in memory yet. */
const roundsOfList = 4;
const startPairs = 5;
const refusals = 10;

type Environment = Readonly<Record<string, string>>;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const tenth = (value: number): string => value.toFixed(1);
const atShare = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
const met = (isMet: boolean): string => (isMet ? 'met' : '**missed**');

const teardown = new SharedTeardown();
const directory = mkdtempSync(join(tmpdir(), 'waybill-management-'));
try {
  const sandbox = await startSandbox(teardown);
  const config = testConfig(sandbox, {
    ledger: { projection_batch_ms: 100 },
    reservations: { sweep_interval_ms: 2_000 },
    top: { limits: { key: { requests_per_minute_max: 10_000_000 }, tenant: { requests_per_minute_max: 10_000_000 } } },
  });
  const environment = (name: string): Environment => ({
    ...environmentFor(mkdtempSync(join(directory, `${name}-`)), config),
    WAYBILL_METRICS_PORT: 'off',
    WAYBILL_ADMIN_PORT: '0',
  });
  const [full, empty] = [environment('full'), environment('empty')];
  const platform = await writePlatform(full['WAYBILL_DATA_DIR'] ?? '', size);
  console.log(`${platform.events} events are written`);
  const rebuilt = await runWaybill(full, 'projections', 'rebuild', '--json');
  const starts = await comparedStarts(full, empty);
  const [first, second] = [await spawnGateway(teardown, full), await spawnGateway(teardown, full)];
  const lists = await measuredLists(first, platform);
  const ends = await measuredRefusals(first, second, platform);
  writePart(page, 'Lists', lists);
  writePart(page, 'Start', startPart(starts, rebuilt.milliseconds, platform));
  writePart(page, 'Revoked and suspended', ends);
} finally {
  await teardown.end();
  rmSync(directory, { recursive: true, force: true });
}

/** How it was measured: under every table. */
function madeBy(): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return [
    `Made by \`npm run bench:management\` on ${day}; ${whole(size.tenants)} tenants with ${whole(size.keys)} keys each, Node ${process.version},`,
    `embedded engine; a load of ${load} on ${cpus().length} processors when it ended: what others do there is in the figures.`,
  ].join('\n');
}

interface Start {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly memoryMb: number;
}

/**
 * Both in turn, so that what else the machine does falls on both. The first of each is left out: the others find what it makes.
 */
async function comparedStarts(
  full: Environment,
  empty: Environment,
): Promise<Readonly<Record<'full' | 'empty', Start[]>>> {
  const starts = { full: [] as Start[], empty: [] as Start[] };
  for (let turn = 0; turn <= startPairs; turn += 1) {
    for (const [name, environment] of [
      ['full', full],
      ['empty', empty],
    ] as const) {
      const start = await startOnce(environment);
      if (turn > 0) starts[name].push(start);
    }
  }
  return starts;
}

async function startOnce(environment: Environment): Promise<Start> {
  const began = performance.now();
  const gateway = await spawnGateway(teardown, environment);
  const milliseconds = performance.now() - began;
  const { cpuMilliseconds, memoryMb } = new ProcessWatch(gateway.child.pid ?? 0).stop();
  await gateway.kill('SIGTERM');
  return { milliseconds, cpuMilliseconds, memoryMb };
}

function startPart(
  { full, empty }: Readonly<Record<'full' | 'empty', Start[]>>,
  rebuildMs: number,
  platform: BenchPlatform,
): string {
  const median = (starts: readonly Start[], figure: keyof Start): number =>
    atShare(
      starts.map((start) => start[figure]),
      0.5,
    );
  const longer = median(full, 'milliseconds') - median(empty, 'milliseconds');
  const row = (name: string, starts: readonly Start[]): string =>
    `| ${name} | ${whole(median(starts, 'milliseconds'))} | ${whole(median(starts, 'cpuMilliseconds'))} | ${whole(median(starts, 'memoryMb'))} |`;
  return [
    `From the start of the process to its ready line, which it writes when every key is known: the median of ${startPairs}, both in turn.`,
    `${whole(longer)} ms longer than with an empty ledger; the goal is ${whole(goals.startMs)} ms at most: ${met(longer <= goals.startMs)}.`,
    `All read models of the ${whole(platform.events)} events are made anew in ${whole(rebuildMs)} ms (\`waybill projections rebuild\`).`,
    '',
    '| ledger | ms | CPU ms | MB |',
    '|---|---:|---:|---:|',
    row('empty', empty),
    row('the platform', full),
    '',
    madeBy(),
    '',
  ].join('\n');
}

interface Asked {
  readonly who: string;
  readonly key: BenchKey;
  /** A query without `?`. */
  readonly query: string;
  readonly path?: string;
}

/** What is asked of each list. One that is not here stops the bench. */
function askedOf({ operator, tenants }: BenchPlatform): Readonly<Record<string, readonly Asked[]>> {
  const [tenant] = tenants;
  if (tenant === undefined) throw new RangeError('a platform has tenants');
  const { tenantId, resellerId, userId, walletId, admin, keys } = tenant;
  const all = { who: 'operator', key: operator };
  const own = { who: 'tenant admin', key: admin, query: '' };
  const ofTenant = { ...all, query: `tenant_id=${tenantId}` };
  const everywhere = { ...all, query: '' };
  const prefix = keys.at(-1)?.secret.slice(0, 8) ?? '';
  return {
    listResellers: [everywhere],
    listTenants: [everywhere, { ...all, query: `reseller_id=${resellerId}` }],
    listGroups: [ofTenant, own],
    listUsers: [everywhere, ofTenant, own],
    listKeys: [
      everywhere,
      ofTenant,
      own,
      { ...all, query: `user_id=${userId}` },
      { ...all, query: `key_prefix=${prefix}` },
    ],
    listWallets: [everywhere, ofTenant, own],
    listTopups: [everywhere, ofTenant, own, { ...all, query: 'status=credited' }],
    listTransfers: [everywhere, ofTenant, own],
    listAllocations: [everywhere, ofTenant, own],
    listReservations: [everywhere, { ...all, query: 'flagged=true' }, { ...all, query: `wallet_id=${walletId}` }],
    listResponses: [{ ...all, query: `user_id=${userId}` }, own],
    listFiles: [{ ...all, query: `user_id=${userId}` }, own],
    listUsage: [everywhere, ofTenant, own, { ...all, query: `user_id=${userId}` }],
  };
}

function isList({ method, input, produces }: AdminOperation): boolean {
  return method === 'get' && 'after' in input.shape && produces === undefined;
}

async function measuredLists(gateway: GatewayProcess, platform: BenchPlatform): Promise<string> {
  const asked = askedOf(platform);
  const rows: string[] = [];
  const [slowest, medians]: [number[], number[]] = [[], []];
  for (const operation of adminOperations.filter(isList)) {
    const wishes = asked[operation.id];
    if (wishes === undefined) throw new Error(`nothing is asked of ${operation.id}`);
    for (const wish of wishes) {
      for (const limit of [50, 200]) {
        const cpuBefore = cpuMicrosOf(gateway.child.pid ?? 0);
        const times = await pageTimes(gateway, operation, { ...wish, query: `limit=${limit}&${wish.query}` });
        const cpuMs = (cpuMicrosOf(gateway.child.pid ?? 0) - cpuBefore) / 1_000 / times.length;
        slowest.push(atShare(times, 0.99));
        medians.push(atShare(times, 0.5));
        const filter = wish.query.replaceAll(/=[0-9a-f-]{36}/g, '=…').replace(/key_prefix=.*/, 'key_prefix=…');
        const cells = [
          operation.path,
          filter,
          wish.who,
          limit,
          times.length,
          tenth(atShare(times, 0.5)),
          tenth(atShare(times, 0.99)),
          tenth(cpuMs),
        ];
        rows.push(`| ${cells.join(' | ')} |`);
        console.log(rows.at(-1));
      }
    }
  }
  return [
    `One page after the other over HTTP, as long as there are more, ${pagesMax} at most, and each list three times, after one page that is not counted.`,
    `*CPU*: of the gateway for a page, with what its reactors do meanwhile. The highest median is ${tenth(Math.max(...medians))} ms, the highest 99th percentile`,
    `${tenth(Math.max(...slowest))} ms; the goal is ${goals.pageMs} ms at most: ${met(Math.max(...slowest) <= goals.pageMs)}.`,
    '',
    '| list | filter | who asks | limit | pages | p50 ms | p99 ms | CPU ms |',
    '|---|---|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    madeBy(),
    '',
  ].join('\n');
}

/** How long each page took, milliseconds. Raises for one that is refused. */
async function pageTimes(
  { adminUrl }: GatewayProcess,
  { path }: AdminOperation,
  { key, query }: Asked,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < roundsOfList; round += 1) {
    let after = '';
    for (let pages = 0; pages < (round === 0 ? 1 : pagesMax); pages += 1) {
      const began = performance.now();
      const response = await fetch(`${adminUrl}${path}?${query}${after}`, { headers: { 'x-api-key': key.secret } });
      const { next } = (await response.json()) as { readonly next?: string | null };
      if (round > 0) times.push(performance.now() - began);
      if (response.status !== 200) throw new Error(`${path}?${query} was answered with ${response.status}`);
      if (next === null || next === undefined) break;
      after = `&after=${encodeURIComponent(next)}`;
    }
  }
  return times;
}

/** When others refused, and when whoever asked for it was answered, milliseconds after it was asked. */
interface Refused {
  readonly refusedMs: number;
  readonly answeredMs: number;
}

async function measuredRefusals(
  first: GatewayProcess,
  second: GatewayProcess,
  platform: BenchPlatform,
): Promise<string> {
  const victims = platform.tenants.slice(1, 1 + 2 * refusals);
  const rows: string[] = [];
  for (const [what, tenants, pathOf] of [
    ['a key is revoked', victims.slice(0, refusals), ({ keys }: BenchTenant) => `/keys/${keys[0]?.keyId}/revoke`],
    ['a tenant is suspended', victims.slice(refusals), ({ tenantId }: BenchTenant) => `/tenants/${tenantId}/suspend`],
  ] as const) {
    const found: Refused[] = [];
    for (const tenant of tenants)
      found.push(await refusedAfter(first, second, { platform, tenant, path: pathOf(tenant) }));
    const figures = [found.map(({ refusedMs }) => refusedMs), found.map(({ answeredMs }) => answeredMs)];
    const cells = figures.flatMap((figure) => [whole(atShare(figure, 0.5)), whole(Math.max(...figure))]);
    rows.push(`| ${[what, found.length, ...cells].join(' | ')} |`);
    console.log(rows.at(-1));
  }
  return [
    'Asked of one gateway while a caller asks another on the same ledger one request after the other. *refused*: since it was asked, until',
    'that gateway refused for the first time. *answered*: until the one who asked for it was told that no gateway takes it any more. No request',
    'that was sent after that was let in, by any key of a suspended tenant; the bench ends where one is.',
    '',
    '| | times | refused p50 ms | most ms | answered p50 ms | most ms |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    madeBy(),
    '',
  ].join('\n');
}

async function refusedAfter(
  { adminUrl }: GatewayProcess,
  { baseUrl }: GatewayProcess,
  { platform, tenant, path }: { readonly platform: BenchPlatform; readonly tenant: BenchTenant; readonly path: string },
): Promise<Refused> {
  const secrets = tenant.keys.map(({ secret }) => secret);
  const isLetIn = async (secret: string): Promise<boolean> => {
    const response = await fetch(`${baseUrl}/models`, { headers: { 'x-api-key': secret } });
    await response.arrayBuffer();
    return response.status === 200;
  };
  const [secret = ''] = secrets;
  if (!(await isLetIn(secret))) throw new Error('the key was refused before');
  const began = performance.now();
  let answeredMs = 0;
  const asking = fetch(adminUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': platform.operator.secret, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'bench' }),
  }).then((response) => {
    answeredMs = performance.now() - began;
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
  });
  while (await isLetIn(secret));
  const refusedMs = performance.now() - began;
  await asking;
  const late = path.startsWith('/keys/') ? [secret] : secrets;
  for (const each of late) if (await isLetIn(each)) throw new Error('a key was let in after the answer');
  return { refusedMs, answeredMs };
}
