import type { ExecutionContext } from 'ava';
import { errorOf } from './chat-call.ts';
import { records, type Seen } from './sandbox-post.ts';

/** How an answer comes. */
export type Kind = 'JSON' | 'SSE';

/** What a client is told before any answer has begun. */
export interface Told {
  readonly status: number;
  readonly code: string;
  readonly shouldRetry?: string;
  readonly retryAfter?: string;
}

export function assertTold(t: ExecutionContext, seen: Seen, told: Told): void {
  t.is(seen.status, told.status, seen.text);
  t.is(errorOf(seen)?.code, told.code);
  t.is(seen.headers['x-should-retry'], told.shouldRetry);
  t.is(seen.headers['retry-after'], told.retryAfter);
  t.false(seen.broken);
}

/** A stream of chat that has begun and then tells of an error: a record, a broken connection, and no `[DONE]`. */
export function assertCutOff(t: ExecutionContext, seen: Seen, code: string | null): void {
  t.is(seen.status, 200);
  t.true(seen.broken, 'some clients notice nothing else');
  t.is(errorOf(seen)?.code ?? null, code);
  t.truthy(errorOf(seen));
  t.false(records(seen.text).includes('[DONE]'));
  t.is(records(seen.text).filter((record) => record.includes('"error"')).length, 1, 'one error record');
}

export function assertEndedWell(t: ExecutionContext, seen: Seen, kind: Kind): void {
  t.is(seen.status, 200, seen.text);
  t.false(seen.broken);
  if (kind === 'SSE') t.is(records(seen.text).at(-1), '[DONE]');
  else t.is((JSON.parse(seen.text) as { object?: string }).object, 'chat.completion');
}
