// `npm run bench:reading [-- CHARGES]`: what it takes to read the charges of a key that has a million of them, and what inference
// takes beside ten readers. Writes its page for a million, the default.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { environmentFor, recordTenant, spawnGateway, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { spawnSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import * as words from '../_support/wallet-vocabulary.ts';
import { writePage } from './bench-page.ts';
import { runLoad } from './http-load.ts';
import { median } from './median.ts';
import { requestBody, requestsAtOnce, warmUpRequests } from './request-load.ts';

const million = 1_000_000;
const { positionals } = parseArgs({ allowPositionals: true });
const charges = Number(positionals[0] ?? million);
if (!Number.isInteger(charges) || charges < 1) {
  process.stderr.write('Usage: npm run bench:reading [-- CHARGES]\n');
  process.exit(2);
}

const [chargesOfWallet, lanes] = [200, 8];
const pageMax = 200;
const readers = 10;
/** Of inference, alone and beside readers in turn. */
const [rounds, requests] = [7, 5_000];

const shared = new SharedTeardown();
try {
  const sandbox = await spawnSandbox(shared, { record: false });
  const config = testConfig(sandbox, { ledger: { projection_batch_ms: 100 } });
  const environment = { ...environmentFor(unauditedDirectory(shared), config), WAYBILL_LOG_LEVEL: 'info' };
  const tenant = await seeded(environment);
  tell('the gateway starts');
  const gateway = await spawnGateway(shared, environment, undefined, { log: 'ignore' });
  tell('its read models are made: the first page waits for them');
  await pageOf({ baseUrl: gateway.baseUrl, apiKey: tenant.apiKey }, null);
  const pages = await walkedPages(gateway.baseUrl, tenant.apiKey);
  const call = { baseUrl: gateway.baseUrl, apiKey: tenant.apiKey, pid: gateway.child.pid ?? 0 };
  const beside = await measuredBeside(call);
  report(pages, beside);
} finally {
  await shared.end();
}

/** A rich tenant, and as many charges of its key in wallets of its own. */
async function seeded(environment: Readonly<Record<string, string>>): Promise<TestTenant> {
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const ledger = await openLedger({ dataDir, engine: 'sqlite', projections: [] });
  try {
    const tenant = await recordTenant(dataDir, ledger.log, { creditEur: '1000000' });
    let left = charges;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(left, chargesOfWallet);
        left -= size;
        await recordCharges(ledger.log, tenant, size);
        if (left % 100_000 < size) tell(`${left} charges are left to be written`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return tenant;
  } finally {
    await ledger.close();
  }
}

async function recordCharges(log: EventLog, tenant: TestTenant, size: number): Promise<void> {
  const walletId = randomUUID();
  const events: DomainEvent[] = [
    { type: 'WalletOpened', data: { wallet_id: walletId, tenant_id: tenant.tenantId } },
    words.credited('1000', randomUUID()),
  ];
  for (let count = 0; count < size; count += 1) {
    const named = { reservation_id: randomUUIDv7(), key_id: tenant.keyId, user_id: tenant.userId };
    for (const event of [words.reserved('4'), words.settled({ cost: '1', released: '3', postings: [] })]) {
      // The members that are replaced are those of the event's own type.
      events.push({ ...event, data: { ...event.data, ...named } } as DomainEvent);
    }
  }
  const batch = events.map((event) => {
    const encoded = encodeEvent(event, randomUUID());
    return { ...encoded, data: encoded.data.replaceAll(words.walletId, walletId) };
  });
  await log.append(walletStream(walletId), 'no_stream', batch);
}

interface Pages {
  readonly count: number;
  readonly charges: number;
  /** Milliseconds, the answer read whole: the first ten times, each one after it, and the last ten times. */
  readonly first: readonly number[];
  readonly others: readonly number[];
  readonly last: readonly number[];
}

interface Called {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A page after a charge, or the first, with the time until it was read whole, milliseconds. */
async function pageOf({ baseUrl, apiKey }: Called, after: string | null) {
  const askedAtMs = performance.now();
  const query = after === null ? '' : `&after=${encodeURIComponent(after)}`;
  const { status, text } = await httpCall(`${baseUrl}/charges?limit=${pageMax}${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const took = performance.now() - askedAtMs;
  if (status !== 200) throw new Error(`a page was answered with ${status}: ${text.slice(0, 200)}`);
  const page = JSON.parse(text) as {
    readonly data: readonly unknown[];
    readonly has_more: boolean;
    readonly last_id: string;
  };
  return { took, next: page.has_more ? page.last_id : null, size: page.data.length };
}

/** Every page from the newest charge to the oldest. */
async function walkedPages(baseUrl: string, apiKey: string): Promise<Pages> {
  const read = (after: string | null) => pageOf({ baseUrl, apiKey }, after);
  const timed = async (after: string | null): Promise<readonly number[]> => {
    const took: number[] = [];
    for (let count = 0; count < 10; count += 1) took.push((await read(after)).took);
    return took;
  };
  tell('pages are read');
  const others: number[] = [];
  let [count, found, place] = [0, 0, null as string | null];
  for (let isLast = false; !isLast;) {
    const { took, next, size } = await read(place);
    others.push(took);
    count += 1;
    found += size;
    isLast = next === null;
    place = next ?? place;
  }
  return { count, charges: found, first: await timed(null), others, last: await timed(place) };
}

interface Beside {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly pagesRead: number;
}

/** The 99th percentile of inference, milliseconds, alone and beside readers, in turn. */
async function measuredBeside(call: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
}): Promise<Beside> {
  const load = { ...call, body: requestBody({ model: 'light' }), concurrency: requestsAtOnce };
  tell('inference warms up');
  await runLoad({ ...load, requests: warmUpRequests });
  const [alone, beside]: number[][] = [[], []];
  let pagesRead = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone?.push((await runLoad({ ...load, requests })).p99);
    const isOver = { now: false };
    const reading = Array.from({ length: readers }, async () => {
      while (!isOver.now) {
        const url = `${call.baseUrl}/charges?limit=${pageMax}`;
        const { status } = await httpCall(url, { headers: { authorization: `Bearer ${call.apiKey}` } });
        if (status !== 200) throw new Error(`a page was answered with ${status}`);
        pagesRead += 1;
      }
    });
    beside?.push((await runLoad({ ...load, requests })).p99);
    isOver.now = true;
    await Promise.all(reading);
    tell(`round ${round + 1} of ${rounds}`);
  }
  return { alone: alone ?? [], beside: beside ?? [], pagesRead };
}

function report(pages: Pages, { alone, beside, pagesRead }: Beside): void {
  const figure = (milliseconds: number): string => milliseconds.toFixed(1);
  const row = (name: string, figures: readonly number[]): string[] => [
    name,
    figure(median(figures)),
    figure(Math.max(...figures)),
  ];
  const ratios = alone.map((each, index) => (beside[index] ?? Number.NaN) / each);
  const text = [
    '# What reading takes',
    '',
    `Made by \`npm run bench:reading${charges === million ? '' : ` -- ${charges}`}\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; load ${(loadavg()[0] ?? Number.NaN).toFixed(1)} at the end.`,
    `A key with ${pages.charges.toLocaleString('en')} charges reads them by \`GET /v1/charges?limit=${pageMax}\`, from the newest to the oldest. Times are those of the caller on this machine.`,
    '',
    markdownTable(
      ['page', 'median ms', 'longest ms'],
      [
        row('the first', pages.first),
        row(`each of ${pages.count.toLocaleString('en')}`, pages.others),
        row('the last', pages.last),
      ],
    ),
    '',
    `Inference, ${requestsAtOnce} requests at once, alone and beside ${readers} callers who read the first page again and again (${pagesRead} pages in ${rounds} rounds of ${requests} requests):`,
    '',
    markdownTable(
      ['p99 of inference', 'median ms', 'longest ms'],
      [row('alone', alone), row(`beside ${readers} readers`, beside)],
    ),
    '',
    `The p99 beside them is ${median(ratios).toFixed(2)} × that alone (median of the rounds; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}).`,
  ].join('\n');
  process.stdout.write(`${text}\n`);
  if (charges === million) writePage('docs/bench/reading.md', text);
}

function tell(what: string): void {
  process.stderr.write(`${new Date().toISOString()} ${what}\n`);
}
