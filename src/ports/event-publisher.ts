import type { IntegrationEvent } from '../domain/integration-event.ts';

/** Publishes facts to other systems. */
export interface EventPublisher {
  /**
   * Checks that the topics exist with the declared number of partitions, on which the order within a key depends.
   * Raises {@link TopicsUnusable}, {@link PublisherUnavailable}.
   */
  check(): Promise<void>;

  /**
   * Publishes in order within each key, and resolves when every event was acknowledged as durable. Raises
   * {@link PublisherUnavailable}; any part may then have been published: publish the identical events again.
   */
  publish(events: readonly IntegrationEvent[]): Promise<void>;

  /** Aborts running calls, which raise, and releases all resources. */
  close(): Promise<void>;
}

/** A declared topic is missing or has another number of partitions. Retrying does not help: an operator has to act. */
export class TopicsUnusable extends Error {
  override readonly name = 'TopicsUnusable';
}

/** The broker does not answer, refuses, or did not acknowledge every event. */
export class PublisherUnavailable extends Error {
  override readonly name = 'PublisherUnavailable';
}
