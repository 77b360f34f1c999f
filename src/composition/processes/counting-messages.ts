import type { Admittance, AskedPermit, CountedRequest, Left, TokensTaken } from '../../limits/caller-counting.ts';
import type { Exceeded, TakenTokens } from '../../limits/caller-counts.ts';
import type { Limited } from '../../limits/caller-limits.ts';

/** Answers as they are sent: what can be called stays where it is. */
export interface CountingAnswers {
  readonly admit: Exclude<Admittance, { readonly permit: unknown }> | { readonly left: Left; readonly permit: true };
  readonly request: CountedRequest;
  readonly tokens:
    Exclude<TokensTaken, { readonly tokens: TakenTokens }> | { readonly left: Left; readonly tokens: true };
  readonly upload: Exceeded | null;
  readonly left: Left;
}

interface Asked<Act extends keyof CountingAnswers> {
  /** Names the answer, and the permit of `admit`. */
  readonly id: number;
  readonly act: Act;
  readonly limited: readonly Limited[];
}

/** What a process asks of the one that counts for all. */
export type CountingQuestion =
  | (Asked<'admit'> & Pick<AskedPermit, 'sharer'>)
  | Asked<'request'>
  | (Asked<'tokens'> & { readonly tokens: number })
  | Asked<'upload'>
  | Asked<'left'>;

/** What a process tells it: a request has ended, has hung up while it waited, or has used more tokens or fewer. */
export type CountingNews =
  | { readonly act: 'release'; readonly id: number }
  | { readonly act: 'gone'; readonly id: number }
  | { readonly act: 'correct'; readonly limited: readonly Limited[]; readonly tokens: number };

export type CountingMessage = CountingQuestion | CountingNews;

export interface CountingReply {
  readonly id: number;
  readonly answer: CountingAnswers[keyof CountingAnswers];
}
