// `npm run bench:following [CHECKOUT]`: what gateways spend on each request of another one, by thread: CPU time, without what
// they spend while nobody writes. With a checkout a gateway of its code follows the same events at the same time, so that both
// are disturbed alike. `--own=2`: each follower is called twice a second, so that it waits for what others write.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { startGateways } from './gateway-fleet.ts';
import { send } from './http-load.ts';
import { median } from './median.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '8' },
    'warm-up': { type: 'string', default: '15' },
    connections: { type: 'string', default: '16' },
    own: { type: 'string', default: '0' },
  },
});
const [rounds, seconds, warmUpSeconds, connections, ownPerSecond] = [
  Number(values.rounds),
  Number(values.seconds),
  Number(values['warm-up']),
  Number(values.connections),
  Number(values.own),
];
const idleSeconds = 3;
const here = join(import.meta.dirname, '..', '..');
const roots = [here, here, ...positionals.slice(0, 1)];
const body = JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'hello '.repeat(100) }] });

/** Microseconds by the names of threads. */
type Spent = ReadonlyMap<string, number>;

await using fleet = await startGateways({
  engine: 'eventstoredb',
  gateways: roots.length,
  flushMs: 3,
  upstreamMs: 20,
  roots,
});
const [writer, ...followers] = fleet.gateways;
if (writer === undefined) throw new Error('nobody writes');
const { apiKey } = writer.tenant;

await load(warmUpSeconds, connections);
/** By round, and by follower. */
const measured: (readonly Spent[])[] = [];
for (let round = 0; round < rounds; round += 1) {
  const idle = await spentIn(() => load(idleSeconds, 0));
  const busy = await spentIn(() => load(seconds, connections));
  const perRequest = busy.spent.map((spent, index) => {
    const before = idle.spent[index] ?? new Map<string, number>();
    const share = busy.ms / idle.ms;
    const parts = [...spent].map(
      ([name, micros]) => [name, (micros - (before.get(name) ?? 0) * share) / busy.requests] as const,
    );
    return new Map(parts);
  });
  measured.push(perRequest);
  const totals = perRequest.map((spent) => sumOf(spent).toFixed(0)).join(' and ');
  const status = idle.spent.map((spent) => (sumOf(spent) / idle.ms).toFixed(1)).join(' and ');
  console.log(
    `${((busy.requests / busy.ms) * 1_000).toFixed(0)} requests/s: ${totals} us a request; while nobody writes ${status} ms a second`,
  );
}
for (const [index, root] of roots.slice(1).entries()) {
  const ofRounds = measured.map((round) => round[index] ?? new Map<string, number>());
  const names = [...new Set(ofRounds.flatMap((spent) => [...spent.keys()]))];
  const parts = names.map((name) => `${name} ${median(ofRounds.map((spent) => spent.get(name) ?? 0)).toFixed(0)}`);
  console.log(`${root}: median ${median(ofRounds.map(sumOf)).toFixed(0)} us a request: ${parts.join(', ')}`);
}
if (followers.length > 1) {
  const shares = measured.map(
    ([own = new Map<string, number>(), other = new Map<string, number>()]) => sumOf(own) / sumOf(other),
  );
  console.log(
    `of the other checkout: median ${median(shares).toFixed(2)}, ${shares.map((share) => share.toFixed(2)).join(' ')}`,
  );
}

function sumOf(spent: Spent): number {
  return [...spent.values()].reduce((sum, micros) => sum + micros, 0);
}

async function spentIn(
  work: () => Promise<number>,
): Promise<{ readonly requests: number; readonly ms: number; readonly spent: readonly Spent[] }> {
  const before = followers.map(({ pid }) => cpuByThread(pid));
  const begin = performance.now();
  const requests = await work();
  // What is still to be folded belongs to it.
  await pause(2_500);
  const ms = performance.now() - begin;
  const spent = followers.map(({ pid }, index) => {
    const since = before[index] ?? new Map<string, number>();
    return new Map([...cpuByThread(pid)].map(([name, micros]) => [name, micros - (since.get(name) ?? 0)] as const));
  });
  return { requests, ms, spent };
}

/** Since the start of a process. */
function cpuByThread(pid: number): Spent {
  const spent = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const name = thread === String(pid) ? 'main' : readFileSync(`${folder}/comm`, 'utf8').trim();
    const [nanos] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ');
    spent.set(name, (spent.get(name) ?? 0) + Number(nanos) / 1_000);
  }
  return spent;
}

/** Calls the writer over so many connections, and followers as often as they are to be called. Answers the writer's requests. */
async function load(forSeconds: number, writers: number): Promise<number> {
  const endAt = performance.now() + forSeconds * 1_000;
  const called = followers.map(({ baseUrl }) =>
    callUntil(endAt, baseUrl, ownPerSecond === 0 ? 0 : 1, 1_000 / ownPerSecond),
  );
  const [requests] = await Promise.all([callUntil(endAt, writer?.baseUrl ?? '', writers, 0), ...called]);
  await pause(Math.max(0, endAt - performance.now()));
  return requests ?? 0;
}

async function callUntil(endAt: number, baseUrl: string, lanes: number, pauseMs: number): Promise<number> {
  const url = new URL(`${baseUrl}/chat/completions`);
  const pool = new Pool(url.origin, { connections: Math.max(1, lanes) });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  let requests = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const status = await send(pool, { method: 'POST', path: url.pathname, headers, body });
      if (status !== 200) throw new Error(`answered ${status}`);
      requests += 1;
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await pool.close();
  return requests;
}
