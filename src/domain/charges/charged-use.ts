import { eurFromNano, nanoFromSum } from '../money.ts';
import { isEstimated, type ChargeRecord } from './charge-record.ts';

/** What charges come to, together. */
export interface ChargedUse {
  /** Number of requests that have ended. */
  readonly requests: number;
  /** Number of those that were released. */
  readonly errors: number;
  /** Charges of which a part is no count of the upstream's. */
  readonly estimates: number;
  /** Charges above what was held. */
  readonly overruns: number;
  readonly cost_eur: string;
  readonly overrun_eur: string;
  /** Quantities of all lines, by counter. */
  readonly counters: Readonly<Record<string, number>>;
}

/** What a key's requests that began in a quarter of an hour came to, by the profile that answers. */
export interface QuarterOfKey {
  /** The start of the quarter: ISO 8601, UTC. */
  readonly starts_at: string;
  readonly profiles: Readonly<Record<string, ChargedUse>>;
}

/** The use of no charge. */
export const noUse: ChargedUse = {
  requests: 0,
  errors: 0,
  estimates: 0,
  overruns: 0,
  cost_eur: eurFromNano(0n),
  overrun_eur: eurFromNano(0n),
  counters: {},
};

/** What one charge comes to until now. A selection call or a failed attempt that is held apart is no request of its own. */
export function useOf(charge: ChargeRecord): ChargedUse {
  const { state, cost_eur, overrun_eur, lines, selection, is_selection, attempt_of } = charge;
  const hasEnded = state === 'settled' || state === 'released';
  const isRequest = hasEnded && is_selection === undefined && attempt_of === undefined;
  const counters: Record<string, number> = {};
  for (const { counter, quantity } of [...(selection?.lines ?? []), ...lines]) {
    counters[counter] = (counters[counter] ?? 0) + quantity;
  }
  return {
    requests: isRequest ? 1 : 0,
    errors: isRequest && state === 'released' ? 1 : 0,
    estimates: isEstimated(charge) ? 1 : 0,
    overruns: nanoFromSum(overrun_eur) > 0n ? 1 : 0,
    cost_eur,
    overrun_eur,
    counters,
  };
}

/** The one and the other together; `sign` -1: the one without the other. Counters are in the order of their names. */
export function sumOfUses(one: ChargedUse, other: ChargedUse, sign: 1 | -1 = 1): ChargedUse {
  const amount = (a: string, b: string): string => eurFromNano(nanoFromSum(a) + BigInt(sign) * nanoFromSum(b));
  const names = [...new Set([...Object.keys(one.counters), ...Object.keys(other.counters)])].sort();
  const quantity = (name: string): number => (one.counters[name] ?? 0) + sign * (other.counters[name] ?? 0);
  return {
    requests: one.requests + sign * other.requests,
    errors: one.errors + sign * other.errors,
    estimates: one.estimates + sign * other.estimates,
    overruns: one.overruns + sign * other.overruns,
    cost_eur: amount(one.cost_eur, other.cost_eur),
    overrun_eur: amount(one.overrun_eur, other.overrun_eur),
    counters: Object.fromEntries(names.map((name) => [name, quantity(name)])),
  };
}

/** The start of the quarter of an hour that has this time, both ISO 8601, UTC. */
export function quarterStart(at: string): string {
  const minutes = Math.floor(Number(at.slice(14, 16)) / 15) * 15;
  return `${at.slice(0, 14)}${String(minutes).padStart(2, '0')}:00.000Z`;
}
