import type { ExecutionContext } from 'ava';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import type { PositionedEvent, Projection } from '../../src/ports/read-models.ts';
import { comparePlaces, place } from './tally-projection.ts';

/** Events of one stream as the log hands them over: the n-th at place n, n seconds after noon. */
export function recordedIn(stream: string, events: readonly DomainEvent[]): readonly PositionedEvent[] {
  return events.map((event, index) => ({
    position: place(index + 1),
    stream,
    recordedAt: new Date(Date.UTC(2026, 10, 1, 12, 0, index + 1)).toISOString(),
    event,
  }));
}

/**
 * The documents that the events leave. They are handed over one by one, then in halves, then all at once, and the whole
 * twice: a projection must not see the difference.
 */
export function documentsOf<Document extends object>(
  t: ExecutionContext,
  projection: Projection<Document>,
  recorded: readonly PositionedEvent[],
): Readonly<Record<string, Document>> {
  const half = Math.ceil(recorded.length / 2);
  const whole = foldIn(projection, [recorded]);
  t.deepEqual(foldIn(projection, [recorded, recorded]), whole, 'handed over twice');
  t.deepEqual(foldIn(projection, [recorded.slice(0, half), recorded]), whole, 'handed over in overlapping halves');
  const singles = recorded.map((event) => [event]);
  t.deepEqual(foldIn(projection, singles), whole, 'handed over one by one');
  return whole;
}

function foldIn<Document extends object>(
  projection: Projection<Document>,
  batches: readonly (readonly PositionedEvent[])[],
): Readonly<Record<string, Document>> {
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  for (const events of batches) {
    const last = events.at(-1);
    if (last !== undefined) readModels.apply(projection, { after: null, events, upTo: last.position });
  }
  return Object.fromEntries(readModels.snapshot(projection).documents);
}
