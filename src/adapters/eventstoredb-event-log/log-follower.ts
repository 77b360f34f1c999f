import { setTimeout as pause } from 'node:timers/promises';
import { EventLogUnavailable, type FollowOptions } from '../../ports/event-log.ts';
import { placeOf } from './positions.ts';
import type { EngineLink } from './engine-link.ts';
import type { FollowedBatch } from './messages.ts';
import type { LogPlace } from './positions.ts';

/** Pause before a lost subscription is replaced. */
const resubscribePauseMs = 100;
const pageEventsMax = 1_000;

/**
 * Follows the log over subscriptions that may end at any time. After one ended because its consumer was too slow, the
 * follower reads pages until it reaches the end of the log, and then subscribes again. Each subscription begins after
 * the last events handed over, so that none is lost or repeated.
 */
export class LogFollower {
  readonly #link: EngineLink;
  readonly #closing: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #prefixes: readonly string[] | null;
  readonly #patientPrefixes: readonly string[];
  #after: LogPlace | null;
  #isBehind = false;

  constructor(link: EngineLink, closing: AbortSignal, options: FollowOptions) {
    const { signal, after, streamPrefixes, patientPrefixes = [] } = options;
    this.#link = link;
    this.#closing = closing;
    this.#signal = signal;
    this.#prefixes = streamPrefixes ?? null;
    this.#patientPrefixes = patientPrefixes;
    this.#after = after === undefined ? null : placeOf(after);
  }

  /** Ends when the signal aborts. Raises `EventLogUnavailable` when the log is closed. */
  async *batches(): AsyncGenerator<FollowedBatch, void> {
    while (!this.#signal.aborted) {
      await this.#link.untilUp(this.#signal);
      if (this.#closing.aborted) throw new EventLogUnavailable('the event log was closed');
      if (this.#signal.aborted) return;
      if (this.#isBehind) yield* this.#pages();
      else yield* this.#subscription();
    }
  }

  async *#subscription(): AsyncGenerator<FollowedBatch, void> {
    const subscription = this.#link.follow({
      after: this.#after,
      prefixes: this.#prefixes,
      patientPrefixes: this.#patientPrefixes,
    });
    const stop = (): void => subscription.stop();
    this.#signal.addEventListener('abort', stop);
    try {
      for (;;) {
        const pulled = await this.#held(subscription.pull());
        if (this.#signal.aborted) return;
        if (typeof pulled === 'string') {
          this.#isBehind = pulled === 'too_slow';
          break;
        }
        yield* this.#handOver(pulled);
        if (this.#signal.aborted) return;
      }
    } finally {
      this.#signal.removeEventListener('abort', stop);
      subscription.stop();
    }
    if (!this.#isBehind) await this.#pause();
  }

  /** Reads pages up to the end of the log. */
  async *#pages(): AsyncGenerator<FollowedBatch, void> {
    while (!this.#signal.aborted) {
      const page = await this.#page();
      if (page === null || this.#signal.aborted) return;
      yield* this.#handOver({ rows: page.rows, upTo: page.upTo, isLevel: false });
      if (!page.atEnd) continue;
      this.#isBehind = false;
      return;
    }
  }

  /** `null`: the log is unavailable, or the follower was stopped. */
  async #page() {
    const question = { ask: 'all', after: this.#after, prefixes: this.#prefixes, limit: pageEventsMax } as const;
    const asked = this.#link.ask(question).catch((error: unknown) => {
      if (error instanceof EventLogUnavailable) return null;
      throw error;
    });
    const page = await this.#held(this.#unlessAborted(asked));
    if (page === null) await this.#pause();
    return page;
  }

  #unlessAborted<Asked>(asked: Promise<Asked>): Promise<Asked | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Asked | null>();
    const stop = (): void => resolve(null);
    this.#signal.addEventListener('abort', stop);
    asked.then(resolve, reject);
    return promise.finally(() => this.#signal.removeEventListener('abort', stop));
  }

  *#handOver(batch: FollowedBatch): Generator<FollowedBatch, void> {
    yield batch;
    this.#after = batch.upTo ?? this.#after;
  }

  /** Keeps the process alive while the follower waits. */
  async #held<Pulled>(pulled: Promise<Pulled>): Promise<Pulled> {
    this.#link.hold();
    try {
      return await pulled;
    } finally {
      this.#link.release();
    }
  }

  async #pause(): Promise<void> {
    const ended = AbortSignal.any([this.#signal, this.#closing]);
    await pause(resubscribePauseMs, undefined, { signal: ended }).catch(() => undefined);
  }
}
