import { comparedCounters, type ComparedCounter, type UsageReport } from './reported-usage.ts';

/** What the ledger has of a day and a model, and what it knows of how exact that is. */
export interface RecordedUsage {
  readonly day: string;
  readonly model: string;
  readonly counters: Readonly<Record<ComparedCounter, number>>;
  /** The part of the counters that is an estimate of the gateway. */
  readonly estimated: Readonly<Record<ComparedCounter, number>>;
  /** What was held on this day and charged on another, or the other way round: a provider may count it on either. */
  readonly overMidnight: Readonly<Record<ComparedCounter, number>>;
  /** Most that the upstream can have counted of what was estimated, not counted, flagged or not charged: what was held for. */
  readonly possible: Readonly<Record<ComparedCounter, number>>;
  /** Charges without counters: by the hold, or by a person. */
  readonly uncounted: number;
  /** Requests whose outcome is not known yet. */
  readonly flagged: number;
  /** Requests that the upstream has or may have worked on, and that were not charged. */
  readonly freeFailures: number;
  /** `<id> <version>` of the price lists that were charged by. */
  readonly priceLists: readonly string[];
}

/** What the ledger knows about a difference. */
export type KnownReason = 'estimates' | 'uncounted' | 'flagged' | 'free_failures' | 'over_midnight';

/** One counter of a day and a model. */
export interface ComparedUsage {
  readonly day: string;
  readonly model: string;
  readonly counter: ComparedCounter;
  readonly recorded: number;
  readonly theirs: number;
  /** Theirs less what is recorded. */
  readonly difference: number;
  /** What may have made it, as the ledger knows. */
  readonly reasons: readonly KnownReason[];
  /** The part of the difference that no reason can have made, of the same sign. */
  readonly unexplained: number;
  readonly price_lists: readonly string[];
}

/** A row for each counter that the report tells of its days, and for each model that only one side has. */
export function compareUsage(report: UsageReport, recorded: readonly RecordedUsage[]): readonly ComparedUsage[] {
  const told = new Set(report.rows.flatMap(({ counters }) => Object.keys(counters) as ComparedCounter[]));
  const theirs = new Map<string, Map<ComparedCounter, number>>();
  for (const { day, model, counters } of report.rows) {
    const known = theirs.getOrInsertComputed(JSON.stringify([day, model]), () => new Map<ComparedCounter, number>());
    for (const [name, quantity] of Object.entries(counters) as [ComparedCounter, number][]) {
      known.set(name, (known.get(name) ?? 0) + quantity);
    }
  }
  const ours = new Map(recorded.map((row) => [JSON.stringify([row.day, row.model]), row] as const));
  const keys = [...new Set([...theirs.keys(), ...ours.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [day, model] = JSON.parse(key) as [string, string];
    const own = ours.get(key);
    return comparedCounters
      .filter((counter) => told.has(counter))
      .map((counter) => comparedCounter(own, { day, model, counter, theirs: theirs.get(key)?.get(counter) ?? 0 }));
  });
}

function comparedCounter(
  own: RecordedUsage | undefined,
  asked: Pick<ComparedUsage, 'day' | 'model' | 'counter' | 'theirs'>,
): ComparedUsage {
  const { counter, theirs } = asked;
  const recorded = own?.counters[counter] ?? 0;
  const difference = theirs - recorded;
  const { reasons, unexplained } =
    own === undefined ? { reasons: [], unexplained: difference } : why(own, counter, difference);
  return { ...asked, recorded, difference, reasons, unexplained, price_lists: own?.priceLists ?? [] };
}

/**
 * Which reasons may have made a difference, and the part that they cannot have made. Where the provider has more, requests
 * without counters can have been as much as was held for; where it has less, only what is an estimate or of another day can
 * be missing there.
 */
function why(
  own: RecordedUsage,
  counter: ComparedCounter,
  difference: number,
): Pick<ComparedUsage, 'reasons' | 'unexplained'> {
  if (difference === 0) return { reasons: [], unexplained: 0 };
  const [estimated, moved] = [own.estimated[counter], own.overMidnight[counter]];
  const isMore = difference > 0;
  const reasons: readonly (readonly [KnownReason, boolean])[] = [
    ['estimates', estimated > 0],
    ['uncounted', isMore && own.uncounted > 0],
    ['flagged', isMore && own.flagged > 0],
    ['free_failures', isMore && own.freeFailures > 0],
    ['over_midnight', moved > 0],
  ];
  const found = reasons.flatMap(([reason, isOne]) => (isOne ? [reason] : []));
  const bound = moved + (isMore ? own.possible[counter] : estimated);
  const rest = Math.max(0, Math.abs(difference) - bound);
  return { reasons: found, unexplained: rest === 0 ? 0 : Math.sign(difference) * rest };
}
