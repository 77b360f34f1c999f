import { createMemoryEventPublisher } from '../_support/memory-event-publisher.ts';
import { eventPublisherContract } from './event-publisher.contract.ts';

eventPublisherContract('memory', async () => {
  const publisher = createMemoryEventPublisher();
  return { publisher, arrived: async () => publisher.published };
});
