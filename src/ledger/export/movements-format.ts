import type { NanoEur } from '../../domain/money.ts';
import type { Movements } from './movements.ts';

/** A format in which movements of money leave the ledger. Each text ends with a line end. */
export interface MovementsFormat {
  /** `zone`: where days begin, and whose clocks show the times of events. */
  begin(zone: string): string;
  /** The balances before a day; absent from formats that state movements alone. */
  opening?(day: string, balances: readonly (readonly [account: string, balance: NanoEur])[]): string;
  movements(movements: Movements): string;
}
