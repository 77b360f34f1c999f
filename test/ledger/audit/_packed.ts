import type { PackDays } from '../../../src/ledger/audit/pack-bounds.ts';
import { packBounds } from '../../../src/ledger/audit/pack-bounds.ts';
import type { PackSheet } from '../../../src/ledger/audit/pack-sheet.ts';
import { PackedEvents } from '../../../src/ledger/audit/packed-events.ts';
import { walkPack } from '../../../src/ledger/audit/walk-pack.ts';
import type { EventLog, RecordedEvent } from '../../../src/ports/event-log.ts';
import type { SheetRow } from '../../../src/ports/workbook.ts';

/** Days that have every event that a test records. */
export const allDays: PackDays = { from: '2000-01-01', to: '2100-01-01', zone: 'UTC' };

/** A pack of a log: its lines, and the rows of each sheet by its name. `at`: when an event counts as recorded. */
export async function packed(
  log: EventLog,
  sheets: readonly PackSheet[],
  { days = allDays, at = ({ recordedAt }: RecordedEvent) => recordedAt } = {},
) {
  const recorded = (await log.readAll({ limit: 10_000 })).map((event) => ({ ...event, recordedAt: at(event) }));
  const events = async function* () {
    yield* recorded;
  };
  const comparePositions: EventLog['comparePositions'] = (a, b) => log.comparePositions(a, b);
  const bounds = await packBounds(events(), days, comparePositions);
  const tree = new PackedEvents(log);
  const lines: string[] = [];
  const rows: Record<string, SheetRow[]> = {};
  await walkPack(
    { events: events(), comparePositions, bounds, sheets, packed: tree },
    {
      line: (line) => lines.push(line),
      rows: ({ name }, more) => (rows[name] ??= []).push(...more),
      written: () => null,
    },
  );
  return { bounds, lines, rows, tree };
}
