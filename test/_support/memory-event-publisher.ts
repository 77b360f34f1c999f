import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import { PublisherUnavailable, type EventPublisher } from '../../src/ports/event-publisher.ts';

export interface MemoryEventPublisher extends EventPublisher {
  /** Everything that was published, duplicates included, in order. */
  readonly published: readonly IntegrationEvent[];
}

/** Publishes into an array: for tests, and to see what would be sent. */
export function createMemoryEventPublisher(): MemoryEventPublisher {
  const published: IntegrationEvent[] = [];
  let isOpen = true;
  const assertOpen = (): void => {
    if (!isOpen) throw new PublisherUnavailable('the publisher was closed');
  };
  return {
    published,
    check: async () => assertOpen(),
    publish: async (events) => {
      assertOpen();
      published.push(...events);
    },
    close: async () => {
      isOpen = false;
    },
  };
}
