import { domainsMax } from '../table-file.ts';
import { clusterOutcomes } from './cluster-outcomes.ts';
import type { ScannedOutcome } from './scanned-outcome.ts';

/** The domain of each outcome. */
export interface DomainLabels {
  readonly names: readonly string[];
  /** For each outcome an index into `names`. */
  readonly of: Int32Array;
}

const rest = 'other';

/**
 * Domains are subjects; outcomes without one are clustered by their words. The smallest are merged when there are too
 * many.
 */
export function labelDomains(outcomes: readonly ScannedOutcome[]): DomainLabels {
  const clusters = clusterOutcomes(outcomes.filter(({ subject }) => subject === null));
  let next = 0;
  const named = outcomes.map(({ subject }) => {
    if (subject !== null) return subject;
    next += 1;
    return `cluster ${clusters[next - 1] ?? 0}`;
  });
  const counts = new Map<string, number>();
  for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Equal counts are ordered by name, so that the order of the outcomes does not matter.
  const byCount = [...counts].toSorted(([a, ours], [b, its]) => its - ours || (a < b ? -1 : 1)).map(([name]) => name);
  const kept = byCount.length > domainsMax ? [...byCount.slice(0, domainsMax - 1), rest] : byCount;
  const names = [...new Set(kept)].toSorted((a, b) => (a < b ? -1 : 1));
  const places = new Map(names.map((name, index) => [name, index]));
  const other = places.get(rest) ?? 0;
  return { names, of: Int32Array.from(named, (name) => places.get(name) ?? other) };
}
