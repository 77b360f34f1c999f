import type { RecordedEvent } from '../../ports/event-log.ts';
import { AccountBalances } from './account-balances.ts';
import { dayOf, MovementsReader, type Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

export interface ExportOptions {
  /** Reads the events of wallets in the order of the log, from the beginning. */
  readonly events: () => AsyncIterable<RecordedEvent>;
  readonly format: MovementsFormat;
  /** First and last day of UTC whose movements are exported, as `2026-11-24`; absent: no limit. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The movements of money as text, piece by piece. With `from` the balances before that day come first, in formats that
 * have them: the log is then read twice. An event belongs to the day on which it was recorded, wherever it is in the
 * log. Raises `UnknownEventType`.
 */
export async function* exportMovements({ events, format, from, to }: ExportOptions): AsyncGenerator<string, void> {
  yield format.begin();
  if (from !== undefined && format.opening !== undefined) {
    const before = new AccountBalances();
    for await (const { event, postings } of movementsIn(events())) {
      if (dayOf(event.recordedAt) < from) for (const posting of postings) before.add(posting);
    }
    yield format.opening(from, before.entries());
  }
  for await (const movements of movementsIn(events())) {
    const day = dayOf(movements.event.recordedAt);
    if ((from === undefined || day >= from) && (to === undefined || day <= to)) yield format.movements(movements);
  }
}

async function* movementsIn(events: AsyncIterable<RecordedEvent>): AsyncGenerator<Movements, void> {
  const reader = new MovementsReader();
  for await (const event of events) {
    const movements = reader.read(event);
    if (movements !== null) yield movements;
  }
}
