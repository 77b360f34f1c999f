// `npm run bench:pairs -- --with CHECKOUT`: what a JSON request costs in this checkout and in another one of this repository.
// Each pair starts a gateway of either; they take turns, so that a machine that changes its pace changes it for both.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { spawnGateway, unauditedDirectory } from '../_support/gateway.ts';
import { spawnSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { medianResult, runLoad, type LoadResult } from './http-load.ts';
import { median } from './median.ts';
import { prepareGateway, requestBody, requestsAtOnce, warmUpRequests } from './request-load.ts';

const { values } = parseArgs({
  options: { with: { type: 'string' }, pairs: { type: 'string', default: '20' }, json: { type: 'boolean' } },
});
const pairs = Number(values.pairs);
if (values.with === undefined || !/^[1-9]\d{0,2}$/.test(values.pairs)) {
  process.stderr.write('Usage: npm run bench:pairs -- --with CHECKOUT [--pairs 20] [--json]\n');
  process.exit(2);
}
const checkouts = [join(import.meta.dirname, '..', '..'), resolve(values.with)] as const;
const [here = '', there = ''] = checkouts.map((checkout) =>
  execFileSync('git', ['-C', checkout, 'describe', '--always', '--dirty', '--abbrev=8', '--exclude=*'], {
    encoding: 'utf8',
  }).trim(),
);

/** For each gateway in each pair, as in `npm run bench -- --quick`. */
const [rounds, requests, warmUp] = [3, 800, warmUpRequests / 5];
const body = requestBody({ model: 'light' });

type Pair = readonly [here: LoadResult, there: LoadResult];

const shared = new SharedTeardown();
const measured: Pair[] = [];
try {
  const sandbox = await spawnSandbox(shared, { record: false });
  while (measured.length < pairs) {
    measured.push(await measurePair(sandbox, measured.length % 2 === 1));
    process.stderr.write(`pair ${measured.length} of ${pairs}: CPU × ${ratios('cpuMicros').at(-1)?.toFixed(3)}\n`);
  }
} finally {
  await shared.end();
}

const [cpu, perSecond] = [summaryOf('cpuMicros'), summaryOf('requestsPerSecond')];
const load = loadavg()[0] ?? Number.NaN;
if (values.json === true) {
  const facts = { here, there, pairs, load, cpu_micros: cpu, requests_per_second: perSecond };
  process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
} else {
  const row = (name: string, { ratio, from, to, ...medians }: typeof cpu): string[] => [
    name,
    medians.here.toFixed(0),
    medians.there.toFixed(0),
    ratio.toFixed(3),
    `${from.toFixed(3)} to ${to.toFixed(3)}`,
  ];
  const head = ['medians', here, there, 'ratio of a pair', pairs < 6 ? 'least and greatest' : '95 % interval'];
  process.stdout.write(
    `${pairs} pairs of ${rounds} × ${requests} JSON requests, ${requestsAtOnce} at once; Node ${process.version}, load ${load.toFixed(1)}.\n\n` +
      `${markdownTable(head, [row('CPU, µs a request', cpu), row('requests a second', perSecond)])}\n`,
  );
}

/** Fresh processes, since the compiler does not decide the same in each. Whoever begins in one pair is second in the next. */
async function measurePair(sandbox: SandboxForTest, isReversed: boolean): Promise<Pair> {
  const own = new SharedTeardown();
  try {
    const start = async (checkout: string) => {
      const { environment, apiKey } = await prepareGateway(checkout, unauditedDirectory(own), sandbox);
      const main = join(checkout, 'src', 'main.ts');
      const { baseUrl, child } = await spawnGateway(own, environment, main, { log: 'ignore' });
      const call = { apiKey, baseUrl, pid: child.pid ?? 0, body, concurrency: requestsAtOnce };
      const results: LoadResult[] = [];
      return { call, results };
    };
    const gateways = [await start(checkouts[0]), await start(checkouts[1])] as const;
    const inTurn = isReversed ? gateways.toReversed() : gateways;
    for (const { call } of inTurn) await runLoad({ ...call, requests: warmUp });
    for (let round = 0; round < rounds; round += 1) {
      for (const { call, results } of inTurn) results.push(await runLoad({ ...call, requests }));
    }
    return [medianResult(gateways[0].results), medianResult(gateways[1].results)];
  } finally {
    await own.end();
  }
}

function ratios(figure: keyof LoadResult): number[] {
  return measured.map(([own, other]) => own[figure] / other[figure]);
}

/** With the interval of the median ratio, of whatever distribution ratios are: from one of the sorted ones to another. */
function summaryOf(figure: keyof LoadResult) {
  // So many that as few or fewer heads come once in forty times, or more rarely, when a coin is tossed for each pair.
  let [heads, chance, sum] = [0, 0.5 ** pairs, 0];
  for (; sum + chance <= 0.025; heads += 1) {
    sum += chance;
    chance *= (pairs - heads) / (heads + 1);
  }
  const [all, outside] = [ratios(figure), Math.max(0, heads - 1)];
  const sorted = all.toSorted((a, b) => a - b);
  return {
    here: median(measured.map(([own]) => own[figure])),
    there: median(measured.map(([, other]) => other[figure])),
    ratio: median(all),
    from: sorted[outside] ?? Number.NaN,
    to: sorted[pairs - 1 - outside] ?? Number.NaN,
    ratios: all,
  };
}
