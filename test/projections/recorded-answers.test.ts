import test, { type ExecutionContext } from 'ava';
import { recordedAnswerBytes, recordedAnswers } from '../../projections/recorded-answers.ts';
import type { IdempotentRequestEvent, CountedAnswer } from '../../src/domain/idempotency/idempotent-request-events.ts';
import { documentsOf } from '../_support/fold-projection.ts';
import { place } from '../_support/tally-projection.ts';

const [here, there] = ['00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-0000000000bb'];
const reservationId = '00000000-0000-4000-8000-0000000000dd';
const hourMs = 3_600_000;
const noon = Date.parse('2026-11-01T12:00:00Z');
const at = (hours: number): string => new Date(noon + hours * hourMs).toISOString();
const hourAt = (hours: number): number => Math.floor((noon + hours * hourMs) / hourMs);

const answered = (counted: CountedAnswer): IdempotentRequestEvent => ({
  type: 'IdempotentRequestAnswered',
  data: {
    reservation_id: reservationId,
    content_id: reservationId,
    answer_bytes: 1,
    content_digest: 'd'.repeat(43),
    counted,
  },
});

const keeping = (tenantId: string, bytes: number, until: number) =>
  answered({ tenant_id: tenantId, bytes, expires_at: at(until) });

/** An event, and the time of its recording in hours after noon. */
type Recorded = readonly [hours: number, event: IdempotentRequestEvent];

const recorded = (events: readonly Recorded[]) =>
  events.map(([hours, event], index) => ({
    position: place(index + 1),
    stream: `idempotency-${index}`,
    recordedAt: at(hours),
    event,
  }));

const foldOf = (t: ExecutionContext, ...events: readonly Recorded[]) =>
  documentsOf(t, recordedAnswers, recorded(events));

test('answers count for their tenant to the end of the hour in which they expire', (t) => {
  const documents = foldOf(
    t,
    [0, keeping(here, 100, 24.1)],
    [0.1, keeping(there, 3, 24)],
    [0.2, keeping(here, 20, 24.9)],
    [0.3, keeping(here, 5, 26)],
  );
  const own = documents[here] ?? null;
  const sums = [0, 24.95, 25, 26.5, 27].map((hours) => recordedAnswerBytes(own, noon + hours * hourMs));
  t.deepEqual(sums, [125, 125, 5, 5, 0]);
  t.is(recordedAnswerBytes(documents[there] ?? null, noon), 3);
  t.is(recordedAnswerBytes(null, noon), 0);
});

test('a document loses the hours that were over when a later answer was recorded, however out of order they came', (t) => {
  const documents = foldOf(t, [0, keeping(here, 9, 30)], [0, keeping(here, 1, 24)], [25, keeping(here, 2, 49)]);
  t.deepEqual(documents[here], {
    hours: [
      { hour: hourAt(30), bytes: 9 },
      { hour: hourAt(49), bytes: 2 },
    ],
  });
  t.deepEqual(foldOf(t, [0, keeping(here, 1, 24)], [30, keeping(here, 2, 29)]), {}, 'nothing is left');
});

test('a request that began or failed counts nothing', (t) => {
  const began: IdempotentRequestEvent = {
    type: 'IdempotentRequestBegan',
    data: { digest: 'd'.repeat(64), reservation_id: reservationId, wallet_id: 'w', instance_id: reservationId },
  };
  const failed: IdempotentRequestEvent = {
    type: 'IdempotentRequestFailed',
    data: { reservation_id: reservationId, spent: true, code: 'answer_too_large' },
  };
  t.deepEqual(foldOf(t, [0, began], [0, failed]), {});
});

test('only hours of which the log still has every event are compared with it', (t) => {
  const events = [
    [0, keeping(here, 1, 24)],
    [0, keeping(here, 2, 26)],
    [0, keeping(here, 4, 27.5)],
    [0, keeping(there, 8, 24)],
  ] as const;
  const [whole, left] = [foldOf(t, ...events), foldOf(t, ...events.slice(2))];
  const lasting = (documents: typeof whole, tenantId: string) => {
    const document = documents[tenantId];
    return document === undefined ? null : (recordedAnswers.lastingAt?.(document, noon + 25.5 * hourMs) ?? null);
  };
  t.deepEqual(lasting(whole, here), { hours: [{ hour: hourAt(27), bytes: 4 }] });
  t.deepEqual(lasting(whole, here), lasting(left, here));
  t.is(lasting(whole, there), lasting(left, there));
});
