import type { AllocationEvent } from '../src/domain/payments/allocation-events.ts';
import { evolveAllocation, type Allocation } from '../src/domain/payments/allocation.ts';
import { allocationPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per allocation, by tenant and id. */
export const allocations: Projection<Allocation, AllocationEvent> = {
  name: 'allocations',
  version: 1,
  streamPrefixes: [allocationPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => `${event.data.tenant_id}/${event.data.allocation_id}`,
  evolve: (known, { event }) => evolveAllocation(known, event),
};
