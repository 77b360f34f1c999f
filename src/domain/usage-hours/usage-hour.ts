import { UseSums, type SparseUse, type Use, type UseAddition } from './use-sums.ts';

/** Whose usage it is, and of what. */
export interface UsageOf {
  /** `-` for a wallet whose opening was never recorded. */
  readonly tenant_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly surface: string;
  /** The profile that answered: the requested one, or the selected one. */
  readonly model: string;
  readonly wallet_id: string;
  /** The tag and its value, in rows by tag; absent from the others. */
  readonly tag?: string;
  readonly tag_value?: string;
}

/**
 * Usage of one hour, UTC, by its quarters: days of every zone begin with one. A charge is in the quarter in which it was
 * recorded, by the log's clock, so that a past one does not change.
 */
export interface UsageHour extends UsageOf {
  /** As `2026-11-01T09`. */
  readonly hour: string;
  /** By the minute with which they begin: `00`, `15`, `30` or `45`. Absent: nothing was used. */
  readonly quarters: Readonly<Record<string, SparseUse>>;
}

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

/** Usage of one day of a zone, `2026-11-01`. */
export interface UsageRow extends UsageOf, Use {
  readonly day: string;
}

/** A span of time, milliseconds since 1970; `to` is no part of it. */
export interface UsageSpan {
  readonly from: number;
  readonly to: number;
}

/** What hours of the same usage have in a span, as the row of a day; `null`: nothing. */
export function usageRow(day: string, hours: readonly UsageHour[], { from, to }: UsageSpan): UsageRow | null {
  const sums = new UseSums();
  let found: UsageHour | null = null;
  for (const usage of hours) {
    for (const [minute, use] of Object.entries(usage.quarters)) {
      const at = Date.parse(`${usage.hour}:${minute}:00.000Z`);
      if (at < from || at >= to) continue;
      sums.addUse(use);
      found = usage;
    }
  }
  if (found === null) return null;
  const { hour: _, quarters: __, tenant_id, tag, tag_value, ...of } = found;
  const byTag = tag === undefined || tag_value === undefined ? {} : { tag, tag_value };
  return { tenant_id, day, ...of, ...byTag, ...sums.whole() };
}
