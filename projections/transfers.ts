import type { TransferDirection } from '../src/domain/payments/transfer.ts';
import type { TransferEvent } from '../src/domain/payments/transfer-events.ts';
import { transferPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per transfer, by the tenant of its source and its id. */
export const transfers: Projection<TransferDirection, TransferEvent> = {
  name: 'transfers',
  version: 1,
  streamPrefixes: [transferPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => `${event.data.tenant_id}/${event.data.transfer_id}`,
  evolve: (known, { event }) => known ?? event.data,
};
