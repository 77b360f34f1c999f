import { recordedIn, spanOf, type ZoneDays } from '../../domain/charges/calendar.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { MovementsReader, type Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';
import { nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { Posting } from '../../domain/wallet-entries/posting.ts';

export interface ExportOptions {
  /** Reads the events of wallets in the order of the log, from the beginning. */
  readonly events: () => AsyncIterable<RecordedEvent>;
  readonly format: MovementsFormat;
  /** The days whose movements are exported. */
  readonly days: ZoneDays;
}

/**
 * The movements of money as text, piece by piece. With `from` the balances before that day come first, in formats that
 * have them: the log is then read twice. An event belongs to the day on which it was recorded, wherever it is in the
 * log, and its time is told as the clocks of the zone show it. Raises `UnknownEventType`.
 */
export async function* exportMovements({ events, format, days }: ExportOptions): AsyncGenerator<string, void> {
  const { zone, from } = days;
  const { fromMs, beforeMs } = spanOf(days);
  const isBefore = ({ event }: Movements, ms: number | null): boolean =>
    ms !== null && Date.parse(event.recordedAt) < ms;
  yield format.begin(zone);
  if (from !== undefined && format.opening !== undefined) {
    const before = new AccountBalances();
    for await (const movements of movementsIn(events())) {
      if (isBefore(movements, fromMs)) for (const posting of movements.postings) before.add(posting);
    }
    yield format.opening(from, before.entries());
  }
  for await (const movements of movementsIn(events())) {
    if (isBefore(movements, fromMs) || (beforeMs !== null && !isBefore(movements, beforeMs))) continue;
    const { event } = movements;
    yield format.movements({ ...movements, event: { ...event, recordedAt: recordedIn(zone, event.recordedAt) } });
  }
}

async function* movementsIn(events: AsyncIterable<RecordedEvent>): AsyncGenerator<Movements, void> {
  const reader = new MovementsReader();
  for await (const event of events) {
    const movements = reader.read(event);
    if (movements !== null) yield movements;
  }
}

/**
 * The balance of each account: its debits less its credits, as accountants count. The sum over all accounts is zero.
 */
class AccountBalances {
  readonly #balances = new Map<string, NanoEur>();

  add({ debit_account, credit_account, amount_eur }: Posting): void {
    const amount = nanoFromEur(amount_eur);
    this.#balances.set(debit_account, (this.#balances.get(debit_account) ?? 0n) + amount);
    this.#balances.set(credit_account, (this.#balances.get(credit_account) ?? 0n) - amount);
  }

  /** Accounts whose balance is not zero, by name. */
  entries(): readonly (readonly [account: string, balance: NanoEur])[] {
    return [...this.#balances].filter(([, balance]) => balance !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
}
