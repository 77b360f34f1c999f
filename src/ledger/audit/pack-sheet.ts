import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import type { SheetColumn, SheetRow } from '../../ports/workbook.ts';

/** When an event was recorded: before the days, within them, or after them. */
export type When = 'before' | 'within' | 'after';

/** An event of the log, in its order. */
export interface PackedEvent {
  readonly recorded: RecordedEvent;
  readonly event: DomainEvent;
  readonly when: When;
}

/** A sheet of an audit pack. It sees every event of the log from the beginning. */
export interface PackSheet {
  /** Letters and `_`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** How it is made, in a sentence or two for whoever checks it. */
  readonly how: string;
  /** The rows that an event makes. */
  take(event: PackedEvent): readonly SheetRow[];
  /** The rows that are known at the end of the log. */
  end(): Iterable<SheetRow>;
}

export const noRows: readonly SheetRow[] = [];

/** A column of a kind, for each name. */
export function columnsOf(kind: SheetColumn['kind'], ...names: readonly string[]): readonly SheetColumn[] {
  return names.map((name) => ({ name, kind }));
}
