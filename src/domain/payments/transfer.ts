import { accept, type Decider } from '../decider.ts';
import type { TransferEvent } from './transfer-events.ts';

/** Where the money of a transfer goes. */
export type TransferDirection = TransferEvent['data'];

/**
 * The direction of a transfer: the first recorded one holds. A process that finds another one recorded follows it, so
 * that two processes never credit both ends.
 */
export const transfer: Decider<
  TransferDirection | null,
  { readonly type: 'direct_transfer'; readonly direction: TransferDirection },
  TransferEvent,
  never
> = {
  initialState: null,
  evolve: (state, event) => state ?? event.data,
  decide: ({ direction }, state) => (state === null ? accept({ type: 'TransferDirected', data: direction }) : accept()),
};
