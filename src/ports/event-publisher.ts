import type { IntegrationEvent } from '../domain/integration-event.ts';

/** Where facts are published for other systems. */
export interface EventPublisher {
  /**
   * Looks whether the topics are as they were declared: there, and with that number of partitions, by which the order
   * within a key is kept. Raises {@link TopicsUnusable}, {@link PublisherUnavailable}.
   */
  check(): Promise<void>;

  /**
   * Publishes in order within each key, and resolves when every single event was acknowledged as durable.
   * Raises {@link PublisherUnavailable}; then any part may have been published: publish the identical events again.
   */
  publish(events: readonly IntegrationEvent[]): Promise<void>;

  /** Ends what is under way, which raises, and lets go of everything. */
  close(): Promise<void>;
}

/** A declared topic is missing or has another number of partitions. No retry helps: a person has to decide. */
export class TopicsUnusable extends Error {
  override readonly name = 'TopicsUnusable';
}

/** The other side does not answer, refuses, or did not acknowledge everything. */
export class PublisherUnavailable extends Error {
  override readonly name = 'PublisherUnavailable';
}
