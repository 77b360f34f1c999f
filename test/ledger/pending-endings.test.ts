import test from 'ava';
import { initialWallet } from '../../src/domain/wallet-state.ts';
import { PendingEndings } from '../../src/ledger/pending-endings.ts';
import type { WalletAnswer } from '../../src/ledger/wallet-mailbox.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import { release, reservation, otherReservation, walletId } from '../_support/wallet-vocabulary.ts';

test('an ending beyond those that are kept is left to the reconciler at once, and the others are recorded', async (t) => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const warnings: unknown[] = [];
  const inHand = new Set<string>();
  const endings = new PendingEndings({
    wallets: {
      execute: (_, command) =>
        new Promise<WalletAnswer>((resolve) => {
          if ('reservationId' in command) asked.push(command.reservationId);
          answers.push(() => resolve({ accepted: true, events: [], revision: 1 }));
        }),
    },
    inHand,
    telemetry: {
      inferenceEnded: () => undefined,
      requestEnded: () => undefined,
      info: () => undefined,
      warn: (what, fields) => void warnings.push([what, fields]),
    },
    waitMsMax: 60_000,
    keptMax: 1,
    retryMs: 1,
  });
  inHand.add(reservation);
  inHand.add(otherReservation);
  const first = endings.end(walletId, release());
  t.is(await endings.end(walletId, release(otherReservation)), 'pending');
  t.deepEqual(asked, [reservation]);
  t.deepEqual(warnings, [['ending_left_to_reconciler', { reservation_id: otherReservation }]]);
  t.deepEqual([inHand.has(reservation), inHand.has(otherReservation)], [true, false]);
  for (const answer of answers) answer();
  t.is(await first, 'recorded');
  t.false(inHand.has(reservation));
  const again = endings.end(walletId, release(otherReservation));
  for (const answer of answers) answer();
  t.is(await again, 'recorded', 'its place is free again');
});

test('the end of a choice that the ledger cannot take flags nothing, and is left to the reconciler', async (t) => {
  const asked: string[] = [];
  const inHand = new Set<string>();
  const endings = new PendingEndings({
    wallets: {
      execute: async (_, { type }) => {
        asked.push(type);
        return { accepted: false, refusal: 'amount_exceeds_maximum', state: initialWallet };
      },
    },
    inHand,
    telemetry: {
      inferenceEnded: () => undefined,
      requestEnded: () => undefined,
      info: () => undefined,
      warn: () => undefined,
    },
    waitMsMax: 60_000,
    keptMax: 1,
    retryMs: 1,
  });
  inHand.add(reservation);
  t.is(await endings.end(walletId, choosing.giveUp(choosing.unknown)), 'pending');
  t.deepEqual([asked, inHand.has(reservation)], [['charge_selection'], false]);
});
