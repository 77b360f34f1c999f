import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool, type Dispatcher } from 'undici';
import { median } from './median.ts';

export interface LoadOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly body: string;
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly requests: number;
  /** The server whose CPU time is measured. */
  readonly pid: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server process, all its threads, microseconds per request. */
  readonly cpuMicros: number;
}

/** Sends requests over kept-alive connections and measures them. Raises when one is not answered 200. */
export async function runLoad({ baseUrl, apiKey, body, concurrency, requests, pid }: LoadOptions): Promise<LoadResult> {
  const url = new URL(`${baseUrl}/chat/completions`);
  const pool = new Pool(url.origin, { connections: concurrency });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const latencies: number[] = [];
  let started = 0;
  const cpuBefore = cpuMicrosOf(pid);
  const begin = performance.now();
  const worker = async (): Promise<void> => {
    while (started < requests) {
      started++;
      const sentAt = performance.now();
      const status = await send(pool, { method: 'POST', path: url.pathname, headers, body });
      if (status !== 200) throw new Error(`answered ${status}`);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - begin) / 1000;
  const cpuMicros = (cpuMicrosOf(pid) - cpuBefore) / requests;
  await pool.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return { requestsPerSecond: requests / seconds, p50: at(0.5), p99: at(0.99), cpuMicros };
}

/** Each figure the median of it. */
export function medianResult(results: readonly LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult): number => median(results.map((result) => result[key]));
  return { requestsPerSecond: of('requestsPerSecond'), p50: of('p50'), p99: of('p99'), cpuMicros: of('cpuMicros') };
}

/** The status of the answer, when it has ended. */
export function send(pool: Pool, request: Dispatcher.DispatchOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(request, {
      onRequestStart() {
        // Required of a handler; there is nothing to prepare.
      },
      onResponseStart(_controller, code) {
        status = code;
      },
      onResponseData() {
        // The answer is counted, not kept.
      },
      onResponseEnd() {
        resolve(status);
      },
      onResponseError(_controller, error) {
        reject(error);
      },
    });
  });
}

const ticksPerSecond = 100;

/** User and system time of a process from the kernel's accounting (Linux), in microseconds; ticks of 10 ms. */
export function cpuMicrosOf(pid: number): number {
  return cpuMicrosIn(`/proc/${pid}/stat`);
}

/** The same of the main thread alone. */
export function mainThreadMicrosOf(pid: number): number {
  return cpuMicrosIn(`/proc/${pid}/task/${pid}/stat`);
}

/** The same of those threads of a process that have this name. */
export function threadMicrosOf(pid: number, name: string): number {
  const tasks = `/proc/${pid}/task`;
  const named = readdirSync(tasks).filter((id) => readFileSync(join(tasks, id, 'comm'), 'utf8').trim() === name);
  return named.reduce((sum, id) => sum + cpuMicrosIn(join(tasks, id, 'stat')), 0);
}

function cpuMicrosIn(file: string): number {
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
}
