import { withinMs } from '../ledger/within-ms.ts';
import type { HttpListener } from '../http-listener.ts';
import type { Admission } from '../middleware/admission.ts';
import type { Exchanges } from '../pipeline/exchanges.ts';
import type { Telemetry } from '../ports/telemetry.ts';

/** The time of a stopping process, milliseconds. */
export interface DrainTimes {
  /** How long running requests go on undisturbed. */
  readonly undisturbedMs: number;
  /** How long those that were cut then have for their last words and their settlement. */
  readonly lastWordsMs: number;
  /** After so long the process ends, whatever is still open. */
  readonly totalMs: number;
}

/** Less is too little to close a ledger in. */
const totalMsMin = 2_000;
const closingMsMax = 5_000;

/** Divides what `server.drain_timeout_ms` gives: at least two thirds of it are for running requests. */
export function drainTimes(drainTimeoutMs: number): DrainTimes {
  const totalMs = Math.max(totalMsMin, drainTimeoutMs);
  const undisturbedMs = drainTimeoutMs - Math.min(closingMsMax, Math.ceil(drainTimeoutMs / 3));
  return { undisturbedMs, lastWordsMs: Math.ceil((totalMs - undisturbedMs) / 2), totalMs };
}

interface Draining {
  readonly listener: HttpListener;
  readonly admission: Admission;
  readonly exchanges: Exchanges;
  readonly telemetry: Telemetry;
  readonly times: DrainTimes;
}

/**
 * Takes no new connections and waits for the requests inside. Those that take too long are cut at their upstream: they are
 * settled, and their callers told so in the words of their protocol. Then every connection is closed.
 */
async function drain({ listener, admission, exchanges, telemetry, times }: Draining): Promise<void> {
  listener.shut();
  const closedByMs = performance.now() + times.undisturbedMs + times.lastWordsMs;
  if (!(await admission.close(times.undisturbedMs))) {
    telemetry.warn('drain_timed_out', { inside: admission.inside });
    exchanges.cutAll();
    await admission.close(times.lastWordsMs);
  }
  await listener.close(Math.max(0, closedByMs - performance.now()));
}

/** What is closed behind the last request, in this order. */
interface Open {
  readonly reactors: { stop(): Promise<void> };
  readonly editions: { close(): Promise<void> };
  readonly pendingEndings: { stop(): Promise<void> };
  readonly idempotentRequests: { stop(): void };
  readonly ledger: { close(): Promise<void> };
  readonly liveness: { release(): Promise<void> };
  readonly sandbox: { stop(): Promise<void> } | null;
}

/** Ends the process's work within `totalMs`: what is still open then is left to the next process. Never raises for that. */
export async function drainAndClose(draining: Draining, open: Open): Promise<void> {
  const { telemetry, times, admission } = draining;
  const closed = drain(draining).then(() => close(open));
  if ((await withinMs(closed, times.totalMs)) !== 'too_late') return;
  telemetry.warn('stop_timed_out', { inside: admission.inside });
}

async function close(open: Open): Promise<void> {
  await open.reactors.stop();
  await open.editions.close();
  await open.pendingEndings.stop();
  open.idempotentRequests.stop();
  await open.ledger.close();
  await open.liveness.release();
  await open.sandbox?.stop();
}
