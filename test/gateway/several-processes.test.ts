import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { childProcessesOf } from '../_support/child-processes.ts';
import { httpCall } from '../_support/http-call.ts';
import {
  dataDirectory,
  environmentFor,
  seedTenant,
  spawnGateway,
  testConfig,
  type GatewayProcess,
  type TenantOptions,
} from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

// One `waybill serve` with several processes, over sockets. Each call has a connection of its own, so that the processes
// take turns.

const hello = { model: 'light', messages: [{ role: 'user', content: 'Hi' }] };

async function startSeveral(t: ExecutionContext, config: Parameters<typeof testConfig>[1] = {}, processes = 2) {
  const sandbox = await startSandbox(t);
  const server = { processes, drain_timeout_ms: 20_000, ...config.server };
  const environment: Readonly<Record<string, string>> = {
    ...environmentFor(dataDirectory(t), testConfig(sandbox, { ...config, server })),
    WAYBILL_LOG_LEVEL: 'info',
  };
  const gateway = await spawnGateway(t, environment, undefined, { log: 'pipe' });
  let log = '';
  gateway.child.stderr?.on('data', (piece: Buffer) => (log += piece.toString()));
  return {
    ...gateway,
    sandbox,
    environment,
    log: () => log,
    tenant: (options: TenantOptions = {}) => seedTenant(environment, options),
  };
}

type Several = Awaited<ReturnType<typeof startSeveral>>;

const call = ({ baseUrl }: Pick<GatewayProcess, 'baseUrl'>, apiKey: string, body: object = hello) =>
  httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });

/** The first call with a key that was made beside the gateway: it learns of it soon. */
async function firstCall(gateway: GatewayProcess, apiKey: string): Promise<void> {
  for (let inRow = 0; inRow < 6;) inRow = (await call(gateway, apiKey)).status === 401 ? 0 : inRow + 1;
}

/** Calls that have reached the upstream, which takes a while to answer them. */
async function heldUpstream({ sandbox, ...gateway }: Several, apiKey: string, calls: number) {
  const before = (await sandbox.requests()).length;
  await sandbox.misbehave('delay_ms=1500', calls);
  const running = Array.from({ length: calls }, () => call(gateway, apiKey));
  await until('they are upstream', async () => (await sandbox.requests()).length === before + calls);
  return running;
}

const statuses = (answers: readonly { readonly status: number }[]): Readonly<Record<number, number>> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([s, all]) => [s, all?.length ?? 0]),
  );

async function metricsOf({ metricsUrl }: GatewayProcess): Promise<string> {
  return await (await fetch(metricsUrl ?? '')).text();
}

async function readiness({ metricsUrl }: GatewayProcess) {
  const response = await fetch(new URL('/readyz', metricsUrl ?? ''));
  const { missing, notices } = (await response.json()) as { readonly missing: string[]; readonly notices: string[] };
  return { status: response.status, missing, notices };
}

/** Whether no process is missing. */
async function serveAll(gateway: GatewayProcess): Promise<boolean> {
  const { status, notices } = await readiness(gateway);
  return status === 200 && notices.length === 0;
}

/** Requests that each process has answered, by its place. */
async function answered(gateway: GatewayProcess): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const [, place = '', count] of (await metricsOf(gateway)).matchAll(
    /^waybill_http_requests_total\{process="(\d+)",.*chat\/completions.*\} (\d+)$/gm,
  )) {
    found[place] = (found[place] ?? 0) + Number(count);
  }
  return found;
}

test.serial('requests a minute are counted once for all processes, and each of them serves', async (t) => {
  const gateway = await startSeveral(t, { top: { limits: { tenant: { requests_per_minute_max: 100 } } } });
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const limited = await gateway.tenant();
  const before = Object.values(await answered(gateway)).reduce((sum, count) => sum + count, 0);
  t.true(before > 0);
  // The whole rate of another tenant at once, four times over.
  for (let nth = 0; nth < 50; nth += 1) if ((await call(gateway, limited.apiKey, {})).status !== 401) break;
  const answers = await Promise.all(Array.from({ length: 400 }, () => call(gateway, limited.apiKey)));
  const { 200: accepted = 0, 429: refused = 0 } = statuses(answers);
  t.is(accepted + refused, 400);
  // A minute gives 100; some may have been free again while the calls ran.
  t.true(accepted <= 110, `${accepted} were accepted`);
  t.true(accepted >= 90, `${accepted} were accepted`);
  const byPlace = await answered(gateway);
  t.deepEqual(Object.keys(byPlace).toSorted(), ['1', '2']);
});

test.serial('requests at once are counted once, and an ended process holds none', async (t) => {
  const gateway = await startSeveral(t, { top: { limits: { key: { requests_at_once_max: 4 } } } });
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const slow = { ...hello, messages: [{ role: 'user', content: 'sandbox: stall' }] };
  await gateway.sandbox.misbehave('delay_ms=30000', 4);
  const held = Array.from({ length: 4 }, () => call(gateway, apiKey, slow).catch(() => null));
  await until('four calls are at the upstream', async () => {
    const running = await fetch(new URL('/metrics', gateway.metricsUrl ?? ''));
    const inFlight = [...(await running.text()).matchAll(/^waybill_requests_in_flight\{.*\} (\d+)$/gm)];
    return inFlight.reduce((sum, [, count]) => sum + Number(count), 0) === 4;
  });
  t.deepEqual(statuses(await Promise.all(Array.from({ length: 6 }, () => call(gateway, apiKey)))), { 429: 6 });
  // One after the other: a free port is given up when nobody listens on it.
  for (const pid of childProcessesOf(gateway.child.pid)) {
    process.kill(pid, 'SIGKILL');
    await until('it is gone', () => !childProcessesOf(gateway.child.pid).includes(pid));
    await until('both serve again', () => serveAll(gateway));
  }
  await Promise.all(held);
  t.deepEqual(statuses([await call(gateway, apiKey)]), { 200: 1 });
});

test.serial('a killed process is replaced, and callers get answers meanwhile', async (t) => {
  const gateway = await startSeveral(t);
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const [victim = 0] = childProcessesOf(gateway.child.pid);
  process.kill(victim, 'SIGKILL');
  await until('it is gone', () => !childProcessesOf(gateway.child.pid).includes(victim));
  t.is((await call(gateway, apiKey)).status, 200);
  await until('it was replaced', () => childProcessesOf(gateway.child.pid).length === 2);
  await until('both serve', () => serveAll(gateway));
  t.regex(gateway.log(), /"msg":"process_ended"/);
  t.is((await call(gateway, apiKey)).status, 200);
});

test.serial('a caller whose connection a killed process had not taken is not left waiting', async (t) => {
  const gateway = await startSeveral(t);
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const [victim = 0] = childProcessesOf(gateway.child.pid);
  // It takes no connection any more, and is handed one.
  process.kill(victim, 'SIGSTOP');
  const ends: (number | 'cut')[] = [];
  const calls = Array.from({ length: 4 }, async () => {
    const end = await call(gateway, apiKey).then(
      ({ status }) => status,
      () => 'cut' as const,
    );
    ends.push(end);
  });
  await until('the other process has answered the others', () => ends.length === 3);
  process.kill(victim, 'SIGKILL');
  await Promise.all(calls);
  t.deepEqual(ends, [200, 200, 200, 'cut']);
});

test.serial('SIGHUP replaces each process by one with the new code and configuration, and no call fails', async (t) => {
  const gateway = await startSeveral(t);
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const before = childProcessesOf(gateway.child.pid);
  const seen: number[] = [];
  const done = new AbortController();
  const callers = Array.from({ length: 24 }, async () => {
    while (!done.signal.aborted) seen.push((await call(gateway, apiKey)).status);
  });
  gateway.child.kill('SIGHUP');
  await until('they are replaced', () => gateway.log().includes('"msg":"processes_replaced"'));
  done.abort();
  await Promise.all(callers);
  t.deepEqual([...new Set(seen)], [200], `of ${seen.length} calls`);
  const after = childProcessesOf(gateway.child.pid);
  t.is(after.length, 2);
  t.deepEqual(
    after.filter((pid) => before.includes(pid)),
    [],
  );
});

test.serial('a process that ends while all are replaced has one successor', async (t) => {
  const gateway = await startSeveral(t);
  const [victim = 0] = childProcessesOf(gateway.child.pid);
  process.kill(victim, 'SIGKILL');
  gateway.child.kill('SIGHUP');
  await until('they are replaced', () => gateway.log().includes('"msg":"processes_replaced"'));
  await until('both serve', () => serveAll(gateway));
  // Longer than the pause before a process that ended is started again, and than its start.
  await sleep(6_000);
  t.is(childProcessesOf(gateway.child.pid).length, 2);
});

test.serial('signals that come while processes are replaced are one replacement more', async (t) => {
  const gateway = await startSeveral(t);
  const replaced = (): number => gateway.log().match(/"msg":"processes_replaced"/g)?.length ?? 0;
  gateway.child.kill('SIGHUP');
  const before = childProcessesOf(gateway.child.pid).length;
  await until('it has begun', () => childProcessesOf(gateway.child.pid).length > before);
  for (let nth = 0; nth < 5; nth += 1) {
    gateway.child.kill('SIGHUP');
    await sleep(50);
  }
  await until('they are replaced twice', () => replaced() === 2);
  await sleep(4_000);
  t.is(replaced(), 2);
  t.is(childProcessesOf(gateway.child.pid).length, 2);
});

test.serial('a configuration with a fault replaces nobody, and says so', async (t) => {
  const gateway = await startSeveral(t);
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const before = childProcessesOf(gateway.child.pid);
  writeFileSync(gateway.environment['WAYBILL_CONFIG'] ?? '', 'upstreams: 5\n');
  gateway.child.kill('SIGHUP');
  await until('it is said', () => gateway.log().includes('"msg":"processes_not_replaced"'));
  t.deepEqual(childProcessesOf(gateway.child.pid), before);
  t.is((await call(gateway, apiKey)).status, 200);
});

test.serial('SIGTERM lets running calls end, in every process', async (t) => {
  const gateway = await startSeveral(t);
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const running = await heldUpstream(gateway, apiKey, 4);
  const ended = new Promise((resolve) => gateway.child.once('exit', (code, signal) => resolve(signal ?? code)));
  const children = childProcessesOf(gateway.child.pid);
  gateway.child.kill('SIGTERM');
  // A terminal tells them all.
  for (const pid of children) process.kill(pid, 'SIGTERM');
  t.deepEqual(statuses(await Promise.all(running)), { 200: 4 });
  t.is(await ended, 0);
});

test.serial('the processes end their calls and themselves when the one that started them is killed', async (t) => {
  const gateway = await startSeveral(t);
  const { apiKey } = await gateway.tenant();
  await firstCall(gateway, apiKey);
  const [running] = await heldUpstream(gateway, apiKey, 1);
  const children = childProcessesOf(gateway.child.pid);
  t.is(children.length, 2);
  await gateway.kill('SIGKILL');
  t.is((await running)?.status, 200);
  const isAlive = (pid: number): boolean => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    } catch {
      return false;
    }
  };
  await until('they have ended', () => !children.some(isAlive));
});

test.serial('a start that fails says why once, and ends with the code of a refused start', async (t) => {
  const sandbox = await startSandbox(t);
  const broken = testConfig(sandbox, { server: { processes: 2 }, ledger: { engine: 'eventstoredb' } });
  const environment = environmentFor(dataDirectory(t), broken);
  await t.throwsAsync(spawnGateway(t, environment, undefined, { log: 'ignore' }), { message: /ended with 3/ });
});

test.serial('metrics and readiness speak for all', async (t) => {
  const gateway = await startSeveral(t, {}, 3);
  t.like(await readiness(gateway), { status: 200, missing: [] });
  const ready = (await metricsOf(gateway)).match(/^waybill_is_ready\{.*$/gm) ?? [];
  t.deepEqual(
    ready.toSorted((a, b) => (a < b ? -1 : 1)),
    ['1', '2', '3'].map((place) => `waybill_is_ready{process="${place}"} 1`),
  );
});
