import type { ChargedUse } from '../charges/charged-use.ts';
import { eurFromNano, nanoFromSum as nano, type NanoEur } from '../money.ts';

/** What requests come to, together. */
export interface Use extends ChargedUse {
  /** Requests for which the gateway selected the model. */
  readonly selections: number;
  readonly selection_eur: string;
}

/** The same without what is zero. */
export type SparseUse = Partial<Use>;

/** What an event adds to usage. */
export interface UseAddition {
  readonly requests?: number;
  readonly errors?: number;
  readonly overruns?: number;
  readonly estimates?: number;
  readonly selections?: number;
  readonly cost?: NanoEur;
  readonly overrun?: NanoEur;
  readonly selection?: NanoEur;
  /** Counters of a charge, with their quantities. */
  readonly lines?: readonly { readonly counter: string; readonly quantity: number }[];
}

/** Usage while it is being added up, in place. */
export class UseSums {
  #requests = 0;
  #errors = 0;
  #overruns = 0;
  #estimates = 0;
  #selections = 0;
  #cost: NanoEur = 0n;
  #overrun: NanoEur = 0n;
  #selection: NanoEur = 0n;
  readonly #counters = new Map<string, number>();

  /** The total so far. */
  get cost(): NanoEur {
    return this.#cost;
  }

  add({ requests = 0, errors = 0, estimates = 0, selections = 0, lines = [], ...amounts }: UseAddition): this {
    const { cost = 0n, overrun = 0n, selection = 0n, overruns = 0 } = amounts;
    this.#requests += requests;
    this.#errors += errors;
    this.#overruns += overruns;
    this.#estimates += estimates;
    this.#selections += selections;
    this.#cost += cost;
    this.#overrun += overrun;
    this.#selection += selection;
    for (const { counter, quantity } of lines) {
      this.#counters.set(counter, (this.#counters.get(counter) ?? 0) + quantity);
    }
    return this;
  }

  addUse({ cost_eur = '0', overrun_eur = '0', selection_eur = '0', counters = {}, ...counts }: SparseUse): this {
    const amounts = { cost: nano(cost_eur), overrun: nano(overrun_eur), selection: nano(selection_eur) };
    for (const [counter, quantity] of Object.entries(counters)) {
      this.#counters.set(counter, (this.#counters.get(counter) ?? 0) + quantity);
    }
    return this.add({ ...counts, ...amounts });
  }

  whole(): Use {
    return {
      requests: this.#requests,
      errors: this.#errors,
      overruns: this.#overruns,
      estimates: this.#estimates,
      selections: this.#selections,
      cost_eur: eurFromNano(this.#cost),
      overrun_eur: eurFromNano(this.#overrun),
      selection_eur: eurFromNano(this.#selection),
      counters: Object.fromEntries(this.#counters),
    };
  }

  sparse(): SparseUse {
    const use: { -readonly [Name in keyof Use]?: Use[Name] } = {};
    if (this.#requests !== 0) use.requests = this.#requests;
    if (this.#errors !== 0) use.errors = this.#errors;
    if (this.#overruns !== 0) use.overruns = this.#overruns;
    if (this.#estimates !== 0) use.estimates = this.#estimates;
    if (this.#selections !== 0) use.selections = this.#selections;
    if (this.#cost !== 0n) use.cost_eur = eurFromNano(this.#cost);
    if (this.#overrun !== 0n) use.overrun_eur = eurFromNano(this.#overrun);
    if (this.#selection !== 0n) use.selection_eur = eurFromNano(this.#selection);
    if (this.#counters.size > 0) use.counters = Object.fromEntries(this.#counters);
    return use;
  }
}
