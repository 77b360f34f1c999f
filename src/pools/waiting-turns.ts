import { FairLine } from '../limits/fair-line.ts';
import type { QueueLimits, Sharer } from '../limits/semaphore.ts';
import type { Timer } from '../time/timer.ts';
import type { Choice, Later } from './choose-turn.ts';
import type { CredentialState } from './member-state.ts';

export interface WaitingRequest {
  readonly sharer: Pick<Sharer, 'tenantId' | 'keyId'>;
  /** Looks for a turn and takes it. `ahead`: credentials for which requests before this one are waiting. */
  choose(ahead: ReadonlySet<CredentialState>): Choice;
  /** The latest time to wait until, by the timer. */
  readonly deadlineMs: number;
  /** Called once if it has to wait, with a function that stops the wait. */
  onWaits(stop: () => void): void;
}

/** A choice without a wait. */
export type Chosen = Exclude<Choice, { kind: 'later' }>;

interface Waiter {
  readonly request: WaitingRequest;
  busy: ReadonlySet<CredentialState>;
  shared: ReadonlySet<CredentialState>;
  cancelTimer: () => void;
  end(chosen: Chosen): void;
}

const nobody: ReadonlySet<CredentialState> = new Set();
const tooLate: Chosen = { kind: 'none', reason: 'busy', retryAfterMs: null };
const stopped: Chosen = { kind: 'none', reason: 'deadline', retryAfterMs: null };
const stopping: Chosen = { kind: 'none', reason: 'stopping', retryAfterMs: null };

/**
 * Requests that wait for a turn. Tenants take turns, and within a tenant its keys; one that waits for another credential,
 * or holds its share of this one, is passed over.
 */
export class WaitingTurns {
  readonly #timer: Timer;
  readonly #closing: AbortSignal;
  readonly #line: FairLine<Waiter>;

  /** `closing`: once it is aborted no request waits any longer. */
  constructor(timer: Timer, { queue, closing }: { readonly queue: QueueLimits; readonly closing: AbortSignal }) {
    this.#timer = timer;
    this.#closing = closing;
    this.#line = new FairLine(queue);
    closing.addEventListener('abort', () => {
      for (const waiter of this.#line.members()) waiter.end(stopping);
    });
  }

  wait(request: WaitingRequest): Promise<Chosen> {
    if (this.#line.size === 0) {
      const choice = request.choose(nobody);
      if (choice.kind !== 'later') return Promise.resolve(choice);
    }
    const hasPlace = this.#line.hasPlace(request.sharer);
    const { promise, resolve } = Promise.withResolvers<Chosen>();
    const waiter: Waiter = {
      request,
      busy: nobody,
      shared: nobody,
      cancelTimer: () => undefined,
      end: (chosen) => {
        if (!this.#line.has(waiter)) return;
        this.#line.leave(waiter, { hadTurn: chosen.kind === 'turn' });
        waiter.cancelTimer();
        resolve(chosen);
        for (const credential of waiter.busy) this.freed(credential);
      },
    };
    // It looks from its own place, which may be before others that wait.
    this.#line.join(request.sharer, waiter);
    const choice = request.choose(this.#ahead(waiter));
    if (choice.kind !== 'later' || !hasPlace || this.#closing.aborted) {
      this.#line.leave(waiter, { hadTurn: false });
      if (choice.kind !== 'later') return Promise.resolve(choice);
      return Promise.resolve(this.#closing.aborted ? stopping : tooLate);
    }
    request.onWaits(() => waiter.end(stopped));
    this.#settle(waiter, choice);
    return promise;
  }

  /** A place of this credential is free: the first request that waits for it gets its turn. */
  freed(credential: CredentialState): void {
    for (const waiter of this.#line.members()) {
      const isShared = waiter.shared.has(credential) && !waiter.busy.has(credential);
      if (!(isShared || waiter.busy.has(credential)) || !this.#line.has(waiter)) continue;
      // A look goes over all who wait: most of those that hold their share still do.
      if (isShared && credential.limits.holdsShare(waiter.request)) continue;
      if (this.#look(waiter) || waiter.busy.has(credential)) return;
    }
  }

  /** A member was ejected or has recovered: all waiting requests look again. */
  changed(): void {
    for (const waiter of this.#line.members()) this.#look(waiter);
  }

  /** The credentials for which requests before this one wait. */
  #ahead(waiter: Waiter): ReadonlySet<CredentialState> {
    const ahead = new Set<CredentialState>();
    for (const other of this.#line.members()) {
      if (other === waiter) break;
      for (const credential of other.busy) ahead.add(credential);
    }
    return ahead;
  }

  /** Returns whether the request has its turn. */
  #look(waiter: Waiter): boolean {
    if (!this.#line.has(waiter)) return false;
    const choice = waiter.request.choose(this.#ahead(waiter));
    if (choice.kind !== 'later') waiter.end(choice);
    else if (this.#timer.monotonic() >= waiter.request.deadlineMs) waiter.end(tooLate);
    else this.#settle(waiter, choice);
    return choice.kind === 'turn';
  }

  /** Keeps a request waiting, and offers places that it no longer waits for to later requests. */
  #settle(waiter: Waiter, { atMs, busy, shared }: Later): void {
    waiter.cancelTimer();
    const left = waiter.busy.difference(busy);
    waiter.busy = busy;
    waiter.shared = shared;
    for (const credential of left) this.freed(credential);
    const inMs = Math.min(atMs, waiter.request.deadlineMs) - this.#timer.monotonic();
    waiter.cancelTimer = this.#timer.after(Math.max(1, Math.ceil(inMs)), () => void this.#look(waiter));
  }
}
