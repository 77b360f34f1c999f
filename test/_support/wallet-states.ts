import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import * as attempting from './attempt-vocabulary.ts';
import * as choosing from './selection-vocabulary.ts';
import * as the from './wallet-vocabulary.ts';

/** The states that a wallet can be in, each as the events that led there. */

export const opened = [the.opened];
export const funded = [...opened, the.credited('10')];
export const reserved = [...funded, the.reserved('4')];
export const flagged = [...reserved, the.flagged];
export const selecting = [...funded, choosing.reserved('4', '1')];
const settledPostings = [the.move('reserved', 'revenue', '3'), the.move('reserved', 'available', '1')];

/** 5 euro are left. */
const restricted: readonly WalletEvent[] = [
  ...reserved,
  the.settled({
    cost: '5',
    overrun: '1',
    postings: [the.move('reserved', 'revenue', '4'), the.move('available', 'revenue', '1')],
  }),
  the.restricted('1'),
];

export const walletStates = {
  absent: [],
  empty: opened,
  funded,
  reserved,
  flagged,
  selecting,
  selected: [...selecting, choosing.charged({ released: '1', hold: '3' })],
  failedOver: [...reserved, attempting.failed({ released: '1', hold: '3' })],
  settled: [...reserved, the.settled({ cost: '3', released: '1', postings: settledPostings })],
  released: [...reserved, the.released('4')],
  chargedLate: [...reserved, ...the.givenUp('4'), the.chargedLate('3')],
  resolvedBySettling: [
    ...flagged,
    the.settled({ cost: '3', released: '1', postings: settledPostings, more: { resolved_by: 'operator' } }),
  ],
  resolvedByReleasing: [...flagged, the.released('4', { resolved_by: 'rule' })],
  givenUp: [...reserved, ...the.givenUp('4')],
  givenAwayUnseen: [...reserved, the.flaggedUnseen(), the.released('4', { resolved_by: 'operator' })],
  overdrawn: [
    ...reserved,
    the.settled({
      cost: '12',
      overrun: '8',
      postings: [the.move('reserved', 'revenue', '4'), the.move('available', 'revenue', '8')],
    }),
  ],
  granted: [...opened, the.creditedLot('10')],
  restricted,
  restrictedAndRunning: [...restricted, the.reserved('1', { reservationId: the.runningReservation })],
  restrictedAndUnknown: [
    ...restricted,
    the.reserved('1', { reservationId: the.runningReservation }),
    the.flaggedUnder(the.runningReservation),
  ],
} satisfies Record<string, readonly WalletEvent[]>;
