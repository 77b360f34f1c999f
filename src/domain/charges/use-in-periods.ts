import { noUse, sumOfUses, type ChargedUse, type QuarterOfKey } from './charged-use.ts';
import { calendarPeriod } from './calendar.ts';
import { timeIn, type BudgetPeriod } from '../budgets/budget-period.ts';

/** The sums of a key's usage: by the hour or the day of a zone, or by the profile that answers. */
export const usageGroups = ['hour', 'day', 'model'] as const;
/** The name of such a group. */
export type UsageGroup = (typeof usageGroups)[number];

/** The use of an hour or a day, with its times as the clocks of the zone show them; or that of a profile. */
export type UseInGroup = ChargedUse &
  ({ readonly starts_at: string; readonly ends_at: string } | { readonly model: string });

/**
 * Adds up quarters of an hour, which are to be given the oldest first. A quarter is of the period in which it begins: no zone
 * has periods since 1972 that begin within one.
 */
export class UseInPeriods {
  readonly #by: UsageGroup;
  readonly #zone: string;
  readonly #groups = new Map<string, { readonly named: object; use: ChargedUse }>();
  #period: NamedPeriod | null = null;
  total = noUse;

  constructor(by: UsageGroup, zone: string) {
    this.#by = by;
    this.#zone = zone;
  }

  add({ starts_at, profiles }: QuarterOfKey): void {
    for (const [model, use] of Object.entries(profiles)) {
      this.total = sumOfUses(this.total, use);
      const [name, named] = this.#by === 'model' ? [model, { model }] : this.#periodOf(this.#by, starts_at);
      const known = this.#groups.get(name) ?? { named, use: noUse };
      this.#groups.set(name, { ...known, use: sumOfUses(known.use, use) });
    }
  }

  /** Periods in the order of time, profiles in that of their first use. */
  rows(): readonly UseInGroup[] {
    // What names a group is made for it.
    return [...this.#groups.values()].map(({ named, use }) => ({ ...named, ...use }) as UseInGroup);
  }

  #periodOf(by: 'hour' | 'day', at: string): readonly [string, object] {
    if (this.#period === null || at >= this.#period.ends_at) {
      const { starts_at, ends_at } = calendarPeriod(by, this.#zone, Date.parse(at));
      const named = { starts_at: timeIn(this.#zone, starts_at), ends_at: timeIn(this.#zone, ends_at) };
      this.#period = { starts_at, ends_at, named };
    }
    return [this.#period.starts_at, this.#period.named];
  }
}

interface NamedPeriod extends BudgetPeriod {
  /** Its times as the clocks of the zone show them. */
  readonly named: object;
}
