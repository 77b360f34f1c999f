import { retryPause, type RetryPolicy } from '../ledger/retry.ts';
import type { Wallets } from '../ledger/wallets.ts';
import { walletStream } from '../ledger/stream-names.ts';
import { EventLogBusy, type EventLog } from '../ports/event-log.ts';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';

export interface CloseOldWalletsDeps {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly wallets: Pick<Wallets, 'closePeriod'>;
  readonly readModels: Pick<DocumentReader, 'list'>;
  /** One document per wallet, by its id. */
  readonly walletBalances: Projection<object>;
  /** A wallet with fewer events since its last closing is quick to read, and skipped. Default 10,000. */
  readonly eventsMin?: number;
  readonly timer?: Pick<Timer, 'after' | 'chance'>;
}

const walletsPage = 1_000;
const eventsPage = 1_000;
/** Most attempts at a wallet. Each continues reading where the previous one stopped; pauses relieve a busy log. */
const attemptsMax = 100;
const retries: RetryPolicy = { pauseMs: 20, pauseMsMax: 1_000 };

/**
 * Closes wallets with many events since their last closing, as earlier versions closed none. Otherwise their next
 * caller would wait until the whole history is read. Works on one wallet at a time, because reading is expensive.
 * Returns the number of wallets found. Raises what the log and the read models raise; wallets closed until then stay
 * closed.
 */
export async function closeOldWallets(deps: CloseOldWalletsDeps, signal: AbortSignal): Promise<number> {
  let found = 0;
  for (let afterKey: string | undefined; ;) {
    const options = { limit: walletsPage, ...(afterKey === undefined ? {} : { afterKey }) };
    const page = deps.readModels.list(deps.walletBalances, options);
    for (const { key } of page) {
      if (signal.aborted) return found;
      if (!(await isOld(deps, walletStream(key)))) continue;
      found += 1;
      await closeWallet(deps, key, signal);
    }
    afterKey = page.at(-1)?.key;
    if (page.length < walletsPage) return found;
  }
}

async function isOld({ log, eventsMin = 10_000 }: CloseOldWalletsDeps, stream: string): Promise<boolean> {
  const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
  if (last === undefined || last.revision + 1 < eventsMin) return false;
  for (let fromRevision = last.revision; fromRevision > last.revision - eventsMin; fromRevision -= eventsPage) {
    const page = await log.readStream(stream, { direction: 'backwards', fromRevision, limit: eventsPage });
    if (page.some(({ type }) => type === 'WalletPeriodClosed')) return false;
  }
  return true;
}

async function closeWallet(deps: CloseOldWalletsDeps, walletId: string, signal: AbortSignal): Promise<void> {
  const { wallets, timer = systemTimer } = deps;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await wallets.closePeriod(walletId);
      return;
    } catch (error) {
      if (!(error instanceof EventLogBusy) || attempt >= attemptsMax) throw error;
      await retryPause(retries, attempt, { timer, signal });
    }
  }
}
