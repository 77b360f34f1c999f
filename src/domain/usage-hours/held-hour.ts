import type { UsageHour } from './usage-hour.ts';
import { UseSums, type UseAddition } from './use-sums.ts';

/** Usage of one hour while it is being added up, in place. */
export interface HeldHour extends Omit<UsageHour, 'quarters'> {
  readonly quarters: Record<string, UseSums>;
}

/** The result shares nothing with `hour` that changes. */
export function heldHour(hour: UsageHour): HeldHour {
  const quarters = Object.entries(hour.quarters).map(([minute, use]) => [minute, new UseSums().addUse(use)] as const);
  return { ...hour, quarters: Object.fromEntries(quarters) };
}

/** The hour as it is now. */
export function usageHourOf(held: HeldHour): UsageHour {
  const quarters = Object.entries(held.quarters).map(([minute, sums]) => [minute, sums.sparse()] as const);
  return { ...held, quarters: Object.fromEntries(quarters) };
}

/** Adds to the quarter that begins with this minute. */
export function addToQuarter({ quarters }: HeldHour, minute: string, addition: UseAddition): void {
  quarters[minute] = (quarters[minute] ?? new UseSums()).add(addition);
}
