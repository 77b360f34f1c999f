import { walletStream } from '../../src/ledger/stream-names.ts';
import type { Position } from '../../src/ports/event-log.ts';
import type { PositionedEvent, Projection, WrittenFold } from '../../src/ports/read-models.ts';

export interface Tally {
  readonly stream: string;
  readonly events: number;
  /** The lookup of an even tally, so that lookups come and go. */
  readonly parity: string;
}

/** Counts the events of each wallet stream. A debit clears the tally, an opening changes none. */
export const tally: Projection<Tally> & WrittenFold<Tally> = {
  name: 'tally',
  version: 1,
  streamPrefixes: ['wallet-'],
  keyOf: ({ stream, event }) => (event.type === 'WalletOpened' ? null : stream),
  evolve: (document, { stream, event }) => {
    if (event.type === 'WalletDebited') return null;
    const events = (document?.events ?? 0) + 1;
    return { stream, events, parity: events % 2 === 0 ? 'even' : 'odd' };
  },
  lookupOf: ({ stream, parity }) => (parity === 'even' ? `even:${stream}` : null),
};

/** Positions of the tests' own: whole numbers. */
export function place(number: number): Position {
  return String(number) as Position;
}

export function comparePlaces(a: Position, b: Position): number {
  return Number(a) - Number(b);
}

const amount = { amount_eur: '1.000000000', reason: 'test', postings: [] };
const wallets = ['a', 'b', 'c'] as const;

/** The event at a place of an endless log: credits, in turn over three wallets. */
export function creditAt(number: number): PositionedEvent {
  const wallet = wallets[number % wallets.length] ?? 'a';
  return positioned(number, walletStream(wallet), { type: 'WalletCredited', data: { credit_id: 'c', ...amount } });
}

export function debitAt(number: number, wallet: string): PositionedEvent {
  return positioned(number, walletStream(wallet), { type: 'WalletDebited', data: { debit_id: 'd', ...amount } });
}

export function openingAt(number: number, wallet: string): PositionedEvent {
  const data = { wallet_id: wallet, tenant_id: 't' };
  return positioned(number, walletStream(wallet), { type: 'WalletOpened', data });
}

function positioned(number: number, stream: string, event: PositionedEvent['event']): PositionedEvent {
  return { position: place(number), stream, recordedAt: '2026-11-01T00:00:00.000Z', event };
}

/** The credits from `first` to `last`, as a feeder that had read up to `first - 1` would hand them over. */
export function creditBatch(first: number, last: number) {
  const events = Array.from({ length: last - first + 1 }, (_, index) => creditAt(first + index));
  return { after: first === 1 ? null : place(first - 1), events, upTo: place(last) };
}
