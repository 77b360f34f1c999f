import { usageRow, type UsageHour, type UsageRow } from '../../src/domain/usage-hours/usage-hour.ts';

/** The rows by days of UTC that documents of the read model `usage` below a prefix come to. */
export function usageRowsIn(documents: Readonly<Record<string, object>>, prefix: string): readonly UsageRow[] {
  const byDay = new Map<string, UsageHour[]>();
  for (const [key, document] of Object.entries(documents)) {
    if (!key.startsWith(prefix)) continue;
    const hours = byDay.get(key.slice(0, -2)) ?? [];
    byDay.set(key.slice(0, -2), [...hours, document as UsageHour]);
  }
  return [...byDay.values()].flatMap((hours) => {
    const day = hours[0]?.hour.slice(0, 10) ?? '';
    return usageRow(day, hours, { from: 0, to: Number.MAX_SAFE_INTEGER }) ?? [];
  });
}
