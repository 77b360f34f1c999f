import { walletLimits } from '../ledger/wallet-limits.ts';
import type { ConfigFile } from './config-file.ts';

type Timed = Pick<ConfigFile, 'server' | 'reservations' | 'upstreams' | 'ledger' | 'idempotency'>;

/** The longest total time of any upstream, milliseconds. */
function longestExchangeMs({ upstreams }: Pick<Timed, 'upstreams'>): number {
  return Math.max(0, ...Object.values(upstreams).map(({ total_timeout_ms: totalMs }) => totalMs));
}

/**
 * How long all writes of one answer may wait for the client in total, milliseconds. The total time of the upstream is
 * separate: a client that uses up this time does not shorten it.
 */
export function readerWaitMsMax(file: Pick<Timed, 'server' | 'upstreams'>): number {
  return file.server.request_total_ms_max - longestExchangeMs(file);
}

/** The first violated relation between times, as a sentence for the operator; `null`: none. */
export function brokenTimeRelation(file: Timed): string | null {
  const { request_total_ms_max: totalMs, write_stall_ms_max: stallMs } = file.server;
  for (const [upstream, { total_timeout_ms: exchangeMs }] of Object.entries(file.upstreams)) {
    const leastMs = exchangeMs + stallMs;
    if (totalMs < leastMs) {
      return `server.request_total_ms_max must be at least upstreams.${upstream}.total_timeout_ms + server.write_stall_ms_max (${leastMs}): a slow client may use up the difference, and the upstream must still be read to its counters`;
    }
  }
  const leastMs = Math.ceil(totalMs * 1.1);
  if (file.reservations.ttl_ms < leastMs) {
    return `reservations.ttl_ms must exceed server.request_total_ms_max by a tenth (${leastMs}): a reservation that is open for longer counts as lost`;
  }
  if (file.idempotency.ttl_ms < leastMs) {
    return `idempotency.ttl_ms must exceed server.request_total_ms_max by a tenth (${leastMs}): a key that is forgotten while its request runs would be executed twice`;
  }
  const { commandMsMax } = walletLimits;
  if (file.ledger.reserve_wait_ms > commandMsMax) {
    return `ledger.reserve_wait_ms must be at most ${commandMsMax}: a wallet gives up a command after that time. Set it to ${commandMsMax} or less`;
  }
  return null;
}
