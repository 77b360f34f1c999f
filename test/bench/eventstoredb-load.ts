import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { lagUnderCuts } from './eventstoredb-cuts.ts';
import { median } from './median.ts';
import { openEventStoreDbEventLog, type EventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';

interface AppendRates {
  /** Appends of one event each, 64 streams at once. */
  readonly singleAppendsPerSecond: number;
  /** Events in appends of 20, 16 streams at once. */
  readonly groupedEventsPerSecond: number;
}

/** An event of the size that reservations have. */
const data = JSON.stringify({ filling: 'x'.repeat(440) });
const singles = 20_000;
const groups = 4_000;
const groupEvents = 20;
/** How often a log is read to its end, from each peer. */
const readings = 5;

/** The goals of the project. */
const goals: AppendRates = { singleAppendsPerSecond: 3_000, groupedEventsPerSecond: 12_000 };

/** The EventStoreDB adapter over the protocol peer, as a page: the median of three runs beside the goals. */
export async function eventStoreDbReport(scale: number): Promise<string> {
  const rates: AppendRates[] = [];
  for (let run = 0; run < 3; run += 1) rates.push(await appendRates(scale));
  const reading = await subscriptionRates(scale);
  const cut = await withPeer((peer, connectionString) => lagUnderCuts(peer, connectionString, 60 * scale));
  const row = (what: string, rate: keyof AppendRates): string => {
    const measured = rates.map((one) => one[rate]).sort((a, b) => a - b)[1] ?? 0;
    return `| ${what} | ${Math.round(measured)} | ${goals[rate]} | ${measured >= goals[rate] ? 'met' : 'missed'} |`;
  };
  return [
    '# EventStoreDB adapter',
    '',
    `Made by \`npm run bench -- --eventstoredb\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${cpus().length} CPUs, shared by the`,
    'adapter and the protocol peer, which is a process of its own and writes to no disk. No server was measured.',
    '',
    '| load | per second | goal | |',
    '|---|---:|---:|---|',
    row('appends of one event, 64 streams at once', 'singleAppendsPerSecond'),
    row('events in appends of 20, 16 streams at once', 'groupedEventsPerSecond'),
    '',
    `A subscription to ${reading.events} events from the beginning of the log: ${Math.round(reading.plain)} events a second, the median of ${readings} in turn with`,
    `${Math.round(reading.compressed)} from a peer that compresses every message, as servers since 25.1 do when they are asked: ${(reading.plain / reading.compressed).toFixed(1)} × as many.`,
    `CPU of the adapter: ${reading.plainMicros.toFixed(0)} and ${reading.compressedMicros.toFixed(0)} µs an event.`,
    '',
    `All read models followed ${cut.events} events, ${Math.round(cut.eventsPerSecond)} a second, while the peer ended the subscription ${cut.cuts} times`,
    `(100 a minute: ended, broken and too slow in turn). From an append's answer to its fold: p50 ${cut.lagP50Ms.toFixed(0)} ms, p99`,
    `${cut.lagP99Ms.toFixed(0)} ms, at most ${cut.lagMaxMs.toFixed(0)} ms (goal: 1,000 ms, ${cut.lagMaxMs <= 1_000 ? 'met' : 'missed'}).`,
    '',
  ].join('\n');
}

async function withPeer<Result>(
  measure: (peer: ChildProcess, connectionString: string) => Promise<Result>,
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const peer = fork(join(import.meta.dirname, 'eventstoredb-peer.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  // What the peer sends first.
  const [{ connection_string: connectionString }] = (await once(peer, 'message')) as [{ connection_string: string }];
  try {
    return await measure(peer, connectionString);
  } finally {
    peer.kill();
  }
}

async function appendRates(scale: number): Promise<AppendRates> {
  return withPeer(async (_peer, connectionString) => {
    await using log = await openEventStoreDbEventLog({ connectionString });
    await appendAll(log, { appends: 2_000 * scale, events: 1, lanes: 64 });
    const single = await appendAll(log, { appends: singles * scale, events: 1, lanes: 64 });
    const grouped = await appendAll(log, { appends: groups * scale, events: groupEvents, lanes: 16 });
    return { singleAppendsPerSecond: single, groupedEventsPerSecond: grouped * groupEvents };
  });
}

interface Reading {
  readonly events: number;
  /** Events a second, and CPU time of this process in microseconds an event. */
  readonly plain: number;
  readonly compressed: number;
  readonly plainMicros: number;
  readonly compressedMicros: number;
}

/** Reads the same log in turn from a peer 26.1 and from one that also compresses when nobody asks. */
async function subscriptionRates(scale: number): Promise<Reading> {
  const events = Math.ceil((50_000 * scale) / groupEvents) * groupEvents;
  const onPeer = async (connectionString: string, read: (log: EventStoreDbEventLog) => Promise<void>) => {
    await using log = await openEventStoreDbEventLog({ connectionString });
    await appendAll(log, { appends: events / groupEvents, events: groupEvents, lanes: 16 });
    await read(log);
  };
  const plain: FullRead[] = [];
  const compressed: FullRead[] = [];
  await withPeer(
    (_plain, plainConnection) =>
      withPeer(
        (_compressed, compressedConnection) =>
          onPeer(plainConnection, (plainLog) =>
            onPeer(compressedConnection, async (compressedLog) => {
              for (let turn = 0; turn < readings; turn += 1) {
                plain.push(await readAll(plainLog, events));
                compressed.push(await readAll(compressedLog, events));
              }
            }),
          ),
        { PEER_VERSION: '26.1', PEER_COMPRESSION: 'always' },
      ),
    { PEER_VERSION: '26.1' },
  );
  return {
    events,
    plain: median(plain.map(({ perSecond }) => perSecond)),
    compressed: median(compressed.map(({ perSecond }) => perSecond)),
    plainMicros: median(plain.map(({ micros }) => micros)),
    compressedMicros: median(compressed.map(({ micros }) => micros)),
  };
}

interface FullRead {
  readonly perSecond: number;
  /** CPU time of this process, an event. */
  readonly micros: number;
}

async function readAll(log: EventStoreDbEventLog, events: number): Promise<FullRead> {
  const stop = new AbortController();
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  let seen = 0;
  for await (const step of log.follow({ signal: stop.signal })) {
    if (step.kind === 'events') seen += step.events.length;
    else stop.abort();
  }
  if (seen !== events) throw new Error(`read ${seen} of ${events} events`);
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (events * 1_000) / (performance.now() - begin), micros: (user + system) / events };
}

interface Load {
  readonly appends: number;
  readonly events: number;
  readonly lanes: number;
}

/** Appends per second; each lane has a stream of its own, and appends at the exact revision when the last was answered. */
async function appendAll(log: EventStoreDbEventLog, { appends, events, lanes }: Load): Promise<number> {
  const begin = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const stream = `wallet-${randomUUID()}`;
      let last = -1;
      while (next < appends) {
        next += 1;
        const made = Array.from({ length: events }, () => ({ id: randomUUID(), type: 'T', data, metadata: '{"v":1}' }));
        last = (await log.append(stream, last < 0 ? 'no_stream' : last, made)).revision;
      }
    }),
  );
  return (appends * 1000) / (performance.now() - begin);
}
