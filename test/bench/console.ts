// `npm run bench:console`: what pages of the console take with a million charges and ten thousand keys, and what inference takes
// beside a reader of all pages. Writes its page for that size, the default. `--charges=100000 --keys=1000` measures less.
// `--history=DIRECTORY` writes the ledger there, or takes the one that is: a million charges take some minutes to write.
import { mkdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { environmentFor, spawnGateway, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import { spawnSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePage } from './bench-page.ts';
import { days, sceneOf, tags, type Scene } from './console-ledger.ts';
import { cpuMicrosOf, runLoad } from './http-load.ts';
import { median } from './median.ts';
import { requestBody, requestsAtOnce, warmUpRequests } from './request-load.ts';

const { values: options } = parseArgs({
  options: {
    charges: { type: 'string', default: '1000000' },
    keys: { type: 'string', default: '10000' },
    history: { type: 'string' },
  },
});
const [charges, keys] = [Number(options.charges), Number(options.keys)];
const isWhole = charges === 1_000_000 && keys === 10_000;

/** Of each page: visits that are not counted, and those that are. */
const [warmUps, visits] = [5, 40];
/** Of inference, alone and beside a reader in turn. */
const [rounds, requests] = [7, 5_000];

const shared = new SharedTeardown();
try {
  const sandbox = await spawnSandbox(shared, { record: false });
  const directory = options.history ?? unauditedDirectory(shared);
  mkdirSync(directory, { recursive: true });
  const config = testConfig(sandbox, {
    ledger: { projection_batch_ms: 100 },
    top: { limits: { key: { requests_per_minute_max: 10_000_000 } } },
  });
  const environment: Record<string, string> = { ...environmentFor(directory, config), WAYBILL_LOG_LEVEL: 'info' };
  const scene = await sceneOf(directory, environment, { charges, keys, tell });
  tell('the gateway starts');
  const gateway = await spawnGateway(shared, environment, undefined, { log: 'ignore' });
  const [adminUrl, pid] = [gateway.adminUrl ?? '', gateway.child.pid ?? 0];
  const visitors = {
    manager: await ConsoleVisitor.loggedIn(adminUrl, { apiKey: scene.operator }),
    finance: await ConsoleVisitor.loggedIn(adminUrl, { apiKey: scene.finance }),
    member: await ConsoleVisitor.loggedIn(adminUrl, { apiKey: scene.member }),
  };
  await visitors.manager.get('/console/');
  const memoryMb = { before: memoryOf(pid), after: 0 };
  const measured: Measured[] = [];
  for (const page of pagesOf(scene)) measured.push(await measuredPage(visitors[page.by], page, pid));
  memoryMb.after = memoryOf(pid);
  const wire = await firstVisit(visitors.member);
  const beside = await measuredBeside({ baseUrl: gateway.baseUrl, apiKey: scene.member, pid }, visitors.manager, scene);
  report({ measured, memoryMb, wire, beside });
} finally {
  await shared.end();
}

interface Page {
  readonly name: string;
  readonly path: string;
  readonly by: 'manager' | 'finance' | 'member';
}

function pagesOf({ userId, walletId, reservationId, tenantId, groupId }: Scene): readonly Page[] {
  const of = (name: string, path: string, by: Page['by'] = 'manager'): Page => ({ name, path: `/console${path}`, by });
  const tenant = `tenant_id=${tenantId}`;
  return [
    of('home of a person', '/', 'member'),
    of('own keys', '/operations/listKeys', 'member'),
    of('own usage', '/usage', 'member'),
    of('own charges', '/operations/listCharges', 'member'),
    of('overview', '/'),
    of('wallet', `/wallet?wallet_id=${walletId}`),
    of('wallets', '/operations/listWallets'),
    of('charge', `/charge?reservation_id=${reservationId}`),
    of('charges', `/operations/listCharges?${tenant}`),
    of('usage by day and model', `/usage?${tenant}`),
    of('usage by hour', `/usage?${tenant}&step=hour`),
    of('usage by key', `/usage?${tenant}&part=key_id`),
    of('usage by tag', `/usage?${tenant}&by=tag:project`),
    of('keys', `/operations/listKeys?${tenant}`),
    of('people', `/operations/listUsers?${tenant}`),
    of('person', `/person?user_id=${userId}`),
    of('tenant', `/tenant?${tenant}`),
    of('group', `/group?group_id=${groupId}`),
    of('ledger', '/ledger?after='),
    of('payments', '/payments', 'finance'),
    of('top-ups', `/operations/listTopups?${tenant}`),
    of('actions', '/operations/listActions'),
    of('stored responses', `/operations/listResponses?user_id=${userId}`),
    of('stored files', `/operations/listFiles?user_id=${userId}`),
  ];
}

interface Measured {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  /** Processor time of the gateway, milliseconds a visit. */
  readonly cpu: number;
  readonly bytes: number;
}

/** Milliseconds until a page was read whole, by a caller on this machine. */
async function measuredPage(visitor: ConsoleVisitor, { name, path }: Page, pid: number): Promise<Measured> {
  const visit = async () => {
    const asked = performance.now();
    const { status, bytes, headers } = await visitor.get(path);
    if (status === 302 && headers.location !== undefined) await visitor.get(headers.location);
    else if (status !== 200) throw new Error(`${path} was answered with ${status}: ${bytes.toString().slice(-2_000)}`);
    return { took: performance.now() - asked, bytes: bytes.length };
  };
  for (let count = 0; count < warmUps; count += 1) await visit();
  const before = cpuMicrosOf(pid);
  const took: number[] = [];
  let size = 0;
  for (let count = 0; count < visits; count += 1) {
    const visited = await visit();
    took.push(visited.took);
    size = visited.bytes;
  }
  const cpu = (cpuMicrosOf(pid) - before) / 1_000 / visits;
  took.sort((one, other) => one - other);
  const at = (share: number): number => took[Math.ceil(took.length * share) - 1] ?? Number.NaN;
  const measured = { name, p50: at(0.5), p95: at(0.95), cpu, bytes: size };
  tell(
    `${name}: ${measured.p50.toFixed(1)} / ${measured.p95.toFixed(1)} ms, ${cpu.toFixed(1)} ms of CPU, ${size} bytes`,
  );
  return measured;
}

interface Wire {
  readonly page: number;
  readonly assets: number;
}

/** What a browser loads that has nothing yet: the first page and what it names, as they come over the wire. */
async function firstVisit(visitor: ConsoleVisitor): Promise<Wire> {
  const packed = { 'accept-encoding': 'gzip, deflate, br' };
  const { bytes } = await visitor.get('/console/', packed);
  const page = (await visitor.get('/console/')).text;
  let assets = 0;
  for (const [, path = ''] of page.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)) {
    assets += (await visitor.get(path, packed)).bytes.length;
  }
  return { page: bytes.length, assets };
}

interface Beside {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly pagesRead: number;
}

/** The 99th percentile of inference, milliseconds, alone and beside somebody who opens one page after another, in turn. */
async function measuredBeside(
  call: { readonly baseUrl: string; readonly apiKey: string; readonly pid: number },
  visitor: ConsoleVisitor,
  scene: Scene,
): Promise<Beside> {
  const load = { ...call, body: requestBody({ model: 'light' }), concurrency: requestsAtOnce };
  tell('inference warms up');
  await runLoad({ ...load, requests: warmUpRequests });
  const alone: number[] = [];
  const beside: number[] = [];
  const pages = pagesOf(scene).filter(({ by }) => by === 'manager');
  let pagesRead = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push((await runLoad({ ...load, requests })).p99);
    const isOver = { now: false };
    const reading = (async () => {
      while (!isOver.now) {
        await visitor.get(pages[pagesRead % pages.length]?.path ?? '');
        pagesRead += 1;
      }
    })();
    beside.push((await runLoad({ ...load, requests })).p99);
    isOver.now = true;
    await reading;
    tell(`round ${round + 1} of ${rounds}`);
  }
  return { alone, beside, pagesRead };
}

/** Without what it has mapped of files: of the read models, the system keeps what it has room for. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

function report({
  measured,
  memoryMb,
  wire,
  beside: { alone, beside, pagesRead },
}: {
  readonly measured: readonly Measured[];
  readonly memoryMb: { readonly before: number; readonly after: number };
  readonly wire: Wire;
  readonly beside: Beside;
}): void {
  const figure = (value: number): string => value.toFixed(1);
  const kB = (bytes: number): string => (bytes / 1_000).toFixed(1);
  const ratios = alone.map((each, index) => (beside[index] ?? Number.NaN) / each);
  const text = [
    '# What pages of the console take',
    '',
    `Made by \`npm run bench:console${isWhole ? '' : ` -- --charges=${charges} --keys=${keys}`}\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; load ${(loadavg()[0] ?? Number.NaN).toFixed(1)} at the end, on ${cpus().length} processors.`,
    `One tenant has ${keys.toLocaleString('en')} people with a key and a wallet each, and ${charges.toLocaleString('en')} charges on ${days} days, of three models and ${tags} values of a tag. Times are those of a caller on this machine, of ${visits} visits one after the other; CPU is that of the gateway. The goal is a p95 of 50 ms.`,
    '',
    markdownTable(
      ['page', 'p50 ms', 'p95 ms', 'CPU ms', 'kB'],
      measured.map(({ name, p50, p95, cpu, bytes }) => [name, figure(p50), figure(p95), figure(cpu), kB(bytes)]),
    ),
    '',
    `Memory of the gateway: ${Math.round(memoryMb.before)} MB before, ${Math.round(memoryMb.after)} MB after ${(measured.length * (visits + warmUps)).toLocaleString('en')} visits.`,
    '',
    `A first visit loads ${kB(wire.page + wire.assets)} kB over the wire: the page ${kB(wire.page)} kB, style, script and icon ${kB(wire.assets)} kB. The goal is 60 kB.`,
    '',
    `Inference, ${requestsAtOnce} requests at once, alone and beside somebody who opens all pages of a manager one after the other (${pagesRead} pages in ${rounds} rounds of ${requests} requests): p99 ${figure(median(alone))} ms alone and ${figure(median(beside))} ms beside, ${median(ratios).toFixed(2)} × (median of the rounds; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}). The goal is 1.2 ×.`,
  ].join('\n');
  process.stdout.write(`${text}\n`);
  if (isWhole) writePage('docs/bench/console.md', text);
}

function tell(what: string): void {
  process.stderr.write(`${new Date().toISOString()} ${what}\n`);
}
