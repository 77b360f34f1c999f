import { Slots } from '../limits/slots.ts';
import { HeldTime } from '../time/held-time.ts';
import { UpstreamFailure } from '../ports/upstream.ts';

/** What an exchange needs to know about the reader of its answer. */
interface Reader {
  /** Nobody reads the answer any more. False while it is recorded for an idempotency key, whoever has hung up. */
  readonly isGone: boolean;
  /** How long writes have waited for it so far, in total, milliseconds. */
  readonly waitedMs: number;
  onGone(listener: () => void): () => void;
}

export interface ExchangeLimits {
  /** Longest life of an exchange, including the wait for a slow reader, milliseconds. */
  readonly requestTotalMsMax: number;
  /**
   * How long the upstream is still read after the caller hangs up, milliseconds; `null`: for all of the upstream's own
   * time.
   */
  readonly disconnectDrainMsMax: number | null;
}

/** Who ended an exchange early. `gateway`: a fault of ours, or an unusable answer; `shutdown`: this process ends. */
export type CutBy = 'caller' | 'upstream' | 'gateway' | 'shutdown';

/** A reader that kept the upstream waiting this long counts as the reason why it broke off, milliseconds. */
const harmfulWaitMs = 1_000;

/** One request at its upstream, from the moment it is forwarded until the last byte of the answer is read. */
export class Exchange {
  /** How long the reader, or a lack of memory, has kept the upstream waiting. */
  readonly held = new HeldTime();
  readonly #reader: Reader;
  readonly #controller = new AbortController();
  /** Aborted when the exchange is cut. */
  readonly signal = this.#controller.signal;
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
      if (disconnectDrainMsMax !== null) this.#drainFor(disconnectDrainMsMax);
    });
  }

  /** Restarts {@link elapsedMs}: time before this attempt was not spent at its upstream. */
  attemptBegan(): void {
    this.#beganAtMs = performance.now();
  }

  get isCut(): boolean {
    return this.#cutBy !== null;
  }

  /** Milliseconds since the last attempt began. */
  get elapsedMs(): number {
    return performance.now() - this.#beganAtMs;
  }

  /** Aborts the call upstream. The first cause is the one that counts. */
  cut(by: CutBy): void {
    this.#cutBy ??= by;
    this.#controller.abort();
  }

  /** Who caused a failure of this exchange. */
  cutBy(failure: unknown): CutBy {
    if (this.#cutBy !== null) return this.#cutBy;
    if (!(failure instanceof UpstreamFailure)) return 'gateway';
    if (failure.reason === 'total_timeout') return this.#isCallers ? 'caller' : 'upstream';
    return this.#reader.waitedMs >= harmfulWaitMs ? 'caller' : 'upstream';
  }

  /** Ends the exchange: nothing more is read. */
  end(): void {
    clearTimeout(this.#total);
    if (this.#drain !== null) clearTimeout(this.#drain);
    this.#forgetReader();
    this.#leave();
  }

  #drainFor(ms: number): void {
    this.#drain = setTimeout(() => (this.#reader.isGone ? this.cut('caller') : this.#drainFor(ms)), ms);
  }

  /** Whether the time ran out because the caller is gone or was slow. */
  get #isCallers(): boolean {
    return this.#hasReaderLeft || this.#reader.waitedMs >= harmfulWaitMs;
  }
}

/** The running exchanges, so that a process that ends can cut them. */
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

  /** Cuts all running exchanges, and every exchange that begins from now on. */
  cutAll(): void {
    this.#isOver = true;
    for (const exchange of this.#running.members()) exchange.cut('shutdown');
  }
}
