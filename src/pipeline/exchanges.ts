import { Slots } from '../limits/slots.ts';
import { UpstreamFailure } from '../ports/upstream.ts';

/** What an exchange has to know of whom its answer is for. */
interface Reader {
  /** How long writes have waited for it so far, together, milliseconds. */
  readonly waitedMs: number;
  onGone(listener: () => void): () => void;
}

export interface ExchangeLimits {
  /** Longest life of an exchange, waiting for a slow reader included, milliseconds. */
  readonly requestTotalMsMax: number;
  /** How long the upstream is still read after the caller is gone, milliseconds; `null`: for all of its own time. */
  readonly disconnectDrainMsMax: number | null;
}

/**
 * Whose doing it is that an exchange did not come to its end. `gateway`: a fault of ours, or an answer that is none;
 * `shutdown`: this process ends.
 */
export type CutBy = 'caller' | 'upstream' | 'gateway' | 'shutdown';

/** A reader who kept the upstream waiting for so long may be why it broke off, milliseconds. */
const harmfulWaitMs = 1_000;

/** One request at its upstream, from its being forwarded to the last that is read of the answer. */
export class Exchange {
  readonly #reader: Reader;
  readonly #controller = new AbortController();
  #beganAtMs = performance.now();
  readonly #leave: () => void;
  readonly #forgetReader: () => void;
  readonly #total: NodeJS.Timeout;
  #drain: NodeJS.Timeout | null = null;
  #hasReaderLeft = false;
  #cutBy: CutBy | null = null;

  constructor(reader: Reader, { requestTotalMsMax, disconnectDrainMsMax }: ExchangeLimits, leave: () => void) {
    this.#reader = reader;
    this.#leave = leave;
    this.#total = setTimeout(() => this.cut(this.#isCallers ? 'caller' : 'upstream'), requestTotalMsMax);
    this.#forgetReader = reader.onGone(() => {
      this.#hasReaderLeft = true;
      if (disconnectDrainMsMax !== null) this.#drain = setTimeout(() => this.cut('caller'), disconnectDrainMsMax);
    });
  }

  /** Aborted when the exchange is cut. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What went before cost the upstream nothing that is counted by its time. */
  attemptBegan(): void {
    this.#beganAtMs = performance.now();
  }

  get isCut(): boolean {
    return this.#cutBy !== null;
  }

  /** Since the last attempt began, milliseconds. */
  get elapsedMs(): number {
    return performance.now() - this.#beganAtMs;
  }

  /** Leaves the upstream. The first who does it is the one whose doing it is. */
  cut(by: CutBy): void {
    this.#cutBy ??= by;
    this.#controller.abort();
  }

  /** Whose doing a failure of this exchange is. */
  cutBy(failure: unknown): CutBy {
    if (this.#cutBy !== null) return this.#cutBy;
    if (!(failure instanceof UpstreamFailure)) return 'gateway';
    if (failure.reason === 'total_timeout') return this.#isCallers ? 'caller' : 'upstream';
    return this.#reader.waitedMs >= harmfulWaitMs ? 'caller' : 'upstream';
  }

  /** Nothing more is read. */
  end(): void {
    clearTimeout(this.#total);
    if (this.#drain !== null) clearTimeout(this.#drain);
    this.#forgetReader();
    this.#leave();
  }

  /** The time is over because of a caller who is gone, or who was slow. */
  get #isCallers(): boolean {
    return this.#hasReaderLeft || this.#reader.waitedMs >= harmfulWaitMs;
  }
}

/** The exchanges under way, so that a process that ends can end them. */
export class Exchanges {
  readonly #limits: ExchangeLimits;
  readonly #running = new Slots<Exchange>();
  #isOver = false;

  constructor(limits: ExchangeLimits) {
    this.#limits = limits;
  }

  begin(reader: Reader): Exchange {
    const exchange = new Exchange(reader, this.#limits, () => leave());
    const leave = this.#running.add(exchange);
    if (this.#isOver) exchange.cut('shutdown');
    return exchange;
  }

  /** Cuts those that run, and all that are begun from now on. */
  cutAll(): void {
    this.#isOver = true;
    for (const exchange of this.#running.members()) exchange.cut('shutdown');
  }
}
