import type { DomainEvent } from '../domain/event-catalogue.ts';
import { integrationEvent, publications, type IntegrationEvent } from '../domain/integration-event.ts';
import type { RecordedEvent } from '../ports/event-log.ts';
import { UnknownEventType } from './codec.ts';
import { subjectOf } from './stream-names.ts';

/**
 * What is published of a recorded event; `null`: nothing. Raises {@link UnknownEventType} for a type that this version
 * does not know: what of it may leave, it cannot know either.
 */
export function publishedEvent(recorded: RecordedEvent, source: string): IntegrationEvent | null {
  const { id, type, data, stream, revision, recordedAt } = recorded;
  if (!isKnown(type)) throw new UnknownEventType(recorded);
  return integrationEvent({ id, type, data, stream, revision, recordedAt, subject: subjectOf(stream) }, source);
}

function isKnown(type: string): type is DomainEvent['type'] {
  return Object.hasOwn(publications, type);
}
