import { walletLimits } from '../ledger/wallets.ts';
import type { ConfigFile } from './config-file.ts';

type Timed = Pick<ConfigFile, 'server' | 'reservations' | 'upstreams' | 'ledger' | 'idempotency'>;

/** The longest total time of any upstream, milliseconds. */
function longestExchangeMs({ upstreams }: Pick<Timed, 'upstreams'>): number {
  return Math.max(0, ...Object.values(upstreams).map(({ total_timeout_ms: totalMs }) => totalMs));
}

/**
 * How long all writes of one answer may wait for their reader together, milliseconds. What the upstream may take is kept
 * apart from it: a reader who uses up this time still leaves the upstream all of its own.
 */
export function readerWaitMsMax(file: Pick<Timed, 'server' | 'upstreams'>): number {
  return file.server.request_total_ms_max - longestExchangeMs(file);
}

/** The first relation between times that does not hold, as a sentence for the operator; `null`: all hold. */
export function brokenTimeRelation(file: Timed): string | null {
  const { request_total_ms_max: totalMs, write_stall_ms_max: stallMs } = file.server;
  for (const [upstream, { total_timeout_ms: exchangeMs }] of Object.entries(file.upstreams)) {
    const leastMs = exchangeMs + stallMs;
    if (totalMs < leastMs) {
      return `server.request_total_ms_max must be at least upstreams.${upstream}.total_timeout_ms + server.write_stall_ms_max (${leastMs}): a reader may use up the difference, and the upstream is then still read to its counters`;
    }
  }
  const leastMs = Math.ceil(totalMs * 1.1);
  if (file.reservations.ttl_ms < leastMs) {
    return `reservations.ttl_ms must exceed server.request_total_ms_max by a tenth (${leastMs}): what is open for longer is looked up as lost`;
  }
  if (file.idempotency.ttl_ms < leastMs) {
    return `idempotency.ttl_ms must exceed server.request_total_ms_max by a tenth (${leastMs}): a key that is forgotten while its request runs would be executed twice`;
  }
  const { commandMsMax } = walletLimits;
  if (file.ledger.reserve_wait_ms > commandMsMax) {
    return `ledger.reserve_wait_ms must be at most ${commandMsMax}: after that a wallet gives up what it was asked, and a request would wait for nothing. Set it to ${commandMsMax} or less`;
  }
  return null;
}
