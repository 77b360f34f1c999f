import { comparedCounters, type ComparedCounter } from '../../domain/upstream-usage/reported-usage.ts';
import type { RecordedUsage } from '../../domain/upstream-usage/compare-usage.ts';
import { isEntered } from '../../domain/wallet-entries/cost-lines.ts';
import type { InferenceRecord } from '../../domain/wallet-entries/inference-record.ts';
import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';

type Counts = Record<ComparedCounter, number>;

interface Row {
  readonly counters: Counts;
  readonly estimated: Counts;
  readonly overMidnight: Counts;
  readonly possible: Counts;
  uncounted: number;
  flagged: number;
  freeFailures: number;
  readonly priceLists: Set<string>;
}

/** A hold that has not ended, and of whom it asks. */
interface Asked {
  readonly heldOn: string;
  readonly upstream: string;
  readonly model: string;
  /** Most that the upstream can have counted of it. */
  readonly bound: Counts;
  /** The row in which it counts as flagged. */
  readonly flaggedIn?: Row;
  /** The row in which its release counts as a failure. */
  readonly releasedIn?: Row;
}

type Billed = Pick<
  WalletEventOf<'ReservationSettled'>['data'],
  'lines' | 'usage_source' | 'price_list_id' | 'price_list_version'
>;

const parts: Readonly<Partial<Record<string, readonly ComparedCounter[]>>> = {
  input: ['input'],
  cached_input: ['input', 'cached_input'],
  cache_write: ['input', 'cache_write'],
  cache_write_1h: ['input', 'cache_write_1h'],
  audio_input: ['input'],
  image_input: ['input'],
  output: ['output'],
  reasoning: ['output'],
  audio_output: ['output'],
  web_searches: ['web_searches'],
};

/** Why a request was released that no upstream has seen. */
const unsentReasons: ReadonlySet<string> = new Set(['not_forwarded', 'no_turn']);

/** A call that is held for: of whom it asks, and how much it may be. */
type Call = Pick<WalletEventOf<'CreditReserved'>['data'], 'input_tokens_max' | 'output_tokens_max'> & {
  readonly inference: InferenceRecord;
  readonly web_searches_max?: number | undefined;
};

function boundOf({ input_tokens_max: input, output_tokens_max: output, web_searches_max = 0 }: Call): Counts {
  const kinds = { cached_input: input, cache_write: input, cache_write_1h: input };
  return { requests: 1, input, ...kinds, output, web_searches: web_searches_max };
}

function addTo(sums: Counts, bound: Counts, by: 1 | -1): void {
  for (const name of comparedCounters) sums[name] += by * bound[name];
}

/** Counts a request of which the counters are not known, and what they may be. */
function count(
  row: Row,
  { bound }: Pick<Asked, 'bound'>,
  { of, by }: { readonly of: 'flagged' | 'freeFailures' | 'uncounted'; readonly by: 1 | -1 },
): void {
  row[of] += by;
  addTo(row.possible, bound, by);
}

const nothing = (): Counts => Object.fromEntries(comparedCounters.map((name) => [name, 0])) as Counts;

/** What the ledger has of one upstream, by day of UTC and model: a fold of the events of wallets in the order of the log. */
export class UsageOfUpstream {
  readonly #upstream: string;
  readonly #rows = new Map<string, Row>();
  readonly #asked = new Map<string, Asked>();
  /** Whether anything was ever asked of this upstream. */
  isKnown = false;

  constructor(upstream: string) {
    this.#upstream = upstream;
  }

  /** The days from `from` to `to`. */
  rows(from: string, to: string): readonly RecordedUsage[] {
    return [...this.#rows].flatMap(([key, { priceLists, ...row }]) => {
      const [day, model] = JSON.parse(key) as [string, string];
      return day < from || day > to ? [] : [{ day, model, ...row, priceLists: [...priceLists].toSorted() }];
    });
  }

  /** Takes the next event, recorded on a day. */
  take(event: WalletEvent, day: string): void {
    if (event.type === 'CreditReserved') return this.#ask(event.data.reservation_id, day, event.data);
    if (!('reservation_id' in event.data)) return;
    const asked = this.#asked.get(event.data.reservation_id);
    if (asked === undefined) return;
    if (event.type === 'SelectionCharged') this.#select(event.data, asked, day);
    else if (event.type === 'AttemptFailed') {
      // What is not known of it is held by a reservation of its own.
      if (event.data.outcome === 'not_run' && event.data.failure !== 'refused') this.#fail(asked, day);
      this.#ask(event.data.reservation_id, asked.heldOn, event.data.next);
    } else if (event.type === 'ReservationFlagged') this.#flag(event.data.reservation_id, asked, day);
    else if (event.type === 'ReservationReleased') this.#release(event.data, asked, day);
    else if (event.type === 'ReservationSettled' || event.type === 'ReleasedReservationCharged') {
      if (asked.flaggedIn !== undefined) count(asked.flaggedIn, asked, { of: 'flagged', by: -1 });
      if (asked.releasedIn !== undefined) count(asked.releasedIn, asked, { of: 'freeFailures', by: -1 });
      this.#bill(event.data, asked, day);
      this.#asked.delete(event.data.reservation_id);
    }
  }

  #ask(id: string, heldOn: string, call: Call): void {
    const { upstream, upstream_model: model } = call.inference;
    this.isKnown ||= upstream === this.#upstream;
    this.#asked.set(id, { heldOn, upstream, model, bound: boundOf(call) });
  }

  #select(data: WalletEventOf<'SelectionCharged'>['data'], asked: Asked, day: string): void {
    const { lines, usage_source, price_list_id, price_list_version, answer, reservation_id } = data;
    if (usage_source !== undefined && price_list_id !== undefined && price_list_version !== undefined) {
      this.#bill({ lines, usage_source, price_list_id, price_list_version }, asked, day);
    }
    if (answer !== undefined) this.#ask(reservation_id, asked.heldOn, answer);
  }

  #fail(asked: Asked, day: string): void {
    const row = this.#rowOf(asked, day);
    if (row !== null) count(row, asked, { of: 'freeFailures', by: 1 });
  }

  #flag(id: string, asked: Asked, day: string): void {
    const row = this.#rowOf(asked, day);
    if (row === null || asked.flaggedIn !== undefined) return;
    count(row, asked, { of: 'flagged', by: 1 });
    this.#asked.set(id, { ...asked, flaggedIn: row });
  }

  #release(
    { reservation_id: id, resolved_by, reason }: WalletEventOf<'ReservationReleased'>['data'],
    asked: Asked,
    day: string,
  ): void {
    if (asked.flaggedIn !== undefined) count(asked.flaggedIn, asked, { of: 'flagged', by: -1 });
    const row = unsentReasons.has(reason) ? null : this.#rowOf(asked, day);
    if (row !== null) count(row, asked, { of: 'freeFailures', by: 1 });
    const { flaggedIn: _, ...rest } = asked;
    // What a rule released may still be charged.
    if (resolved_by === 'rule') this.#asked.set(id, { ...rest, ...(row !== null && { releasedIn: row }) });
    else this.#asked.delete(id);
  }

  #bill({ lines, usage_source, price_list_id, price_list_version }: Billed, asked: Asked, day: string): void {
    const row = this.#rowOf(asked, day);
    if (row === null) return;
    row.priceLists.add(`${price_list_id} ${price_list_version}`);
    if (isEntered(usage_source)) count(row, asked, { of: 'uncounted', by: 1 });
    else if (usage_source === 'estimate') addTo(row.possible, asked.bound, 1);
    const billed: [ComparedCounter, number][] = [['requests', 1]];
    for (const { counter, quantity } of lines) {
      for (const name of parts[counter] ?? []) billed.push([name, quantity]);
    }
    const held = asked.heldOn === day ? null : this.#rowOf(asked, asked.heldOn);
    for (const [name, quantity] of billed) {
      row.counters[name] += quantity;
      if (usage_source === 'estimate') row.estimated[name] += quantity;
      if (held === null) continue;
      row.overMidnight[name] += quantity;
      held.overMidnight[name] += quantity;
    }
  }

  #rowOf({ upstream, model }: Asked, day: string): Row | null {
    if (upstream !== this.#upstream) return null;
    return this.#rows.getOrInsertComputed(JSON.stringify([day, model]), () => ({
      counters: nothing(),
      estimated: nothing(),
      overMidnight: nothing(),
      possible: nothing(),
      uncounted: 0,
      flagged: 0,
      freeFailures: 0,
      priceLists: new Set<string>(),
    }));
  }
}
