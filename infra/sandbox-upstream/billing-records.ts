// The sandbox's own billing records: what each request cost, told apart from what its answer said or failed to say.
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { addUsage } from './usage.ts';
import type { Usage, UsageSum } from './usage.ts';

const MODELS_MAX = 1000;

export type BookState = 'running' | 'charged' | 'not_charged';

/** One request. Times are milliseconds since the epoch; `usage` is there exactly when the state is `charged`. */
export interface BillingRecord {
  readonly n: number;
  readonly reservationId: string | null;
  readonly surface: string;
  readonly startedAtMs: number;
  model: string | null;
  serviceTier: string | null;
  state: BookState;
  usage: Usage | null;
  endedAtMs: number | null;
}

/** An entry as it is told over HTTP and kept in the file; times in ISO 8601. */
export interface BookLine {
  readonly n: number;
  readonly reservation_id: string | null;
  readonly model: string | null;
  readonly surface: string;
  /** The tier the work is billed by. */
  readonly service_tier: string | null;
  readonly state: BookState;
  readonly usage: Usage | null;
  readonly started_at: string;
  readonly ended_at: string | null;
}

/** Every entry of one reservation: a retry carries the same id. */
export interface ReservationRecords {
  /** `running` while any entry runs, else `charged` when any was charged. */
  readonly state: BookState;
  /** Of the entry charged last. */
  readonly usage: Usage | null;
  /** Of the same entry. */
  readonly service_tier: string | null;
  readonly charged_count: number;
  /** Every counter of the charged entries, added up. */
  readonly charged_total: Usage;
  readonly entries: readonly BookLine[];
}

/** Of one surface and model, over the whole life of the billing records, entries forgotten included. */
export interface BookTotals {
  requests: number;
  charged: number;
  not_charged: number;
  usage: UsageSum;
}

export interface BillingReport {
  readonly entries: readonly BookLine[];
  /** Entries no longer held one by one; the totals still hold them. */
  readonly entries_forgotten: number;
  /** By surface, then by model. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, BookTotals>>>>;
}

export interface BillingRecordsOptions {
  /** Entries held one by one; the oldest go first. */
  readonly entriesMax: number;
  /** JSON lines, appended as an entry opens and ends, read again at the next start. */
  readonly file?: string | undefined;
}

const toLine = (entry: BillingRecord): BookLine => ({
  n: entry.n,
  reservation_id: entry.reservationId,
  model: entry.model,
  surface: entry.surface,
  service_tier: entry.serviceTier,
  state: entry.state,
  usage: entry.usage,
  started_at: new Date(entry.startedAtMs).toISOString(),
  ended_at: entry.endedAtMs === null ? null : new Date(entry.endedAtMs).toISOString(),
});

export class BillingRecords {
  readonly #entriesMax: number;
  /** A ring: entry `n` lies at `n % entriesMax`. */
  readonly #ring: (BillingRecord | undefined)[] = [];
  readonly #byReservation = new Map<string, BillingRecord[]>();
  readonly #totals = new Map<string, Map<string, BookTotals>>();
  #models = 0;
  #last = 0;
  #count = 0;
  #file: number | null = null;

  constructor(options: BillingRecordsOptions) {
    if (options.entriesMax < 1)
      throw new RangeError(`The billing records hold at least 1 entry, not ${options.entriesMax}.`);
    this.#entriesMax = options.entriesMax;
    if (options.file !== undefined) this.#openFile(options.file);
  }

  /** A request whose head has arrived: it is running from now on. */
  open(surface: string, reservationId: string | null): BillingRecord {
    const entry: BillingRecord = {
      n: this.#last + 1,
      reservationId,
      surface,
      startedAtMs: Date.now(),
      model: null,
      serviceTier: null,
      state: 'running',
      usage: null,
      endedAtMs: null,
    };
    this.#hold(entry);
    this.#write(entry);
    return entry;
  }

  /** The work was done and costs `usage`. An entry ends once: later endings change nothing. */
  charge(entry: BillingRecord, usage: Usage): void {
    this.#end(entry, 'charged', usage);
  }

  /** The request cost nothing. An entry ends once: later endings change nothing. */
  waive(entry: BillingRecord): void {
    this.#end(entry, 'not_charged', null);
  }

  /** What is known of a reservation; null when it was never seen. */
  lookUp(reservationId: string): ReservationRecords | null {
    const entries = this.#byReservation.get(reservationId);
    if (entries === undefined) return null;
    const charged = entries
      .filter((entry) => entry.state === 'charged')
      .sort((one, other) => Number(one.endedAtMs) - Number(other.endedAtMs) || one.n - other.n);
    const total: UsageSum = {};
    for (const entry of charged) addUsage(total, entry.usage ?? {});
    const running = entries.some((entry) => entry.state === 'running');
    const settled = charged.length > 0 ? 'charged' : 'not_charged';
    return {
      state: running ? 'running' : settled,
      usage: charged.at(-1)?.usage ?? null,
      service_tier: charged.at(-1)?.serviceTier ?? null,
      charged_count: charged.length,
      charged_total: total,
      entries: entries.map(toLine),
    };
  }

  report(): BillingReport {
    const entries = this.#ring.filter((entry) => entry !== undefined).sort((one, other) => one.n - other.n);
    const totals: Record<string, Record<string, BookTotals>> = {};
    for (const [surface, models] of this.#totals) totals[surface] = Object.fromEntries(models);
    return { entries: entries.map(toLine), entries_forgotten: this.#count - entries.length, totals };
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #end(entry: BillingRecord, state: BookState, usage: Usage | null): void {
    if (entry.state !== 'running') return;
    entry.state = state;
    entry.usage = usage;
    entry.endedAtMs = Date.now();
    this.#add(entry);
    this.#write(entry);
  }

  #hold(entry: BillingRecord): void {
    this.#last = entry.n;
    this.#count += 1;
    const place = entry.n % this.#entriesMax;
    const oldest = this.#ring[place];
    if (oldest !== undefined) this.#forget(oldest);
    this.#ring[place] = entry;
    if (entry.reservationId === null) return;
    const others = this.#byReservation.get(entry.reservationId);
    if (others === undefined) this.#byReservation.set(entry.reservationId, [entry]);
    else others.push(entry);
  }

  #forget(entry: BillingRecord): void {
    if (entry.reservationId === null) return;
    const left = (this.#byReservation.get(entry.reservationId) ?? []).filter((other) => other !== entry);
    if (left.length === 0) this.#byReservation.delete(entry.reservationId);
    else this.#byReservation.set(entry.reservationId, left);
  }

  #add(entry: BillingRecord): void {
    const totals = this.#totalsOf(entry.surface, entry.model ?? '(none)');
    totals.requests += 1;
    if (entry.usage === null) totals.not_charged += 1;
    else {
      totals.charged += 1;
      addUsage(totals.usage, entry.usage);
    }
  }

  #totalsOf(surface: string, model: string): BookTotals {
    const models = this.#totals.get(surface) ?? new Map<string, BookTotals>();
    this.#totals.set(surface, models);
    const name = models.has(model) || this.#models < MODELS_MAX ? model : '(other)';
    let totals = models.get(name);
    if (totals === undefined) {
      totals = { requests: 0, charged: 0, not_charged: 0, usage: {} };
      models.set(name, totals);
      this.#models += 1;
    }
    return totals;
  }

  #write(entry: BillingRecord): void {
    // Synchronous: what an answer told must be in the file before its bytes leave, even if this process is killed.
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(toLine(entry))}\n`);
  }

  #openFile(path: string): void {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const lines = new Map<number, BookLine>();
    for (const line of text.split('\n')) {
      const read = readLine(line);
      if (read !== null) lines.set(read.n, read);
    }
    this.#file = openSync(path, 'a', 0o600);
    // A process killed in the middle of a line leaves it open: close it, so that the next line stands alone.
    if (text !== '' && !text.endsWith('\n')) writeSync(this.#file, '\n');
    for (const line of [...lines.values()].sort((one, other) => one.n - other.n)) this.#restore(line);
  }

  #restore(line: BookLine): void {
    const entry: BillingRecord = {
      n: line.n,
      reservationId: line.reservation_id,
      surface: line.surface,
      startedAtMs: Date.parse(line.started_at),
      model: line.model,
      serviceTier: line.service_tier ?? null,
      state: line.state,
      usage: line.usage,
      endedAtMs: line.ended_at === null ? null : Date.parse(line.ended_at),
    };
    this.#hold(entry);
    // The work died with the process that did it, and nobody was charged for it.
    if (entry.state === 'running') this.waive(entry);
    else this.#add(entry);
  }
}

function readLine(line: string): BookLine | null {
  try {
    const read: unknown = JSON.parse(line);
    // The file is written by this class alone; only a line cut short differs, and that is no JSON.
    return typeof read === 'object' && read !== null ? (read as BookLine) : null;
  } catch {
    return null;
  }
}
