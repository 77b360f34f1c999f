import type { Timer } from '../ports/timer.ts';
import type { Choice } from './choose-turn.ts';
import type { CredentialState } from './member-state.ts';

interface Wish {
  /** Looks whose turn it is, and takes it. `ahead`: credentials that others wait for who came before. */
  choose(ahead: ReadonlySet<CredentialState>): Choice;
  /** Waits until then at most, by the timer. */
  readonly deadlineMs: number;
  /** Told once, where it has to wait: how the waiting is ended before its time. */
  onWaits(stop: () => void): void;
}

/** A choice that need not be waited for. */
export type Chosen = Exclude<Choice, { kind: 'later' }>;

interface Waiter {
  readonly wish: Wish;
  busy: ReadonlySet<CredentialState>;
  cancelTimer: () => void;
  end(chosen: Chosen): void;
}

const tooLate: Chosen = { kind: 'none', reason: 'busy', retryAfterMs: null };
const stopped: Chosen = { kind: 'none', reason: 'deadline', retryAfterMs: null };
const stopping: Chosen = { kind: 'none', reason: 'stopping', retryAfterMs: null };

/** Requests that wait until it is somebody's turn to be asked, in the order in which they came. */
export class WaitingTurns {
  readonly #timer: Timer;
  readonly #waitersMax: number;
  readonly #closing: AbortSignal;
  readonly #waiters = new Set<Waiter>();

  /** `closing`: once it is aborted nobody waits any more. */
  constructor(timer: Timer, { waitersMax, closing }: { readonly waitersMax: number; readonly closing: AbortSignal }) {
    this.#timer = timer;
    this.#waitersMax = waitersMax;
    this.#closing = closing;
    closing.addEventListener('abort', () => {
      for (const waiter of this.#waiters) waiter.end(stopping);
    });
  }

  get size(): number {
    return this.#waiters.size;
  }

  wait(wish: Wish): Promise<Chosen> {
    const choice = wish.choose(this.#ahead(null));
    if (choice.kind !== 'later') return Promise.resolve(choice);
    if (this.#closing.aborted) return Promise.resolve(stopping);
    if (this.#waiters.size >= this.#waitersMax) return Promise.resolve(tooLate);
    const { promise, resolve } = Promise.withResolvers<Chosen>();
    const waiter: Waiter = {
      wish,
      busy: new Set(),
      cancelTimer: () => undefined,
      end: (chosen) => {
        if (!this.#waiters.delete(waiter)) return;
        waiter.cancelTimer();
        resolve(chosen);
        for (const credential of waiter.busy) this.freed(credential);
      },
    };
    this.#waiters.add(waiter);
    wish.onWaits(() => waiter.end(stopped));
    this.#settle(waiter, choice);
    return promise;
  }

  /** A place of this credential is free: the first who waits for it has its turn. */
  freed(credential: CredentialState): void {
    for (const waiter of this.#waiters) {
      if (!waiter.busy.has(credential) || !this.#waiters.has(waiter)) continue;
      if (this.#look(waiter) || waiter.busy.has(credential)) return;
    }
  }

  /** Somebody has gone out or come back: everybody looks again. */
  changed(): void {
    for (const waiter of this.#waiters) this.#look(waiter);
  }

  /** What those wait for who came before; before nobody yet: all. */
  #ahead(waiter: Waiter | null): ReadonlySet<CredentialState> {
    const ahead = new Set<CredentialState>();
    for (const other of this.#waiters) {
      if (other === waiter) break;
      for (const credential of other.busy) ahead.add(credential);
    }
    return ahead;
  }

  /** Whether it has its turn. */
  #look(waiter: Waiter): boolean {
    if (!this.#waiters.has(waiter)) return false;
    const choice = waiter.wish.choose(this.#ahead(waiter));
    if (choice.kind !== 'later') waiter.end(choice);
    else if (this.#timer.monotonic() >= waiter.wish.deadlineMs) waiter.end(tooLate);
    else this.#settle(waiter, choice);
    return choice.kind === 'turn';
  }

  /** Waits on. */
  #settle(waiter: Waiter, { atMs, busy }: Choice & { kind: 'later' }): void {
    waiter.cancelTimer();
    const left = waiter.busy.difference(busy);
    waiter.busy = busy;
    for (const credential of left) this.freed(credential);
    const inMs = Math.min(atMs, waiter.wish.deadlineMs) - this.#timer.monotonic();
    waiter.cancelTimer = this.#timer.after(Math.max(1, Math.ceil(inMs)), () => void this.#look(waiter));
  }
}
