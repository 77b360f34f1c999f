import { randomUUID } from 'node:crypto';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import { closingOf } from '../../src/domain/wallet-closing.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import type { WalletState } from '../../src/domain/wallet-state.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { billing } from './usage.ts';

/** As the sandbox prices its models: what a deployment has. */
const priceList = createPriceList({
  id: 'sandbox-medium',
  version: '2026-11-01',
  eur_per_million_tokens: { input: '0.50', cached_input: '0.125', cache_write: '0.625', output: '2.00' },
  eur_per_million_characters: '15.00',
  eur_per_audio_hour: '0.36',
});
const bill = billing({ input_tokens: 1_000, output_tokens: 100 }, priceList);
const inference = {
  surface: 'chat_completions',
  profile: 'average',
  target: 'sandbox-medium',
  upstream: 'sandbox',
  upstream_model: 'sandbox-medium',
};

/** Events of one wallet that are appended together: a group of the mailbox under load. */
const groupPairs = 32;
const appendsAtOnce = 256;

export interface LedgerHistory {
  /** About so many events: an opening and a credit for each wallet, then reservations that are settled. */
  readonly events: number;
  readonly wallets: number;
  /** After so many events a wallet is closed; absent: never, as if every closing had failed. */
  readonly closingEvents?: number;
}

/** Writes a ledger as a gateway would have left it, through the wallet's own decisions; answers how many events it has. */
export async function writeLedgerHistory(history: LedgerHistory & { readonly path: string }): Promise<number> {
  await using engine = await openSqliteEventLog({ path: history.path, groupPauseMsMax: 0 });
  return await appendHistory(chainedLog(engine), history);
}

/** The same at the end of a log. */
export async function appendHistory(
  log: EventLog,
  { events, wallets, closingEvents = Infinity }: LedgerHistory,
): Promise<number> {
  const ids = Array.from({ length: wallets }, () => randomUUID());
  const pairsPerWallet = Math.max(1, Math.round((events / wallets - 2) / 2));
  let written = 0;
  const append = async (id: string, revision: number, batch: readonly WalletEvent[]): Promise<void> => {
    const encoded = batch.map((event) => encodeEvent(event, randomUUID()));
    await log.append(walletStream(id), revision < 0 ? 'no_stream' : revision, encoded);
    written += batch.length;
  };
  await inParallel(ids, appendsAtOnce, async (id) => {
    const history = new WalletHistory(id, closingEvents);
    let revision = -1;
    for (let pairs = 0; pairs < pairsPerWallet; pairs += groupPairs) {
      const batch = history.next(Math.min(groupPairs, pairsPerWallet - pairs));
      await append(id, revision, batch);
      revision += batch.length;
    }
  });
  return written;
}

class WalletHistory {
  readonly #id: string;
  readonly #keyId = randomUUID();
  readonly #userId = randomUUID();
  readonly #closingEvents: number;
  #state: WalletState = wallet.initialState;
  #events = 0;
  #sinceClosing = 0;

  constructor(id: string, closingEvents: number) {
    this.#id = id;
    this.#closingEvents = closingEvents;
  }

  next(pairs: number): readonly WalletEvent[] {
    const events: WalletEvent[] = [];
    const take = (command: WalletCommand): void => {
      const decision = wallet.decide(command, this.#state);
      if (!decision.accepted) throw new Error(`the wallet refused ${command.type}: ${decision.refusal}`);
      for (const event of decision.events) {
        this.#state = wallet.evolve(this.#state, event);
        events.push(event);
      }
    };
    if (this.#state.walletId === null) {
      take({ type: 'open_wallet', walletId: this.#id, tenantId: randomUUID() });
      take({ type: 'credit_wallet', creditId: randomUUID(), amount: 1_000_000_000_000_000n, reason: 'bench' });
    }
    const reservationIds = Array.from({ length: pairs }, () => randomUUID());
    for (const reservationId of reservationIds) take(this.#reserve(reservationId));
    for (const reservationId of reservationIds) take(settle(reservationId));
    this.#sinceClosing += events.length;
    this.#events += events.length;
    return this.#sinceClosing < this.#closingEvents ? events : [...events, ...this.#closing()];
  }

  #closing(): readonly WalletEvent[] {
    const closing = closingOf(this.#state, this.#events, { credits: new Set(), debits: new Set() });
    const events = closing.map((data) => ({ type: 'WalletPeriodClosed' as const, data }));
    this.#state = events.reduce<WalletState>(wallet.evolve, this.#state);
    this.#events += events.length;
    this.#sinceClosing = 0;
    return events;
  }

  #reserve(reservationId: string): WalletCommand {
    return {
      type: 'reserve_credit',
      reservationId,
      amount: 5_000_000n,
      keyId: this.#keyId,
      userId: this.#userId,
      instanceId: this.#keyId,
      expiresAt: '2030-01-01T00:00:00.000Z',
      inference,
      inputTokensMax: 1_000,
      outputTokensMax: 2_000,
      priceList,
      requestCap: null,
      keyBudget: null,
    };
  }
}

function settle(reservationId: string): WalletCommand {
  return {
    type: 'settle_reservation',
    reservationId,
    ...bill,
    priceListId: priceList.id,
    priceListVersion: priceList.version,
    resolvedBy: null,
  };
}

async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
