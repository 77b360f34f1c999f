import type { IdempotentRequestEvent } from '../src/domain/idempotency/idempotent-request-events.ts';
import { idempotencyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** Bytes of a tenant's answers recorded under idempotency keys, by the hour in which they expire. */
export interface RecordedAnswers {
  /** In order of time. `hour` is counted from the epoch. */
  readonly hours: readonly { readonly hour: number; readonly bytes: number }[];
}

const hourMs = 3_600_000;
const hourOf = (ms: number): number => Math.floor(ms / hourMs);

/**
 * One document per tenant. Answers expire without an event: an hour that is over when a later answer is recorded, by the
 * log's clock, leaves the document with it, and readers leave out those that are over by theirs.
 */
export const recordedAnswers: Projection<RecordedAnswers, IdempotentRequestEvent> = {
  name: 'recorded-answers',
  version: 1,
  streamPrefixes: [idempotencyPrefix],
  keyOf: ({ event }) => countedBy(event)?.tenant_id ?? null,
  evolve: (known, { event, recordedAt }) => {
    const counted = countedBy(event);
    if (counted === null) return known;
    const own = hourOf(Date.parse(counted.expires_at));
    const bytes = new Map([[own, counted.bytes]]);
    for (const kept of known?.hours ?? []) bytes.set(kept.hour, kept.bytes + (bytes.get(kept.hour) ?? 0));
    const hours = [...bytes].map(([hour, sum]) => ({ hour, bytes: sum })).sort((a, b) => a.hour - b.hour);
    return from(hourOf(Date.parse(recordedAt)), { hours });
  },
  // The log removes the events of expired answers. One more hour for clocks that differ, and for a long comparison.
  lastingAt: (document, now) => from(hourOf(now) + 2, document),
};

/** Bytes that have not expired at `now`, in milliseconds since the epoch. Each counts to the end of its hour. */
export function recordedAnswerBytes(document: RecordedAnswers | null, now: number): number {
  return (
    (document === null ? null : from(hourOf(now), document))?.hours.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
  );
}

function countedBy({ type, data }: IdempotentRequestEvent) {
  return type === 'IdempotentRequestAnswered' ? data.counted : null;
}

function from(first: number, { hours }: RecordedAnswers): RecordedAnswers | null {
  const left = hours.filter(({ hour }) => hour >= first);
  return left.length === 0 ? null : { hours: left };
}
