import type { RecordedEvent } from '../../ports/event-log.ts';

/** Tells that there may be new events in some streams. */
export interface StreamBell extends Disposable {
  /** Resolves when such an event came since the last call, after `msMax` milliseconds, or when `signal` aborts. */
  next(msMax: number, signal: AbortSignal): Promise<void>;
}

/** Wakes whoever waits for events of some streams, at no cost to the log: this process reads its events anyway. */
export class StreamBells {
  readonly #bells = new Set<Bell>();

  /** Tells of events that were read. */
  ring(events: readonly Pick<RecordedEvent, 'stream'>[]): void {
    for (const bell of this.#bells) bell.ring(events);
  }

  /** Listens from now on for streams whose name begins with one of `streamPrefixes`. */
  listen(streamPrefixes: readonly string[]): StreamBell {
    const bell = new Bell(streamPrefixes, () => this.#bells.delete(bell));
    this.#bells.add(bell);
    return bell;
  }
}

class Bell implements StreamBell {
  readonly #prefixes: readonly string[];
  readonly #leave: () => void;
  #isRung = false;
  #wake: (() => void) | null = null;

  constructor(prefixes: readonly string[], leave: () => void) {
    this.#prefixes = prefixes;
    this.#leave = leave;
  }

  ring(events: readonly Pick<RecordedEvent, 'stream'>[]): void {
    this.#isRung ||= events.some(({ stream }) => this.#prefixes.some((prefix) => stream.startsWith(prefix)));
    if (this.#isRung) this.#wake?.();
  }

  async next(msMax: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      this.#wake = wake;
      const timer = setTimeout(wake, msMax);
      signal.addEventListener('abort', wake);
      await promise;
      signal.removeEventListener('abort', wake);
      clearTimeout(timer);
      this.#wake = null;
    }
    this.#isRung = false;
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}
