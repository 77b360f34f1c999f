import { withinMs } from '../ledger/within-ms.ts';
import type { HttpListener } from '../http/http-listener.ts';
import type { Admission } from '../http/admission.ts';
import type { Exchanges } from '../pipeline/exchanges.ts';
import type { Telemetry } from '../ports/telemetry.ts';

/** The phases of a shutdown, milliseconds. */
export interface DrainTimes {
  /** How long running requests continue undisturbed. */
  readonly undisturbedMs: number;
  /** How long cut requests then have for their final error and their settlement. */
  readonly lastWordsMs: number;
  /** After this time the process ends in any case. */
  readonly totalMs: number;
}

/** Shortest time in which a ledger can be closed. */
const totalMsMin = 2_000;
const closingMsMax = 5_000;

/** Divides `server.drain_timeout_ms`: at least two thirds are for running requests. */
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
 * Accepts no new connections and waits for the running requests. Requests that take too long are cut at their upstream
 * and settled, and their callers get an error in their protocol, even if the ledger is too slow for that. Then every
 * connection is closed.
 */
async function drain({ listener, admission, exchanges, telemetry, times }: Draining): Promise<void> {
  listener.shut();
  const closedByMs = performance.now() + times.undisturbedMs + times.lastWordsMs;
  if (!(await admission.close(times.undisturbedMs))) {
    telemetry.warn('drain_timed_out', { inside: admission.inside });
    exchanges.cutAll();
    await admission.close(times.lastWordsMs);
  }
  await listener.close(Math.max(0, closedByMs - performance.now()), 'shutdown_cut');
}

/** The parts that are closed after the last request, in this order. */
interface Open {
  readonly reactors: { stop(): Promise<void> };
  readonly editions: { close(): Promise<void> };
  readonly pendingEndings: { stop(): Promise<void> };
  readonly idempotentRequests: { stop(): void };
  readonly ledger: { close(): Promise<void> };
  readonly liveness: { release(): Promise<void> };
  readonly sandbox: { stop(): Promise<void> } | null;
}

/** Ends the work of the process within `totalMs`. Open work is left to the next process and raises no error. */
export async function drainAndClose(draining: Draining, open: Open): Promise<void> {
  const { telemetry, times, admission } = draining;
  const closed = drain(draining).then(() => close(open));
  if ((await withinMs(closed, times.totalMs)) !== 'too_late') return;
  telemetry.warn('stop_timed_out', { inside: admission.inside });
  // Whatever has kept the process: nobody is left without an answer.
  await draining.listener.close(0, 'shutdown_cut');
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
