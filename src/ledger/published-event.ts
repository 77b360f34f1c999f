import type { DomainEvent } from '../domain/event-catalogue.ts';
import { integrationEvent, publications, type IntegrationEvent } from '../domain/integration-event.ts';
import type { RecordedEvent } from '../ports/event-log.ts';
import { UnknownEventType } from './codec.ts';
import { subjectOf } from './stream-names.ts';

/**
 * The published form of a recorded event; `null`: it is not published. Raises {@link UnknownEventType} for a type that
 * this version does not know, and of which it cannot know what may be published.
 */
export function publishedEvent(recorded: RecordedEvent, source: string): IntegrationEvent | null {
  const { id, type, data, stream, revision, recordedAt } = recorded;
  if (!isKnown(type)) throw new UnknownEventType(recorded);
  return integrationEvent({ id, type, data, stream, revision, recordedAt, subject: subjectOf(stream) }, source);
}

function isKnown(type: string): type is DomainEvent['type'] {
  return Object.hasOwn(publications, type);
}
