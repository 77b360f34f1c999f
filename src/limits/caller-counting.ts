import type { Exceeded, Remaining, TakenTokens } from './caller-counts.ts';
import type { Limited } from './caller-limits.ts';
import type { RequestPermit } from './request-permit.ts';
import type { NoPermit, Sharer, Waiter } from './semaphore.ts';

/** What is left of requests and of tokens a minute, of the limits nearest to their end; `null`: nothing limits them. */
export interface Left {
  readonly requests: Remaining | null;
  readonly tokens: Remaining | null;
}

/** A request that asks to run: whom it counts for, the key first and its tenant last, and how it shares the permits. */
export interface AskedPermit {
  readonly limited: readonly Limited[];
  readonly sharer: Sharer;
}

/**
 * Whether a request may run: its permit; or the rate that it exceeds, who has as many running as they may, or why there
 * is no permit. Then it counts for nobody, but for its rate if that was not what it exceeded.
 */
export type Admittance = { readonly left: Left } & (
  | { readonly permit: RequestPermit }
  | { readonly exceeded: Exceeded }
  | { readonly full: Limited }
  | { readonly refusal: NoPermit }
);

/** Whether a request counts; `exceeded`: the limit because of which it was not counted. */
export interface CountedRequest {
  readonly left: Left;
  readonly exceeded: Exceeded | null;
}

/** The tokens that a request has taken, or the limit because of which it took none. */
export type TokensTaken = { readonly left: Left } & (
  { readonly tokens: TakenTokens } | { readonly exceeded: Exceeded }
);

/** What is known at once, or is asked elsewhere. */
export type Soon<Value> = Value | Promise<Value>;

/**
 * Counts requests, tokens and uploads against the limits of callers, and shares the permits of all requests. The counts
 * are those of one gateway, or are shared with others.
 */
export interface CallerCounting {
  /** Counts a request, and waits for a permit until its patience ends or the waiter has gone. */
  admit(asked: AskedPermit, waiter?: Waiter): Soon<Admittance>;
  /** Counts a request that needs no permit. */
  takeRequest(limited: readonly Limited[]): Soon<CountedRequest>;
  /** Takes the tokens that a request is expected to use. */
  takeTokens(limited: readonly Limited[], tokens: number): Soon<TokensTaken>;
  /** Counts an upload. Returns the limit because of which it was not counted. */
  takeUpload(limited: readonly Limited[]): Soon<Exceeded | null>;
  left(limited: readonly Limited[]): Soon<Left>;
  /** Requests that wait here for a permit. */
  readonly waiting: number;
}
