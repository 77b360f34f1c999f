import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, type Call } from './caller.ts';
import { bookedIn } from './books.ts';
import type { Billed, StartContestant, Upstreams } from './contestant.ts';
import { MockUpstream, type Mode } from './mock-upstream.ts';

export interface Scenario {
  readonly name: string;
  /** What the preferred upstream is, in turn, each for {@link Times.turnMs}. */
  readonly modes: readonly Mode[];
  readonly isStreamed?: boolean;
  /** For {@link Times.longFaultMs}. */
  readonly isLong?: boolean;
  /** Neither upstream is preferred: the faster is to be asked. */
  readonly isGroup?: boolean;
  /** It answers still, be it late or not always: no goal says how often it may be tried, or when it has to be back. */
  readonly isUsed?: boolean;
}

export interface Times {
  readonly wellMs: number;
  readonly faultMs: number;
  readonly longFaultMs: number;
  readonly turnMs: number;
  /** How long it is waited for the recovered upstream to be used again. */
  readonly recoveryMsMax: number;
  readonly callsPerSecond: number;
}

/** What was seen of one gateway in one scenario. Milliseconds; shares from 0 to 1; nano-euro. */
export interface Seen {
  readonly calls: number;
  readonly answered: number;
  /** Of those that were not, how many had begun to be answered. */
  readonly broken: number;
  readonly well: Latencies;
  readonly fault: Latencies;
  /** Of calls that began after ten tries at the preferred upstream had failed. */
  readonly faultLater: Latencies;
  /** Requests that reached it after that, a second; `null`: they are not seen. */
  readonly triesPerSecond: number | null;
  /** Until the recovered upstream answered again; `null`: not in the time that was waited. */
  readonly backMs: number | null;
  readonly billed: Billed | null;
  readonly booked: number;
}

export interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

const learned = 10;

/** One scenario from a fresh start of everything. */
export async function play(start: StartContestant, scenario: Scenario, times: Times): Promise<Seen> {
  const upstreams: Upstreams = [new MockUpstream(), new MockUpstream()];
  await Promise.all(upstreams.map((upstream) => upstream.start()));
  const contestant = await start(upstreams, scenario.isGroup === true);
  const [preferred] = upstreams;
  const caller = new Caller(contestant, scenario.isStreamed === true);
  await caller.call(1_500, times.callsPerSecond);
  const wellFromMs = caller.nowMs;
  await caller.call(times.wellMs, times.callsPerSecond);
  const faultFromMs = caller.nowMs;
  await callThroughFaults(caller, preferred, scenario, times);
  const faultToMs = caller.nowMs;
  await preferred.become('well');
  const backMs = await untilBack(caller, preferred, times);
  await caller.end();
  // Work whose caller has left is charged a moment later.
  await sleep(500);
  const billed = await contestant.stop();
  await Promise.all(upstreams.map((upstream) => upstream.stop()));
  const between = (fromMs: number, toMs: number) => caller.calls.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const fault = between(faultFromMs, faultToMs).toSorted((one, other) => one.atMs - other.atMs);
  const learnedMs = learnedAtMs(preferred, caller.beganAtMs, fault) ?? faultToMs;
  const later = preferred.triesUnwell.filter(({ atMs }) => atMs - caller.beganAtMs > learnedMs);
  return {
    ...shares(fault),
    well: latencies(between(wellFromMs, faultFromMs)),
    fault: latencies(fault),
    faultLater: latencies(fault.filter(({ atMs }) => atMs > learnedMs)),
    triesPerSecond: scenario.modes.includes('refused')
      ? null
      : (later.length * 1_000) / Math.max(1, faultToMs - learnedMs),
    backMs,
    billed,
    booked: bookedIn(upstreams),
  };
}

/** When ten tries had failed, as the caller counts time; where connections are refused, when as many calls had come. */
function learnedAtMs(preferred: MockUpstream, beganAtMs: number, fault: readonly Call[]): number | undefined {
  const ended = preferred.triesUnwell.flatMap(({ endedAtMs }) => (endedAtMs === null ? [] : [endedAtMs - beganAtMs]));
  const tenth = ended.toSorted((one, other) => one - other)[learned - 1];
  return tenth ?? fault[learned - 1]?.atMs;
}

async function callThroughFaults(caller: Caller, preferred: MockUpstream, scenario: Scenario, times: Times) {
  const { modes, isLong = false } = scenario;
  const faultMs = isLong ? times.longFaultMs : times.faultMs;
  const turnMs = modes.length === 1 ? faultMs : times.turnMs;
  const endMs = caller.nowMs + faultMs;
  for (let turn = 0; caller.nowMs < endMs - 1; turn += 1) {
    await preferred.become(modes[turn % modes.length] ?? 'well');
    await caller.call(Math.min(turnMs, endMs - caller.nowMs), times.callsPerSecond);
  }
}

/** Calls on until the recovered upstream has answered. */
async function untilBack(caller: Caller, preferred: MockUpstream, times: Times): Promise<number | null> {
  const [fromMs, before] = [caller.nowMs, preferred.answered];
  const isBack = (): boolean => preferred.answered > before;
  await caller.call(times.recoveryMsMax, times.callsPerSecond, isBack);
  return isBack() ? caller.nowMs - fromMs : null;
}

function shares(calls: readonly Call[]) {
  return {
    calls: calls.length,
    answered: calls.filter(({ isAnswered }) => isAnswered).length,
    broken: calls.filter(({ isAnswered, hasBegun }) => hasBegun && !isAnswered).length,
  };
}

function latencies(calls: readonly Call[]): Latencies {
  const sorted = calls.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
